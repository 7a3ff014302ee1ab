#include "render/words/parts.h"

namespace osaca {
namespace {

/// In a sentence, "through and and lea" cannot be read; nor can nothing.
std::string in_a_sentence(const std::string &mnemonic) {
  if (mnemonic.empty())
    return "a line that could not be read";
  const bool is_a_word = mnemonic == "and" || mnemonic == "or" || mnemonic == "not" || mnemonic == "in";
  return is_a_word ? "'" + mnemonic + "'" : mnemonic;
}

} // namespace

std::string enumerated(const Mnemonics &mnemonics) {
  constexpr std::size_t most = 3;
  std::string text;
  for (std::size_t i = 0; i < mnemonics.size(); ++i) {
    if (i == most)
      return text + " and " + std::to_string(mnemonics.size() - most) + " more";
    if (i > 0)
      text += i + 1 == mnemonics.size() ? " and " : ", ";
    text += in_a_sentence(mnemonics[i]);
  }
  return text;
}

std::string text_of_few(Cycles cycles) { return cycles.text(cycles < Cycles(1) ? 3 : 2); }

std::string at_least(bool complete) { return complete ? "" : "at least "; }

} // namespace osaca
