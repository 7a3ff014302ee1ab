// Every form that a shipped model lists is one that a decoder makes: a name that only LLVM's code generator uses
// (AArch64's ADDXrr, which is read back as ADDXrs) would never be found, and its figures would be dead. LLVM's
// disassembler is asked.
#include "decode/decoder.h"
#include "measure/tables/example_forms.h"
#include "model/library/library.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace osaca::measure {
namespace {

std::vector<std::string> decoded_names(Isa isa) {
  ExampleForms examples(isa);
  std::vector<std::string> names;
  for (const InstructionForm &form : instruction_forms(isa)) {
    // LLVM's disassembler may report another opcode for the same machine code.
    const bool is_ordinary = form.group == InstructionForm::Group::ordinary;
    const std::string same_as = is_ordinary ? examples.shape(form.opcode).same_as : "";
    names.push_back(same_as.empty() ? form.opcode : same_as);
  }
  std::ranges::sort(names);
  names.erase(std::unique(names.begin(), names.end()), names.end());
  return names;
}

std::span<const std::string> decoded(Isa isa) {
  static std::map<Isa, std::vector<std::string>> known;
  const auto [found, fresh] = known.try_emplace(isa);
  if (fresh)
    found->second = decoded_names(isa);
  return found->second;
}

TEST(ShippedForms, AreMadeByADecoder) {
  int models = 0;
  for (const auto &file : std::filesystem::recursive_directory_iterator(OSACA_MODELS)) {
    const std::string folder = file.path().parent_path().filename().string();
    if (file.path().extension() != ".yml" || folder == "counters")
      continue;
    ++models;
    for (const Error &problem : check_model_file(file.path().string(), decoded))
      if (problem.text().find("opcode") != std::string::npos)
        ADD_FAILURE() << problem.text();
  }
  EXPECT_GE(models, 17);
}

TEST(ShippedForms, WouldBeMissedUnderNamesOfTheCodeGenerator) {
  const auto is_made = [](Isa isa, const char *name) {
    const auto names = decoded(isa);
    return std::ranges::binary_search(names, name);
  };
  EXPECT_FALSE(is_made(Isa::aarch64, "ADDXrr"));
  EXPECT_TRUE(is_made(Isa::aarch64, "ADDXrs"));
  EXPECT_TRUE(is_made(Isa::aarch64, "Bcc"));
  EXPECT_TRUE(is_made(Isa::x86_64, "ADD64rr"));
  EXPECT_TRUE(is_made(Isa::x86_64, "LOOP"));
  EXPECT_FALSE(is_made(Isa::x86_64, "MOV32r0"));
}

} // namespace
} // namespace osaca::measure
