#include "measure/tables/build.h"
#include "measure/tables/example_forms.h"
#include "measure/tables/subject.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdio>
#include <fstream>

#include <unistd.h>

namespace osaca::measure {
namespace {

using testing::HasSubstr;

MeasurementFile measured(const std::string &opcode, double throughput, double latency) {
  MeasurementFile file;
  file.machine = {"a machine", "x86-64", "znver4", "2026-01-02", "a method"};
  MeasuredForm form;
  form.opcode = opcode;
  form.status = FormStatus::ok;
  form.throughput = {plain_throughput(throughput)};
  form.latencies = {plain_latency("0", "0", latency), plain_latency("1", "0", latency)};
  file.forms = {form};
  return file;
}

BuiltModel built(const MeasurementFile &file) {
  const auto base = open_model("zen4");
  EXPECT_TRUE(base);
  ExampleForms examples(Isa::x86_64);
  return build_model({file}, *base, examples, {"mine", {}});
}

TEST(Build, SaysWhatWasMeasuredAndIsReadable) {
  const BuiltModel made = built(measured("IMUL64rr", 2.0, 5.02));
  EXPECT_EQ(made.taken, 1);
  EXPECT_EQ(made.scaled_ports, 1);
  EXPECT_THAT(made.yaml, HasSubstr("2026-01-02"));
  const std::string path = testing::TempDir() + "model_tools_build_" + std::to_string(getpid()) + ".yml";
  std::ofstream(path) << made.yaml;
  const auto model = open_model(path);
  std::remove(path.c_str());
  ASSERT_TRUE(model) << model.error().text() << made.yaml;
  const auto entry = model->find("IMUL64rr");
  ASSERT_TRUE(entry);
  EXPECT_EQ(entry->cost.latency_cycles, Cycles(5));
}

TEST(Build, KeepsPortsThatGiveTheThroughput) {
  const BuiltModel made = built(measured("IMUL64rr", 1.01, 3.0));
  EXPECT_EQ(made.same_ports, 1);
}

TEST(Build, WritesFormsWithEverythingInCommonOnce) {
  MeasurementFile file = measured("ADD64rr", 0.25, 1.0);
  for (const char *opcode : {"SUB64rr", "IMUL64rr"}) {
    const MeasurementFile more =
        opcode == std::string("IMUL64rr") ? measured(opcode, 1.0, 3.0) : measured(opcode, 0.25, 1.0);
    file.forms.push_back(more.forms.front());
  }
  const BuiltModel made = built(file);
  EXPECT_EQ(made.taken, 3);
  EXPECT_THAT(made.yaml, HasSubstr("match: [ADD64rr, SUB64rr]\n"));
  EXPECT_THAT(made.yaml, HasSubstr("match: [IMUL64rr]\n"));
}

// Copies of it wait for each other through the memory, whatever the ports could do.
TEST(Build, KeepsPortsOfWhatChangesMemoryInPlace) {
  const BuiltModel made = built(measured("ADD64mr", 8.0, 1.0));
  EXPECT_EQ(made.scaled_ports, 0);
  EXPECT_EQ(made.kept_ports, 1);
  EXPECT_THAT(made.yaml, HasSubstr("# measured: 8.00 cycles per copy"));
}

TEST(Build, InventsNoPorts) {
  const BuiltModel made = built(measured("NO_SUCH_OPCODE", 1, 1));
  EXPECT_EQ(made.taken, 0);
  EXPECT_EQ(made.not_expressed, 1);
  EXPECT_THAT(made.yaml, HasSubstr("# NO_SUCH_OPCODE"));
}

} // namespace
} // namespace osaca::measure
