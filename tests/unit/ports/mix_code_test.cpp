// Code of mixes: whoever reads and writes what is asked of the decoder, not of what made the code.
#include "measure/ports/port_timer.h"
#include "measure/ports/prepared_form.h"

#include "decode/decoder.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

namespace osaca::measure {
namespace {

class MixCodeTest : public testing::Test {
protected:
  MixCodeTest() : preparer_(Isa::x86_64, VectorEncoding::avx512) {
    for (const InstructionForm &form : instruction_forms(Isa::x86_64))
      known_.emplace(form.opcode, form);
  }

  int add(const std::string &opcode) {
    forms_.push_back(preparer_.prepare(known_.at(opcode)));
    EXPECT_EQ(forms_.back().reason, "") << opcode;
    return static_cast<int>(forms_.size()) - 1;
  }

  std::vector<Instruction> code_of(const Mix &mix) {
    const auto code = mix_code(preparer_, forms_, mix);
    EXPECT_TRUE(code) << code.error().text();
    std::vector<std::uint8_t> bytes;
    if (code)
      for (const CodeSnippet &piece : code->benchmark.body)
        bytes.insert(bytes.end(), piece.bytes.begin(), piece.bytes.end());
    const auto kernel = decode_block(bytes, Isa::x86_64, {});
    EXPECT_TRUE(kernel);
    return kernel ? kernel->instructions : std::vector<Instruction>{};
  }

