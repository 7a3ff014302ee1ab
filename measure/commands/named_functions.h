// The function names that the user gave with --function, and in which of the measured files they were found.
#pragma once

#include "base/expected.h"
#include "decode/decoder.h"

#include <map>
#include <string>
#include <vector>

namespace osaca::measure {

class NamedFunctions {
public:
  explicit NamedFunctions(std::vector<std::string> names) : names_(std::move(names)) {}

  [[nodiscard]] const std::vector<std::string> &names() const { return names_; }

  /// Records which of the names a readable file contains.
  void add(const std::string &file, const DecodedInput &input);

  /// The names that match functions of this file.
  [[nodiscard]] std::vector<std::string> found_in(const DecodedInput &input) const;

  /// An error for each name that matches no function in any of the files. If there is no such name and no file has a
  /// loop to measure, the result says why, for each file.
  [[nodiscard]] std::vector<Error> problems() const;

private:
  struct Missing {
    int files = 0;
    std::string nearest;
  };
  std::vector<std::string> names_;
  std::map<std::string, Missing> missing_;
  std::vector<std::string> files_;
  std::vector<Error> without_loops_; ///< of the files in which no loop was left
};

} // namespace osaca::measure
