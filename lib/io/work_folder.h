// A folder for the files of one run, gone with it.
//
//   WorkFolder work("/var/tmp", "sluice-dedup");     // /var/tmp/.sluice-dedup.<host>-<pid>.tmp/
//   work.path("shard-7.sketch");
//
// It is removed with all that lies in it by the destructor. What a killed run left is removed by
// the next one of the same name on the same host, or by who has nothing to put into a folder:
//
//   WorkFolder::remove_stale("/var/tmp", "sluice-dedup");
#pragma once

#include <string>

namespace sluice::io {

class WorkFolder {
 public:
  // Throws IoError where `parent` is no folder that can be written to.
  WorkFolder(const std::string& parent, const std::string& name);
  ~WorkFolder();
  // Those of processes that are gone from this host.
  static void remove_stale(const std::string& parent, const std::string& name);

  WorkFolder(const WorkFolder&) = delete;
  WorkFolder& operator=(const WorkFolder&) = delete;

  std::string path(const std::string& file) const { return folder_ + "/" + file; }

 private:
  std::string folder_;
};

}  // namespace sluice::io