  FormPreparer preparer_;
  std::map<std::string, InstructionForm> known_;
  std::vector<PreparedForm> forms_;
};

std::set<std::uint16_t> units(const Instruction &instruction, bool written) {
  std::set<std::uint16_t> made;
  for (const Operand &operand : instruction.operands) {
    if (const Register *reg = as_register(operand); reg != nullptr && (written ? operand.written : operand.read))
      made.insert(reg->units.begin(), reg->units.end());
    if (const MemoryOperand *memory = as_memory(operand); memory != nullptr && !written)
      for (const auto &part : {memory->base, memory->index})
        if (part)
          made.insert(part->units.begin(), part->units.end());
  }
  return made;
}

bool share(const std::set<std::uint16_t> &a, const std::set<std::uint16_t> &b) {
  return std::ranges::any_of(a, [&](std::uint16_t unit) { return b.contains(unit); });
}

/// Of two different forms: what one writes the other does not read, flags apart, which are set anew all the time.
TEST_F(MixCodeTest, FormsDoNotReadWhatOthersWrite) {
  for (const char *name : {"ADD64rr", "IMUL64rri32", "SHL64rCL", "MUL64r", "VADDPDrr", "VFMADD213PDr", "VPADDDZrr",
                           "MOV64rm", "MOV64mr", "VMOVPQIto64rr", "KANDQkk", "CMOV64rr"})
    add(name);
  int checked = 0;
  for (std::size_t a = 0; a < forms_.size(); ++a)
    for (std::size_t b = 0; b < a; ++b) {
      const std::vector<Instruction> code = code_of({{static_cast<int>(a), 3}, {static_cast<int>(b), 2}});
      for (const Instruction &one : code)
        for (const Instruction &other : code) {
          const bool are_the_forms = (one.opcode == forms_[a].facts.name && other.opcode == forms_[b].facts.name) ||
                                     (one.opcode == forms_[b].facts.name && other.opcode == forms_[a].facts.name);
          if (!are_the_forms)
            continue;
          std::set<std::uint16_t> read = units(other, false);
          for (const Operand &operand : other.operands)
            if (const Register *reg = as_register(operand); reg != nullptr && reg->kind == RegisterKind::flag)
              for (const std::uint16_t unit : reg->units)
                read.erase(unit);
          EXPECT_FALSE(share(units(one, true), read)) << one.text << " / " << other.text;
          ++checked;
        }
    }
  EXPECT_GT(checked, 1000);
}

TEST_F(MixCodeTest, FormsThatOnlyWriteDoNotWaitForThemselves) {
  const int form = add("VPSHUFBrr");
  for (const Instruction &one : code_of({{form, 1}}))
    EXPECT_FALSE(share(units(one, true), units(one, false))) << one.text;
}

TEST_F(MixCodeTest, FormsThatUpdateARegisterGetSeveral) {
  const int form = add("VFMADD213PDr");
  std::set<std::uint16_t> written;
  for (const Instruction &one : code_of({{form, 1}}))
    for (const std::uint16_t unit : units(one, true))
      written.insert(unit);
  EXPECT_GE(written.size(), 10U);
}

TEST_F(MixCodeTest, CopiesAreInterleavedInTheRightNumbers) {
  const int add_form = add("ADD64rr");
  const int load = add("MOV64rm");
  const std::vector<Instruction> code = code_of({{add_form, 4}, {load, 2}});
  int adds = 0;
  int loads = 0;
  int in_a_row = 0;
  for (const Instruction &one : code) {
    (one.opcode == "MOV64rm" ? loads : adds) += 1;
    in_a_row = one.opcode == "MOV64rm" ? 0 : in_a_row + 1;
    EXPECT_LE(in_a_row, 3);
  }
  EXPECT_EQ(adds, 2 * loads);
}

TEST_F(MixCodeTest, LoadsAndStoresHaveDifferentLines) {
  const int load = add("MOV64rm");
  const int store = add("MOV64mr");
  constexpr std::int64_t line_bytes = 64;
  std::set<std::int64_t> loaded;
  std::set<std::int64_t> stored;
  for (const Instruction &one : code_of({{load, 1}, {store, 1}}))
    for (const Operand &operand : one.operands)
      if (const MemoryOperand *memory = as_memory(operand))
        (operand.written ? stored : loaded).insert(memory->displacement / line_bytes);
  EXPECT_FALSE(loaded.empty());
  EXPECT_FALSE(stored.empty());
  for (const std::int64_t line : stored)
    EXPECT_FALSE(loaded.contains(line));
}

TEST_F(MixCodeTest, LoadsReadDifferentWords) {
  const int load = add("MOVZX32rm8");
  std::set<std::int64_t> words;
  for (const Instruction &one : code_of({{load, 1}}))
    for (const Operand &operand : one.operands)
      if (const MemoryOperand *memory = as_memory(operand)) {
        EXPECT_TRUE(words.insert(memory->displacement / 8).second) << one.text;
      }
  EXPECT_GE(words.size(), 30U);
}

TEST_F(MixCodeTest, StoresOfDifferentFormsDoNotOverlap) {
  const int narrow = add("MOV64mr");
  const int wide = add("VMOVUPSYmr");
  std::set<std::int64_t> bytes;
  int bytes_seen = 0;
  int bytes_stored = 0;
  for (const Instruction &one : code_of({{narrow, 2}, {wide, 1}}))
    for (const Operand &operand : one.operands)
      if (const MemoryOperand *memory = as_memory(operand); memory != nullptr)
        for (int i = 0; i < memory->width_bytes; ++i) {
          bytes_seen += bytes.insert(memory->displacement + i).second ? 1 : 0;
          ++bytes_stored;
        }
  EXPECT_EQ(bytes_seen, bytes_stored);
  EXPECT_GT(bytes_stored, 300);
}

// Where code that writes wide vectors and code from before these follow each other, some cores take hundreds of cycles.
TEST_F(MixCodeTest, OldVectorCodeIsNotMixedWithWideVectors) {
  const int old = add("MULPSrr");
  const int old_load = add("LDDQUrm");
  const int narrow = add("VMULPSrr");
  const int wide = add("VMULPSYrr");
  const int wide_load = add("VMOVUPSYrm");
  const int wide_store = add("VMOVUPSYmr");
  const int general = add("ADD64rr");
  for (const int one : {old, old_load}) {
    EXPECT_FALSE(mix_code(preparer_, forms_, {{one, 1}, {wide, 1}}));
    EXPECT_FALSE(mix_code(preparer_, forms_, {{one, 1}, {wide_load, 1}}));
    EXPECT_FALSE(mix_code(preparer_, forms_, {{one, 1}, {wide_store, 1}})); // it only reads them
    for (const int other : {narrow, general})
      EXPECT_TRUE(mix_code(preparer_, forms_, {{one, 1}, {other, 1}}));
  }
  EXPECT_TRUE(mix_code(preparer_, forms_, {{narrow, 1}, {wide, 1}, {general, 1}}));
}

TEST_F(MixCodeTest, BothOrdersHaveTheSameCopies) {
  const int quick = add("ADD64rr");
  const int slow = add("IMUL64rri32");
  MixCodeOptions options;
  const auto even = mix_code(preparer_, forms_, {{quick, 5}, {slow, 1}}, options);
  options.order = CopyOrder::shuffled;
  const auto shuffled = mix_code(preparer_, forms_, {{quick, 5}, {slow, 1}}, options);
  ASSERT_TRUE(even);
  ASSERT_TRUE(shuffled);
  const auto slow_places = [](const MixCode &code) {
    std::vector<std::size_t> made;
    for (std::size_t i = 0; i < code.benchmark.body.size(); ++i)
      if (code.benchmark.body[i].text.starts_with("imul"))
        made.push_back(i);
    return made;
  };
  EXPECT_EQ(even->rounds, shuffled->rounds);
  EXPECT_EQ(even->benchmark.body.size(), shuffled->benchmark.body.size());
  EXPECT_EQ(slow_places(*even).size(), slow_places(*shuffled).size());
  EXPECT_NE(slow_places(*even), slow_places(*shuffled));
}

TEST_F(MixCodeTest, ShortChainsAreGivenFewerRegisters) {
  const int quick = add("ADD64rr");
  const int slow = add("IMUL64rr");
  forms_[static_cast<std::size_t>(slow)].update_cycles = 3;
  std::map<std::string, std::set<std::string>> written;
  for (const Instruction &one : code_of({{quick, 5}, {slow, 1}}))
    for (const Operand &operand : one.operands)
      if (const Register *reg = as_register(operand);
          reg != nullptr && operand.written && reg->kind == RegisterKind::gpr)
        written[one.opcode].insert(reg->name);
  EXPECT_GE(written["IMUL64rr"].size(), 3U); // one per cycle, three cycles each
  EXPECT_GE(written["ADD64rr"].size(), 5U);
}

TEST_F(MixCodeTest, VariantsHaveTheirOperands) {
  const PreparedForm zeroing = preparer_.prepare(known_.at("XOR32rr"), FormVariant::same_register);
  forms_.push_back(zeroing);
  for (const Instruction &one : code_of({{0, 1}}))
    EXPECT_EQ(one.text.substr(one.text.find('%'), 4), one.text.substr(one.text.rfind('%'), 4)) << one.text;
  forms_ = {preparer_.prepare(known_.at("LEA64r"), FormVariant::scaled_index)};
  for (const Instruction &one : code_of({{0, 1}}))
    EXPECT_NE(one.text.find(",4)"), std::string::npos) << one.text;
}

TEST_F(MixCodeTest, MostOfTheDefaultListIsReady) {
  int ready = 0;
  for (const std::string_view name : default_port_forms()) {
    const auto form = known_.find(std::string(name));
    ready += form != known_.end() && preparer_.prepare(form->second).reason.empty();
  }
  EXPECT_GE(ready, static_cast<int>(default_port_forms().size()) * 95 / 100);
}

} // namespace
} // namespace osaca::measure
