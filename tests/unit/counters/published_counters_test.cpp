// The tables of Molka et al. 2017 as recordings. The figures are not part of the project: without its folder the tests
// are skipped.
#include "measure/counters/event_verdict.h"
#include "measure/counters/stall_events.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <map>
#include <sstream>

namespace osaca::measure {
namespace {

using Kind = EventVerdict::Kind;
using Row = std::map<std::string, std::string>;

/// Fields in quotes may hold commas.
std::vector<std::string> fields_of(const std::string &line) {
  std::vector<std::string> fields(1);
  bool is_quoted = false;
  for (const char c : line) {
    if (c == '"')
      is_quoted = !is_quoted;
    else if (c == ',' && !is_quoted)
      fields.emplace_back();
    else
      fields.back() += c;
  }
  return fields;
}

std::vector<Row> table(const std::string &name) {
  std::ifstream file(std::string(OSACA_REFERENCE) + "/memory/" + name);
  std::vector<Row> rows;
  std::string line;
  std::vector<std::string> heads;
  while (std::getline(file, line)) {
    const std::vector<std::string> fields = fields_of(line);
    if (heads.empty()) {
      heads = fields;
      continue;
    }
    Row row;
    for (std::size_t i = 0; i < std::min(heads.size(), fields.size()); ++i)
      row[heads[i]] = fields[i];
    rows.push_back(row);
  }
  return rows;
}

double number(const Row &row, const std::string &key) {
  const auto found = row.find(key);
  return found == row.end() || found->second.empty() ? 0 : std::stod(found->second);
}

/// Tables 2 and 3: a second of each kind of stress. Only the event that the row names is published for it.
EventMatrix matrix_of(const std::vector<Row> &rows, const std::string &resource_key) {
  EventMatrix matrix;
  for (const Row &row : rows) {
    StressWorkload one{row.at(resource_key) + " " + row.at("access"), row.at(resource_key), row.at("access")};
    one.units = number(row, "transfers_M_per_s") * 1e6;
    one.bytes = number(row, "bandwidth_GBps") * 1e9;
    one.bytes_per_unit = number(row, "bytes_per_transfer");
    one.seconds = 1;
    matrix.workloads.push_back(one);
    if (const std::string &event = row.at("event"); !event.empty() && !matrix.event_named(event))
      matrix.events.push_back(event);
  }
  for (const Row &row : rows) {
    matrix.counts.emplace_back(matrix.events.size());
    if (const auto event = matrix.event_named(row.at("event")))
      matrix.counts.back()[*event] = number(row, "event_max_M_per_s") * 1e6;
  }
  return matrix;
}

class PublishedCounters : public testing::Test {
protected:
  void SetUp() override {
    one_core_ = table("molka17-bandwidth.csv");
    shared_ = table("molka17-shared.csv");
    if (one_core_.empty() || shared_.empty())
      GTEST_SKIP() << "no tables; set OSACA_SHARED_DIR to check against the paper";
  }
  std::vector<Row> one_core_;
  std::vector<Row> shared_;
};

/// M1: as wide as 32 bytes, two loads and one store a cycle of 2.5 GHz.
TEST_F(PublishedCounters, TellWidthAndPortsOfL1) {
  constexpr double clock = 2.5e9;
  for (const Capacity &one : capacities(matrix_of(one_core_, "level")))
    if (one.part.resource == "L1") {
      EXPECT_NEAR(one.bytes_per_second / one.units_per_second, 32, 0.1);
      EXPECT_EQ(std::lround(one.units_per_second / clock), one.part.access == "read" ? 2 : 1);
    }
}

/// M2, M3, M7, and the one figure that contradicts itself.
TEST_F(PublishedCounters, TellCapacitiesAndFlagTheContradiction) {
  std::vector<std::string> contradictory;
  std::size_t parts = 0;
  for (const auto &[rows, key] : {std::pair{one_core_, "level"}, std::pair{shared_, "resource"}})
    for (const Capacity &one : capacities(matrix_of(rows, key))) {
      ++parts;
      if (one.is_contradictory)
        contradictory.push_back(one.part.resource + " " + one.part.access);
    }
  EXPECT_EQ(parts, one_core_.size() + shared_.size());
  EXPECT_THAT(contradictory, testing::ElementsAre("L3 write"));
}

/// M4 and M8: what the paper says of each event follows from its figures.
TEST_F(PublishedCounters, GiveEachEventItsVerdict) {
  const EventMatrix one_core = matrix_of(one_core_, "level");
  const auto kind = [](const EventMatrix &matrix, const std::string &event, const CountedPart &part) {
    return judged(matrix, single_event(event), part).kind;
  };
  EXPECT_EQ(kind(one_core, "L2_TRANS:DEMAND_DATA_RD + L2_TRANS:RFO", {"L2", "read"}), Kind::overcounts);
  EXPECT_EQ(kind(one_core, "OCR_L3-MISS-loc", {"local DRAM", "read"}), Kind::undercounts);
  EXPECT_EQ(kind(one_core, "OCR_L3-MISS-rem", {"remote DRAM", "read"}), Kind::undercounts);
  for (const Row &row : one_core_) {
    const bool is_one = row.at("events_per_transfer") == "1.000";
    EXPECT_EQ(kind(one_core, row.at("event"), {row.at("level"), row.at("access")}) == Kind::exact, is_one)
        << row.at("event");
  }
  const EventMatrix shared = matrix_of(shared_, "resource");
  for (const Row &row : shared_) {
    const EventVerdict found = judged(shared, single_event(row.at("event")), {row.at("resource"), row.at("access")});
    EXPECT_EQ(found.kind, number(row, "expected_events_per_line") == 8 ? Kind::by_factor : Kind::exact)
        << row.at("event");
  }
}

/// At half of the saturated rate half of the part is used; of a capacity that contradicts itself nothing is told.
TEST_F(PublishedCounters, TellUtilisation) {
  const EventMatrix shared = matrix_of(shared_, "resource");
  for (const Capacity &capacity : capacities(shared)) {
    for (const Row &row : shared_)
      if (row.at("resource") == capacity.part.resource && row.at("access") == capacity.part.access) {
        const EventVerdict verdict = judged(shared, single_event(row.at("event")), capacity.part);
        const auto used = utilisation(verdict, capacity, number(row, "event_max_M_per_s") * 1e6 / 2, 1);
        ASSERT_TRUE(used);
        EXPECT_NEAR(*used, 0.5, 0.02) << row.at("event");
      }
  }
  const EventMatrix one_core = matrix_of(one_core_, "level");
  for (const Capacity &capacity : capacities(one_core))
    EXPECT_FALSE(capacity.is_contradictory &&
                 utilisation(judged(one_core, single_event("L2_TRANS:L2_WB"), capacity.part), capacity, 1e6, 1));
}

/// Section 4.1, M5 and M6: rows with figures; what is expected there and what was reported.
TEST_F(PublishedCounters, AgreeWithWhatIsCalledUsable) {
  int judged_rows = 0;
  for (const Row &row : table("molka17-counters.csv")) {
    const std::string &reported = row.at("reported_events_per_line");
    const bool has_figures = !reported.empty() && reported.find_first_not_of("0123456789.") == std::string::npos;
    const double expected = number(row, "expected_events_per_line");
    if (!has_figures || expected == 0 || (row.at("usable") != "yes" && row.at("usable") != "no") ||
        row.at("note").find("half of") == 0)
      continue;
    EventMatrix matrix;
    matrix.events = {"e"};
    matrix.workloads = {{"w", "part", "", 1e6}};
    matrix.counts = {{std::stod(reported) * 1e6}};
    EXPECT_EQ(judged(matrix, single_event("e"), {"part", ""}).is_accepted(), row.at("usable") == "yes")
        << row.at("event") << ", " << row.at("access");
    ++judged_rows;
  }
  EXPECT_GT(judged_rows, 15);
}

/// M9: 53 cycles, of which 24 multiplications leave 29. For dependent ones the paper has words: "too high", "very
/// close".
TEST_F(PublishedCounters, TellStallEventsFromDecoys) {
  double alone = 0;
  double beside = 0;
  double added = 0;
  double chain = 0;
  for (const Row &row : table("molka17-stalls.csv")) {
    const std::string &what = row.at("quantity");
    if (row.at("experiment") == "pointer chase" && what == "time per load")
      alone = number(row, "value");
    if (what == "CYCLE_ACTIVITY:STALLS_LDM_PENDING per load")
      beside = number(row, "value");
    if (what == "reduction of both events")
      added = number(row, "value");
    if (what == "added chain length")
      chain = number(row, "value");
  }
  ASSERT_EQ(alone - beside, added);
  // Decoys equal the latency, shrink as they should, and grow by what the next load waits for.
  EXPECT_EQ(judged_stalls({alone, alone, beside, added, alone + chain, chain}), StallVerdict::grows);
  // The other one is lower by the lookup of L1 (ours: 4 cycles), and stays very close.
  EXPECT_EQ(judged_stalls({alone, alone - 4, beside - 4, added, alone - 3, chain}), StallVerdict::accepted);
  EXPECT_EQ(judged_stalls({alone, 0, 0, added, 0, chain}), StallVerdict::counts_nothing);
  EXPECT_EQ(judged_stalls({alone, alone, alone, added, alone, chain}), StallVerdict::does_not_shrink);
}

/// M10: the two formulas, with their known overlap.
TEST(StallShares, AreTakenApartAsPublished) {
  StallShares loads = taken_apart({1000, 600, 100, 150, 50});
  EXPECT_NEAR(loads.memory, 0.6, 1e-9);
  EXPECT_NEAR(loads.bandwidth, 0.2, 1e-9);
  EXPECT_NEAR(loads.latency, 0.4, 1e-9);
  EXPECT_NEAR(loads.productive, 0.4, 1e-9);
  EXPECT_FALSE(loads.is_contradictory);
  const StallShares stores = taken_apart({1000, 200, 700, 0, 0});
  EXPECT_NEAR(stores.bandwidth, 0.7, 1e-9);
  EXPECT_NEAR(stores.latency, 0, 1e-9);
  const StallShares impossible = taken_apart({1000, 1200, 0, 0, 0});
  EXPECT_TRUE(impossible.is_contradictory);
  EXPECT_EQ(impossible.productive, 0);
}

/// M11: below half productive, most of the rest for bandwidth.
TEST(StallShares, ReadAnApplicationAsPublished) {
  const StallShares found = taken_apart({100, 60, 20, 40, 15});
  EXPECT_LT(found.productive, 0.5);
  EXPECT_GT(found.bandwidth, found.memory / 2);
}

} // namespace
} // namespace osaca::measure
