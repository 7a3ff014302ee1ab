// Latencies of chains that put vectors back, on a core that was made up: values reach some operations late from others.
// Whatever a core makes late, the latency that comes out is that of the form.
#include "decode/decoder.h"
#include "measure/forms/form_measurer.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>

namespace osaca::measure {
namespace {

enum class Kind { logic, integer, shuffle, product, other };

Kind kind_of_code(const std::string &mnemonic) {
  const auto begins = [&](const char *head) {
    return mnemonic.starts_with(head) || mnemonic.starts_with(std::string("v") + head);
  };
  if (begins("and") || begins("or"))
    return Kind::logic;
  if (begins("palignr") || begins("pshuf") || begins("movshdup") || begins("unpck"))
    return Kind::shuffle;
  if (begins("pand") || begins("por") || begins("paddd"))
    return Kind::integer;
  return begins("mul") || begins("cvtdq2ps") || begins("div") ? Kind::product : Kind::other;
}

using Late = double (*)(Kind from, Kind to);

double cycles_of_code(const std::string &mnemonic) {
  return kind_of_code(mnemonic) != Kind::product ? 1 : mnemonic.find("div") != std::string::npos ? 11 : 4;
}

/// Cycles of a round, with any number of units.
double chain_cycles(const Benchmark &benchmark, Late late) {
  struct Value {
    double ready = 0;
    Kind maker = Kind::other;
  };
  std::vector<std::uint8_t> bytes;
  for (const CodeSnippet &piece : benchmark.body)
    bytes.insert(bytes.end(), piece.bytes.begin(), piece.bytes.end());
  const Expected<Kernel> kernel = decode_block(bytes, Isa::x86_64, {});
  EXPECT_TRUE(kernel);
  if (!kernel)
    return 0;
  constexpr int rounds = 20;
  std::map<int, Value> units;
  double half = 0;
  double last = 0;
  for (int round = 0; round < 2 * rounds; ++round) {
    for (const Instruction &instruction : kernel->instructions) {
      const Kind kind = kind_of_code(instruction.mnemonic);
      double begin = 0;
      double later = 0;
      const bool is_copy_of_constant = instruction.mnemonic.find("mova") != std::string::npos;
      for (const Operand &operand : instruction.operands)
        if (const Register *reg = as_register(operand); reg != nullptr && operand.read && !is_copy_of_constant)
          for (const std::uint16_t unit : reg->units) {
            begin = std::max(begin, units[unit].ready);
            later = std::max(later, units[unit].ready > 0 ? late(units[unit].maker, kind) : 0);
          }
      const double ready = is_copy_of_constant ? 0 : begin + later + cycles_of_code(instruction.mnemonic);
      for (const Operand &operand : instruction.operands)
        if (const Register *reg = as_register(operand); reg != nullptr && operand.written)
          for (const std::uint16_t unit : reg->units)
            units[unit] = {ready, kind};
      last = std::max(last, ready);
    }
    if (round + 1 == rounds)
      half = last;
  }
  return (last - half) / rounds;
}

/// As the measurer does it, with this core's times.
double latency_on(FormGenerator &generator, const GeneratedForm &form, const GeneratedForm::Chain &chain, Late late) {
  const auto alone = helper_chains(generator.description(form.encoding), generator.pieces(), form.encoding);
  EXPECT_TRUE(alone);
  std::map<std::string, double> restoring;
  for (const HelperChain &one : *alone)
    if (one.helpers.size() == 1 && one.helpers.begin()->first.starts_with("restore_vector"))
      restoring[one.helpers.begin()->first] = chain_cycles(one.benchmark, late);
  std::vector<WayFigure> figures;
  for (const LatencyChain &way : chain.ways) {
    if (!may_be_quicker(way, figures, std::nullopt))
      continue;
    double cycles = chain_cycles(way.benchmark, late);
    for (const std::string &name : way.helpers)
      cycles -= restoring[name];
    figures.push_back({way.reading, way.restorer, cycles});
  }
  const WayFigure *counts = counting_way(figures);
  return counts == nullptr ? -1 : counts->cycles;
}

/// Between registers only, for a form and from an operand to its result.
double latency_of(const std::string &opcode, const std::string &from, Late late) {
  static FormGenerator generator(Isa::x86_64, VectorEncoding::avx512);
  static const std::vector<InstructionForm> forms = instruction_forms(Isa::x86_64);
  const auto form = std::ranges::find_if(forms, [&](const InstructionForm &one) { return one.opcode == opcode; });
  if (form == forms.end())
    return -1;
  const GeneratedForm made = generator.generate(*form);
  for (const GeneratedForm::Chain &chain : made.chains)
    if (text_of(chain.pair.from) == from && text_of(chain.pair.to) == "0")
      return latency_on(generator, made, chain, late);
  return -1;
}

double never(Kind, Kind) { return 0; }

/// Products to logic, and integers to products.
double as_on_some(Kind from, Kind to) {
  return from == Kind::product && to == Kind::logic ? 0.5 : from == Kind::integer && to == Kind::product ? 1 : 0;
}

/// All that floating-point units make is late for integers, shuffles among them, and the other way round.
double as_on_others(Kind from, Kind to) {
  const auto is_float = [](Kind kind) { return kind == Kind::product || kind == Kind::logic; };
  return is_float(from) != is_float(to) ? 1 : 0;
}

TEST(Restorers, DoNotMakeFormsSlower) {
  struct Row {
    const char *opcode;
    const char *from;
    double cycles;
  };
  for (const Late late : {never, as_on_some, as_on_others})
    for (const Row &row :
         {Row{"VCVTDQ2PSrr", "1", 4}, Row{"VDIVPSrr", "1", 11}, Row{"VDIVPSYrr", "2", 11}, Row{"VMULPSrr", "1", 4},
          Row{"VPADDDrr", "1", 1}, Row{"VPADDDrr", "2", 1}, Row{"VUNPCKLPSrr", "1", 1}})
      EXPECT_NEAR(latency_of(row.opcode, row.from, late), row.cycles, 0.01) << row.opcode;
}

TEST(Restorers, OfOldEncodingsTakeTheSameOntoThemselves) {
  for (const Late late : {never, as_on_some})
    for (const char *opcode : {"PADDDrr", "MULPSrr", "CVTDQ2PSrr"})
      EXPECT_NEAR(latency_of(opcode, "1", late), std::string(opcode) == "PADDDrr" ? 1 : 4, 0.01) << opcode;
}

LatencyChain way_by(int restorer, int reading = 0) {
  LatencyChain way;
  way.restorer = restorer;
  way.reading = reading;
  return way;
}

TEST(MayBeQuicker, UntilTwoAgreeOrNothingCanBe) {
  EXPECT_TRUE(may_be_quicker(way_by(0), {}, std::nullopt));
  EXPECT_TRUE(may_be_quicker(way_by(1), {{0, 0, 4.4}}, std::nullopt));
  EXPECT_TRUE(may_be_quicker(way_by(2), {{0, 0, 4.4}, {0, 1, 4.0}}, std::nullopt));
  EXPECT_FALSE(may_be_quicker(way_by(2), {{0, 0, 4.0}, {0, 1, 4.01}}, std::nullopt)) << "two agree";
  EXPECT_FALSE(may_be_quicker(way_by(1), {{0, 0, 1.0}}, std::nullopt)) << "nothing is quicker than a cycle";
  EXPECT_FALSE(may_be_quicker(way_by(1), {{0, 0, 4.0}}, 4.0)) << "a chain of the form alone takes as long";
  EXPECT_TRUE(may_be_quicker(way_by(1), {{0, 0, 4.4}}, 4.0));
  EXPECT_TRUE(may_be_quicker(way_by(1, 1), {{0, 0, 4.0}, {0, 1, 4.0}}, std::nullopt)) << "another part of the result";
}

TEST(CountingWay, IsTheSlowestReadingByItsQuickestChain) {
  const std::vector<WayFigure> figures = {{0, 0, 4.4}, {0, 1, 4.0}, {1, 0, 5.0}, {1, 1, 6.0}};
  EXPECT_EQ(counting_way(figures), &figures[2]);
  EXPECT_EQ(counting_way({}), nullptr);
}

} // namespace
} // namespace osaca::measure
