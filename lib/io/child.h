// A shell command whose output is read. Internal to io.
#pragma once

#include <sys/types.h>

#include <string>

#include "io/descriptor.h"

namespace sluice::io {

// `command` run by /bin/sh in its own process group, with nothing on standard input. The group is
// killed when the object is destroyed before finish().
class Child {
 public:
  // `name` is what messages call it. Throws IoError if no process can be made.
  Child(std::string name, const std::string& command);
  ~Child();
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;

  // Next bytes of its standard output, 0 at its end. Throws Interrupted, IoError.
  size_t read(char* room, size_t count);

  // Waits for the command to end, to be called after read() returned 0. An empty text if it exited
  // with 0; else what happened ("exit status 22", "killed by signal 9") with the last line of its
  // standard error. Throws Interrupted.
  std::string finish();

 private:
  void drain_errors();
  std::string describe(int status) const;

  const std::string name_;
  pid_t process_ = -1;  // -1 once it was waited for
  Descriptor output_;
  Descriptor errors_;
  std::string error_tail_;
};

}  // namespace sluice::io
