// ECM-Model's predictions once more, now from its machines' legs and the kernels' lines instead of from the terms.
#include "published_rows.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace osaca::accuracy {
namespace {

/// Lines read (with those that are read to be overwritten) and written, per line of each array.
const std::map<std::string, LevelTraffic> &lines_of_kernels() {
  static const std::map<std::string, LevelTraffic> lines = {
      {"load", {1, 0, {}}},  {"sum", {1, 0, {}}},    {"load2", {2, 0, {}}},  {"ddot", {2, 0, {}}},
      {"load4", {4, 0, {}}}, {"store", {1, 1, {}}},  {"store2", {2, 2, {}}}, {"store4", {4, 4, {}}},
      {"copy", {2, 1, {}}},  {"update", {1, 1, {}}}, {"daxpy", {2, 1, {}}},  {"stream", {3, 1, {}}},
      {"triad", {4, 1, {}}}};
  return lines;
}

struct PrintedLeg {
  const char *read;
  const char *write;
  bool full_duplex;
};

/// "L1r", "L2r+L2w", ...: what the composition says of directions. AMD's caches move lines both ways at the same time,
/// of Intel's the L3; memory never does.
std::vector<PrintedLeg> legs_of(bool is_overlapped) {
  return {{"L1L2_read_cy_per_line", "L1L2_write_cy_per_line", is_overlapped},
          {"L2L3_read_cy_per_line", "L2L3_write_cy_per_line", true},
          {"MEM_read_cy_per_line", "MEM_write_cy_per_line", false}};
}

bool is_overlapped(const ReferenceRow &machine) { return machine.at("composition").ends_with("Mr+Mw)"); }

MemoryHierarchy hierarchy_of_machine(const ReferenceRow &machine) {
  MemoryHierarchy hierarchy =
      hierarchy_of_terms(is_overlapped(machine) ? Composition::overlapped : Composition::serial);
  const std::vector<PrintedLeg> legs = legs_of(is_overlapped(machine));
  for (std::size_t i = 0; i < legs.size(); ++i) {
    hierarchy.levels[i].read_cycles = printed_cycles(machine, legs[i].read).value();
    hierarchy.levels[i].write_cycles = printed_cycles(machine, legs[i].write).value();
    hierarchy.levels[i].full_duplex = legs[i].full_duplex;
  }
  return hierarchy;
}

/// How far rounded figures of the machine can lead the sum of the legs up to a level astray.
double rounding_of_legs(const ReferenceRow &machine, const LevelTraffic &lines) {
  double rounding = 0;
  for (const PrintedLeg &leg : legs_of(false))
    rounding += lines.lines_read.to_double() * printed_rounding(machine, leg.read) +
                lines.lines_written.to_double() * printed_rounding(machine, leg.write);
  return rounding;
}

TEST(PublishedMachines, LegsAndLinesGiveThePublishedTermsAndPredictions) {
  const auto predictions = reference_rows(OSACA_MEMORY_REFERENCE "/ecm-published-predictions.csv");
  const auto machines = reference_rows(OSACA_MEMORY_REFERENCE "/ecm-machines.csv");
  if (!predictions || !machines)
    GTEST_SKIP() << "no published tables";
  int reproduced = 0;
  for (const ReferenceRow &row : *predictions) {
    if (row.at("source") != "ECM-Model 582e411")
      continue;
    const auto machine = std::ranges::find_if(*machines, [&](const ReferenceRow &candidate) {
      return candidate.at("source") == row.at("source") + " " + row.at("where");
    });
    ASSERT_NE(machine, machines->end()) << row.at("where");
    const std::string what = row.at("kernel") + " " + row.at("where") + " " + row.at("level");
    const MemoryHierarchy hierarchy = hierarchy_of_machine(*machine);
    const LevelTraffic lines = lines_of_kernels().at(row.at("kernel"));
    IterationDemand demand = demand_of_terms(row);
    demand.traffic.assign(3, lines);
    const double rounding = rounding_of(row) + rounding_of_legs(*machine, lines);
    const char *terms[] = {"T_L1L2_cy", "T_L2L3_cy", "T_L3Mem_cy"};
    for (std::size_t i = 0; i < 3; ++i)
      EXPECT_NEAR(leg_cycles(hierarchy.levels[i], lines).to_double(), printed_cycles(row, terms[i])->to_double(),
                  rounding)
          << what;
    EXPECT_NEAR(predict_level(demand, hierarchy, level_index(row.at("level"))).cycles_per_iteration.to_double(),
                printed_cycles(row, "predicted_cy")->to_double(), rounding)
        << what;
    ++reproduced;
  }
  EXPECT_EQ(reproduced, 832);
}

/// By hand, from ECM-Model's Cascade Lake (SNC on, 256 bits): a copy of 8 doubles.
TEST(PublishedMachines, ACopyOnCascadeLake) {
  MemoryHierarchy hierarchy = hierarchy_of_terms(Composition::serial);
  hierarchy.levels[0].write_cycles = 1;
  hierarchy.levels[1].read_cycles = hierarchy.levels[1].write_cycles = 4;
  hierarchy.levels[1].full_duplex = true;
  hierarchy.levels[2].read_cycles = Cycles(2286, 1000);
  hierarchy.levels[2].write_cycles = Cycles(2909, 1000);
  IterationDemand demand;
  demand.core_cycles = demand.l1_cycles = 2;
  demand.traffic.assign(3, {2, 1, {}});
  EXPECT_EQ(predict_level(demand, hierarchy, 0).cycles_per_iteration, Cycles(5));
  EXPECT_EQ(predict_level(demand, hierarchy, 1).cycles_per_iteration, Cycles(13));
  EXPECT_NEAR(predict_level(demand, hierarchy, 2).cycles_per_iteration.to_double(), 20.48, 0.005);
}

} // namespace
} // namespace osaca::accuracy
