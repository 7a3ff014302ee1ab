// What three address units make of unrolled code when each access gets its unit by its place in a group of six. The
// expected figures are measurements of such code (AMD EPYC Genoa, 2026).
#include "analysis/graph/core_effects.h"
#include "sample.h"

#include <gtest/gtest.h>

#include <string>

namespace osaca {
namespace {

using namespace sample;

constexpr PortSet units = 0b0111;
constexpr PortSet alu = 0b1000;

FormEntry form_of(const std::string &opcode, std::vector<PortDemand> demands) {
  FormEntry entry;
  entry.opcode = opcode;
  entry.complete = true;
  entry.cost.demands = std::move(demands);
  return entry;
}

/// Cycles that the units take per iteration. L: load, O: load with an operation, A: addition, M: move that is
/// eliminated.
double unit_cycles(const std::string &code, RegionKind region = RegionKind::block) {
  MachineModel::Data data;
  data.core.ports = {{"U0", PortKind::load}, {"U1", PortKind::load}, {"U2", PortKind::load}, {"ALU"}};
  data.core.dispatch_width.value = Cycles(6);
  data.core.grouped_accesses = GroupedAccesses{units, {}};
  data.forms = {form_of("ADD", {{alu, Cycles(1)}}), form_of("LOAD", {{units, Cycles(1)}}),
                form_of("LOADOP", {{units, Cycles(1)}, {alu, Cycles(1)}}), form_of("MOVE", {})};
  std::vector<Instruction> instructions;
  for (const char c : code)
    instructions.push_back(instruction(c == 'L' ? "LOAD" : c == 'O' ? "LOADOP" : c == 'A' ? "ADD" : "MOVE", {}));
  Kernel sequence = kernel(std::move(instructions));
  sequence.region = region;
  CostedKernel placed = bound(sequence, data);
  raise_grouped_accesses(placed);
  Cycles sum;
  for (const PortDemand &demand : placed.demands)
    sum += demand.ports == units ? demand.cycles : Cycles(0);
  return sum.to_double() / 3;
}

TEST(GroupedAccesses, ComeNearMeasuredSequences) {
  struct Row {
    const char *code;
    double cycles;
  };
  for (const Row &row : {Row{"LLA", 0.75}, Row{"ALL", 0.758}, Row{"LAL", 0.746}, Row{"ALO", 0.748}, Row{"LL", 0.666},
                         Row{"LO", 0.67}, Row{"LLAA", 0.664}, Row{"LOM", 0.676}, Row{"LLM", 0.658}, Row{"LLO", 0.99},
                         Row{"LLLAAAA", 1.005}, Row{"LLLLA", 1.337}})
    EXPECT_NEAR(unit_cycles(row.code), row.cycles, 0.02 * row.cycles) << row.code;
}

TEST(GroupedAccesses, AreOfStraightCodeOnly) {
  EXPECT_DOUBLE_EQ(unit_cycles("LLA", RegionKind::loop), 2.0 / 3) << "the jump ends the group";
}

} // namespace
} // namespace osaca
