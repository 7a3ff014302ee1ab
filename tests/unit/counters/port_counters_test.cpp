#include "measure/counters/event_list.h"

#include <gmock/gmock.h>

#include <numeric>
#include <set>

namespace osaca::measure {
namespace {

PortCounters shipped(const ProcessorIdentity &processor) {
  const auto found = port_counters_of(processor, shipped_port_counters(), "ports.yml");
  EXPECT_TRUE(found) << (found ? "" : found.error().text());
  return found ? *found : PortCounters{};
}

TEST(PortCounterList, HasEachCounterOnceAndItsSource) {
  for (const int model : {143, 207, 106, 94}) {
    const PortCounters found = shipped({"GenuineIntel", 6, model});
    EXPECT_FALSE(found.source.empty());
    std::set<std::uint64_t> configs;
    for (const PortCounter &one : found.counters)
      EXPECT_TRUE(configs.insert(one.event.config).second) << one.event.name;
  }
}

/// The vendor's names say which ports: PORT_2_3_10 are three.
TEST(PortCounterList, CountsThePortsThatItsNamesName) {
  for (const int model : {207, 106, 94})
    for (const PortCounter &one : shipped({"GenuineIntel", 6, model}).counters) {
      const std::string ports = one.event.name.substr(one.event.name.rfind("PORT_") + 4);
      EXPECT_EQ(one.ports, std::ranges::count(ports, '_')) << one.event.name;
    }
}

TEST(PortCounterList, SaysWhereThereAreNone) {
  EXPECT_THAT(shipped({"AuthenticAMD", 25, 17}).reason, testing::HasSubstr("no counters of integer pipes"));
  EXPECT_TRUE(shipped({"AuthenticAMD", 25, 17}).counters.empty());
  EXPECT_THAT(shipped({"GenuineIntel", 6, 1}).reason, testing::HasSubstr("are known"));
}

TEST(PortCounterList, IsReadAsHostileInput) {
  const ProcessorIdentity any{"GenuineIntel", 6, 1};
  for (const std::string_view text :
       {"", "schema: other\ncores: []\n", "schema: osaca-port-counters-1\ncores: 5\nmore: 1\n",
        "schema: osaca-port-counters-1\ncores: [{vendor: a, family: 6, models: [1], counters: [{name: a, event: "
        "0x1000, umask: 1, ports: 1}]}]\n",
        "schema: osaca-port-counters-1\ncores: [{vendor: a, family: 6, models: 1, counters: []}]\n"}) {
    const auto found = port_counters_of(any, text, "x.yml");
    ASSERT_FALSE(found) << text;
    EXPECT_FALSE(found.error().message.empty());
  }
}

TEST(Processor, NamesItself) {
  const ProcessorIdentity found =
      processor_in("processor\t: 0\nvendor_id\t: GenuineIntel\ncpu family\t: 6\nmodel\t\t: 207\n"
                   "model name\t: Some Model 5\nmodel\t: 9\n");
  EXPECT_EQ(found.vendor, "GenuineIntel");
  EXPECT_EQ(found.family, 6);
  EXPECT_EQ(found.model, 207);
  EXPECT_EQ(processor_in("model : 99999999999999\nno colon").model, 0);
}

} // namespace
} // namespace osaca::measure
