#include "pipeline/lookup/form_search.h"

#include "base/name_matching.h"
#include "base/text.h"

#include <algorithm>
#include <set>
#include <tuple>

namespace osaca {

FormSearch::FormSearch(Isa isa) : forms_(instruction_forms(isa)), names_(form_names(isa)), encoder_(isa) {}

template <class Fits> std::vector<std::size_t> FormSearch::forms_with(Fits &&fits) const {
  std::vector<std::size_t> found;
  for (std::size_t i = 0; i < std::min(forms_.size(), names_.size()); ++i)
    if (fits(names_[i]))
      found.push_back(i);
  return found;
}

std::vector<std::size_t> FormSearch::with_opcode(std::string_view opcode) const {
  return forms_with([&](const FormNames &names) { return names.opcode == opcode; });
}

std::vector<std::size_t> FormSearch::named(std::string_view name) const {
  const std::string wanted = lower_cased(name);
  const auto fits = [&](const std::string &known) { return glob_matches(wanted, lower_cased(known)); };
  return forms_with(
      [&](const FormNames &names) { return fits(names.opcode) || std::ranges::any_of(names.mnemonics, fits); });
}

std::vector<FormSearch::Example> FormSearch::examples(const std::vector<std::size_t> &forms) {
  std::vector<Example> made;
  for (const std::size_t form : forms)
    if (Expected<EncodedInstruction> example = encode_example(encoder_, forms_[form]))
      made.push_back({names_[form].mnemonics.empty() ? "" : names_[form].mnemonics.front(), *std::move(example)});
  const auto key = [](const Example &example) {
    return std::tie(example.mnemonic, example.encoded.instruction.opcode);
  };
  std::ranges::sort(made, [&](const Example &a, const Example &b) { return key(a) < key(b); });
  return made;
}

std::vector<std::string> FormSearch::names() const {
  std::set<std::string> all;
  for (const FormNames &names : names_) {
    all.insert(names.mnemonics.begin(), names.mnemonics.end());
    all.insert(names.opcode);
  }
  return {all.begin(), all.end()};
}

} // namespace osaca
