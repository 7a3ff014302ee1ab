#include "measure/commands/named_functions.h"

#include "loops/regions.h"

namespace osaca::measure {

void NamedFunctions::add(const std::string &file, const DecodedInput &input) {
  files_.push_back(file);
  if (input.nothing)
    without_loops_.push_back(*input.nothing);
  for (const UnmatchedName &name : input.unmatched) {
    Missing &missing = missing_[name.pattern];
    ++missing.files;
    if (missing.nearest.empty())
      missing.nearest = name.nearest;
  }
}

std::vector<std::string> NamedFunctions::found_in(const DecodedInput &input) const {
  std::vector<std::string> found = names_;
  for (const UnmatchedName &unmatched : input.unmatched)
    std::erase(found, unmatched.pattern);
  return found;
}

std::vector<Error> NamedFunctions::problems() const {
  std::vector<Error> found;
  for (const std::string &name : names_)
    if (const auto missing = missing_.find(name);
        missing != missing_.end() && missing->second.files == static_cast<int>(files_.size()))
      found.push_back(no_such_function({{name, missing->second.nearest}}, files_.size() == 1 ? files_.front() : ""));
  if (found.empty() && !files_.empty() && without_loops_.size() == files_.size())
    found = without_loops_;
  return found;
}

} // namespace osaca::measure
