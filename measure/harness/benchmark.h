// Code whose time per round is measured, as text and as machine code.
#pragma once

#include "base/expected.h"
#include "measure/isa/isa_description.h"

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace osaca::measure {

struct CodeSnippet {
  std::string text; ///< one instruction per line
  std::vector<std::uint8_t> bytes;
};

struct Benchmark {
  CodeSnippet beginning;         ///< fills the registers before the first round
  std::vector<CodeSnippet> body; ///< one round
  int instructions = 0;          ///< in the body
  int executions = 1;            ///< of the instruction under test in the body
  VectorEncoding encoding = VectorEncoding::legacy;
  ValueSet values;
  bool changes_memory = false;
  bool uses_x87 = false;
};

/// A benchmark that times a chain, and the helper instructions that the chain contains.
struct LatencyChain {
  Benchmark benchmark;
  std::vector<std::string> helpers; ///< names, once per use in a round
  int reading = 0;                  ///< which of the ways to read a result is used; see ChainBuilder::chains
  int restorer = 0;                 ///< which of the ways to restore a vector is used
};

/// Fills in templates and assembles them. Each text is assembled only once.
class SnippetAssembler {
public:
  explicit SnippetAssembler(Isa isa) : isa_(isa) {}

  [[nodiscard]] Expected<CodeSnippet> make(const std::string &text);

private:
  Isa isa_;
  std::map<std::string, CodeSnippet> known_;
};

/// Replaces {s}, {d} and the placeholders of their narrow parts. Either register may be null if the template does not
/// use it.
[[nodiscard]] std::string filled(std::string_view text, const RegisterFamily *source,
                                 const RegisterFamily *destination);

[[nodiscard]] std::string replaced(std::string text, std::string_view what, std::string_view by);
[[nodiscard]] int line_count(std::string_view text);

} // namespace osaca::measure
