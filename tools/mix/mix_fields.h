// What a mix looks at in a document, and whose it is.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "document/document.h"
#include "document/fields.h"
#include "mix/counts.h"
#include "mix_options.h"
#include "pipeline/document_feed.h"
#include "pipeline/run.h"

namespace sluice::mix_tool {

class MixFields {
 public:
  // Declares them. `mix` must outlive it.
  MixFields(const Mix& mix, const Part& part, Fields& fields);

  // Of documents that a job of job_of_part() reads.
  uint32_t input(const Document& document) const { return inputs_[document.input()]; }
  uint32_t source(const Document& document) const { return mix_.source_of[input(document)]; }

  mix::Counted counted(const Document& document) const;
  // A hash of what counted its tokens. Throws CheckError if nothing did.
  uint64_t tokenizer(const Document& document) const;
  // As JSON spells it.
  std::string_view spelled_id(const Document& document) const;

  FieldId mix() const { return mix_field_; }
  const pipeline::CommonFields& common() const { return common_; }

 private:
  const Mix& mix_;
  pipeline::CommonFields common_;
  std::vector<uint32_t> inputs_;    // of the part
  std::vector<FieldId> copies_by_;  // by source
  FieldId id_;
  FieldId mix_field_;
};

// Throws CheckError: token counts of two tokenizers cannot be added up.
void require_same(uint64_t tokenizer, uint64_t other);

// The part's inputs. Documents are written by the passes' renderings.
pipeline::Job job_of_part(const Mix& mix, const Part& part);

}  // namespace sluice::mix_tool
