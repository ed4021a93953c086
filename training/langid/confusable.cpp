#include "training/langid/confusable.h"

namespace sluice::training {

const std::vector<std::vector<std::string_view>>& confusable_groups() {
  static const std::vector<std::vector<std::string_view>> groups = {
      {"bs", "hr", "sl", "sr-Latn"},
      {"da", "fo", "nn", "no", "sv"},
      {"cs", "sk"},
      {"an", "ast", "ca", "es", "gl", "oc", "pt"},
      {"nr", "ss", "xh", "zu"},
      {"ban", "bjn", "id", "jv", "min", "ms", "su"},
      {"bcl", "ceb", "hil", "ilo", "pam", "tl", "war"},
      {"et", "fi", "vro"},
      {"lg", "ny", "rn", "rw", "sn", "sw"},
      {"ar", "azb", "ckb", "fa", "ps", "sd", "ug", "ur"},
      {"nso", "st", "tn"},
      {"az", "crh", "tk", "tr", "uz-Latn"},
      {"af", "fy", "li", "nds", "nl"},
      {"be", "bg", "mk", "ru", "rue", "sr-Cyrl", "uk"},
      {"bho", "hi", "mai", "mr", "ne", "sa"},
      {"az-Cyrl", "ba", "kk", "ky", "tg", "tt", "uz-Cyrl"},
  };
  return groups;
}

}  // namespace sluice::training
