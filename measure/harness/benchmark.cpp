#include "measure/harness/benchmark.h"

#include "decode/code/encoding.h"

#include <algorithm>

namespace osaca::measure {
namespace {

std::string with_register(std::string text, char role, const RegisterFamily *family) {
  if (family == nullptr)
    return text;
  const std::string letter(1, role);
  text = replaced(std::move(text), "{" + letter + "}", family->text);
  constexpr const char *widths[] = {"4", "2", "1"};
  for (std::size_t i = 0; i < 3; ++i)
    text = replaced(std::move(text), "{" + letter + widths[i] + "}",
                    i < family->narrow.size() ? family->narrow[i] : family->text);
  return text;
}

} // namespace

Expected<CodeSnippet> SnippetAssembler::make(const std::string &text) {
  const auto known = known_.find(text);
  if (known != known_.end())
    return known->second;
  OSACA_TRY(const AssembledCode code, assemble(text, isa_, {"", false, "generated code"}));
  return known_.emplace(text, CodeSnippet{text, code.bytes}).first->second;
}

std::string filled(std::string_view text, const RegisterFamily *source, const RegisterFamily *destination) {
  return with_register(with_register(std::string(text), 's', source), 'd', destination);
}

std::string replaced(std::string text, std::string_view what, std::string_view by) {
  for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + by.size()))
    text.replace(at, what.size(), by);
  return text;
}

int line_count(std::string_view text) {
  return text.empty() ? 0 : static_cast<int>(std::ranges::count(text, '\n')) + (text.back() != '\n');
}

} // namespace osaca::measure
