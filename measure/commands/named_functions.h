// The functions that --function names, over all files that are measured.
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

  /// What a file that could be read has of them.
  void add(const std::string &file, const DecodedInput &input);

  /// Those that mean functions of this file.
  [[nodiscard]] std::vector<std::string> found_in(const DecodedInput &input) const;

  /// The names that mean no function of any of these files; else why none of them gave a loop.
  [[nodiscard]] std::vector<Error> problems() const;

private:
  struct Missing {
    int files = 0;
    std::string nearest;
  };
  std::vector<std::string> names_;
  std::map<std::string, Missing> missing_;
  std::vector<std::string> files_;
  std::vector<Error> without_loops_; ///< of the files in which nothing was left
};

} // namespace osaca::measure
