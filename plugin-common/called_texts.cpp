// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "called_texts.h"

#include <deque>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace osaca {
namespace {

constexpr std::size_t most_bytes_of_function = 256U << 10U; ///< larger ones have more instructions than are followed

bool is_of_symbol(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '.' || c == '$';
}

/// The symbol or mnemonic at the beginning of `text`, which is removed from it together with what precedes it.
std::string_view next_word(std::string_view &text) {
  while (!text.empty() && !is_of_symbol(text.front()))
    text.remove_prefix(1);
  std::size_t length = 0;
  while (length < text.size() && is_of_symbol(text[length]))
    ++length;
  const std::string_view word = text.substr(0, length);
  text.remove_prefix(length);
  return word;
}

/// Whether instructions of this name call or jump, on any ISA; other instructions may be included.
bool may_transfer(std::string_view mnemonic) {
  return !mnemonic.empty() &&
         (mnemonic.front() == 'j' || mnemonic.front() == 'b' || mnemonic.front() == 'c' || mnemonic.front() == 't');
}

/// Calls `visit(word)` for the operands of instructions that may call or jump.
template <class Visit> void for_each_target(std::string_view assembly, Visit visit) {
  while (!assembly.empty()) {
    const std::size_t end = assembly.find('\n');
    std::string_view line = assembly.substr(0, end);
    assembly.remove_prefix(end == std::string_view::npos ? assembly.size() : end + 1);
    if (!may_transfer(next_word(line)))
      continue;
    for (std::string_view word = next_word(line); !word.empty(); word = next_word(line))
      visit(word);
  }
}

} // namespace

std::vector<std::size_t> called_texts(const std::vector<FunctionText> &functions,
                                      const std::vector<std::size_t> &roots) {
  std::unordered_map<std::string_view, std::size_t> by_name;
  for (std::size_t f = 0; f < functions.size(); ++f)
    by_name.emplace(*functions[f].name, f);
  std::vector<char> is_known(functions.size(), 0);
  std::deque<std::pair<std::size_t, int>> open;
  for (const std::size_t root : roots) {
    is_known[root] = 1;
    open.emplace_back(root, 0);
  }
  std::vector<std::size_t> found;
  while (!open.empty()) {
    const auto [function, depth] = open.front();
    open.pop_front();
    for_each_target(*functions[function].assembly, [&, depth = depth](std::string_view word) {
      const auto target = by_name.find(word);
      if (target == by_name.end() || is_known[target->second] != 0 || depth >= deepest_call ||
          found.size() >= most_called_functions || functions[target->second].assembly->size() > most_bytes_of_function)
        return;
      is_known[target->second] = 1;
      found.push_back(target->second);
      open.emplace_back(target->second, depth + 1);
    });
  }
  return found;
}

void add_called(std::vector<capture::Function> &functions, std::vector<capture::Function> others) {
  std::vector<FunctionText> texts;
  std::vector<std::size_t> roots;
  for (const capture::Function &function : functions) {
    roots.push_back(texts.size());
    texts.push_back({&function.name, &function.assembly});
  }
  for (const capture::Function &function : others)
    texts.push_back({&function.name, &function.assembly});
  for (const std::size_t index : called_texts(texts, roots))
    functions.push_back(std::move(others[index - roots.size()]));
}

} // namespace osaca
