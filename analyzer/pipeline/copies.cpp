#include "pipeline/copies.h"

#include "base/index.h"

#include <map>
#include <tuple>

namespace osaca {
namespace {

using LineKey = std::vector<int>;

LineKey line_key_of(const Kernel &kernel) {
  LineKey key;
  for (const Instruction &instruction : kernel.instructions)
    key.push_back(instruction.line);
  return key;
}

/// Objects have no lines: nothing can be said about sameness there.
bool has_lines(const LineKey &key) {
  for (int line : key)
    if (line > 0)
      return true;
  return false;
}

bool has_given_name(const Kernel &kernel) { return !kernel.name.empty() && kernel.name.find("line ") != 0; }

} // namespace

std::vector<Kernel> without_duplicates(std::vector<Kernel> kernels) {
  std::vector<Kernel> out;
  std::map<LineKey, std::size_t> seen;
  for (Kernel &kernel : kernels) {
    LineKey key = line_key_of(kernel);
    if (!has_lines(key)) {
      out.push_back(std::move(kernel));
      continue;
    }
    const auto [known, is_new] = seen.emplace(std::move(key), out.size());
    if (is_new)
      out.push_back(std::move(kernel));
    else if (has_given_name(kernel) && !has_given_name(out[known->second]))
      out[known->second] = std::move(kernel);
  }
  return out;
}

std::vector<std::vector<LoopRole>> numbered_roles(const Capture &capture) {
  // Copies of one loop: of the same statement, whatever it was inlined into. An annotated loop may hold several.
  using Key = std::tuple<int, std::string, LoopRole>;
  const auto key_of = [&capture](const Capture::Loop &loop) {
    const std::string place = loop.location >= 0 ? capture.locations[at(loop.location)].text() : "";
    return Key{loop.annotation, place, loop.role};
  };
  std::map<Key, int> count;
  for (const Capture::Function &function : capture.functions)
    for (const Capture::Loop &loop : function.loops)
      ++count[key_of(loop)];
  std::map<Key, int> number;
  std::vector<std::vector<LoopRole>> roles;
  for (const Capture::Function &function : capture.functions) {
    std::vector<LoopRole> &of_function = roles.emplace_back();
    for (const Capture::Loop &loop : function.loops) {
      const Key key = key_of(loop);
      LoopRole role = loop.role;
      if (count[key] > 1) {
        role.copy = ++number[key];
        role.copies = count[key];
      }
      of_function.push_back(std::move(role));
    }
  }
  return roles;
}

} // namespace osaca
