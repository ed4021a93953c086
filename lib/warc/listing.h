// An index of records, a line each, as a CDX has it.
#pragma once

#include "pipeline/batch.h"
#include "warc/payload.h"

namespace sluice::warc {

// Counts the record and emits a line of tab-separated values: offset of the record as stored, kind,
// media type ("-" where there is no payload), HTTP status ("-" where there is none), URL ("-"
// likewise; tabs, line ends, other control characters, and bytes that are no UTF-8 are
// percent-encoded), length of the block. Thread-safe.
void list_record(const Record& record, pipeline::Batch& batch);

}  // namespace sluice::warc
