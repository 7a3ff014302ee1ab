// What is measured of calls, and the table that is written. Nothing is timed.
#include "calls/call_table.h"
#include "measure/calls/call_measurer.h"

#include <gmock/gmock.h>

#include <cstring>
#include <set>

namespace osaca::measure::calls {
namespace {

/// The names follow the vector ABI of x86-64: ISA, mask, lanes and parameters.
TEST(VectorNames, HaveASignature) {
  EXPECT_EQ(osaca::text_of(vector_name("_ZGVbN2v_sin").signature), "vector128(vector128)");
  EXPECT_EQ(osaca::text_of(vector_name("_ZGVdN4vv_pow").signature), "vector256(vector256,vector256)");
  EXPECT_EQ(osaca::text_of(vector_name("_ZGVeN16v_expf").signature), "vector512(vector512)");
  EXPECT_EQ(vector_name("_ZGVdN8v_sinf").element_bytes, 4);
  EXPECT_EQ(vector_name("_ZGVdN4v_sin").element_bytes, 8);
  for (const char *name : {"sin", "_ZGV", "_ZGVbM2v_sin", "_ZGVbN_sin", "_ZGVbN99999999999v_sin", "_ZGVxN2v_sin"})
    EXPECT_EQ(vector_name(name).name, "") << name;
}

TEST(CallSubjects, AreNamedOnceAndHaveTheirTypicalClass) {
  std::set<std::string> names;
  for (const CallSubject &subject : known_subjects()) {
    EXPECT_TRUE(names.insert(subject.name).second) << subject.name;
    EXPECT_TRUE(std::ranges::any_of(subject.classes, [&](const auto &one) { return one.name == subject.typical; }))
        << subject.name;
    for (const ArgumentClass &of_class : subject.classes)
      for (const CallTiming timing : {CallTiming::independent, CallTiming::chain})
        EXPECT_GT(call_data(subject, of_class, timing).bytes.size(), std::size_t{calls_per_pass} * 16) << subject.name;
  }
}

// Each call stores its results where nothing else is, and gets a number from the range.
TEST(CallSubjects, ThatStoreTheirResultsGetAddresses) {
  const auto subjects = known_subjects();
  const auto found = std::ranges::find(subjects, "sincos", &CallSubject::name);
  ASSERT_NE(found, subjects.end());
  EXPECT_FALSE(has_chain(*found));
  const CallData data = call_data(*found, found->classes.front(), CallTiming::independent);
  EXPECT_EQ(data.addresses.size(), 2 * calls_per_pass);
  double first = 0;
  std::memcpy(&first, data.bytes.data() + CallData::first_offset, sizeof first);
  EXPECT_GE(first, found->classes.front().ranges.front().low);
  EXPECT_LE(first, found->classes.front().ranges.front().high);
}

MeasuredCalls measured(const CallSubject &subject, double throughput, double latency) {
  MeasuredClass typical{"typical", "1 to 2", {Status::ok, throughput, 0, ""}, Measurement{Status::ok, latency, 0, ""}};
  return {subject, {typical}, "", 0};
}

TEST(CallTables, AreReadBackAsTheyWereWritten) {
  const CallSubject subject = users_subject("lib.so", "mine", *parse_signature("double(double)"), {});
  const std::string yaml = table_yaml({{"a \"cpu\"", "x86-64", "", "2026-11-28", ""}, "core", "lib 1"},
                                      {measured(subject, 12.34, 50), {subject, {}, "not measured", 0}});
  const CallTableReading reading = read_call_table(yaml, "calls.yml", false);
  ASSERT_TRUE(reading.table) << reading.problems.front().text() << yaml;
  ASSERT_EQ(reading.table->functions.size(), 1U);
  EXPECT_EQ(reading.table->cpu, "a \"cpu\"");
  EXPECT_EQ(reading.table->find("mine")->classes.at(0).throughput_cycles, Cycles(123, 10));
  EXPECT_EQ(reading.table->find("mine")->classes.at(0).latency_cycles, Cycles(50));
}

TEST(CallTables, ShareTheTimeOfAllocationWithFree) {
  const auto subjects = known_subjects();
  const auto allocation = std::ranges::find(subjects, "malloc", &CallSubject::name);
  ASSERT_NE(allocation, subjects.end());
  const auto both = with_free({measured(*allocation, 40, 60)});
  ASSERT_EQ(both.size(), 2U);
  EXPECT_EQ(both[1].subject.name, "free");
  EXPECT_EQ(both[0].classes.at(0).throughput.cycles, 20);
  EXPECT_EQ(both[1].classes.at(0).throughput.cycles, 20);
  EXPECT_FALSE(both[1].classes.at(0).latency);
}

} // namespace
} // namespace osaca::measure::calls
