#include "render/json/json_documents.h"

#include "schema_check.h"

#include <gmock/gmock.h>

#include <fstream>

namespace osaca::testing {
namespace {

using nlohmann::json;
using ::testing::IsEmpty;

json published_baseline_schema() {
  std::ifstream file(std::string(OSACA_SOURCE_DIR) + "/docs/schema/osaca-baseline-2.schema.json");
  return json::parse(file);
}

Baseline sample_baseline() {
  LoopRecord plain;
  plain.id = "0123456789abcdef";
  plain.file = "pi.c";
  plain.line = 7;
  plain.arch = "a_core";
  plain.figures.cycles_per_iteration = Cycles(13, 4);
  LoopRecord full = plain;
  full.function = "a\"b\\c\n\t\033[31md\xff";
  full.role.kind = LoopRole::Kind::vector_body;
  full.path_number = 2;
  full.figures.cycles_per_iteration = Cycles(13, 3);
  full.figures.range = CyclesRange{Cycles(4), Cycles(14, 3)};
  full.figures.source_iterations = 4;
  full.figures.bound_by = BoundKind::loop_carried;
  full.figures.complete = false;
  full.figures.vector_bits = 256;
  full.figures.data_level = "L3";
  full.source_text_hash = full.opcodes_hash = "0123456789abcdef";
  full.accepted = {"osaca-lcd-bound"};
  return {"", {plain, full}, {{"osaca-port-bound", "pi.c", 3, "0123"}}};
}

TEST(BaselineFile, KeepsToThePublishedSchemaWhichDescribesAllOfIt) {
  for (const Baseline &baseline : {Baseline{}, sample_baseline()}) {
    const json document = json::parse(render_baseline(baseline));
    EXPECT_THAT(schema_violations(published_baseline_schema(), document), IsEmpty());
    EXPECT_THAT(undescribed_keys(published_baseline_schema(), document), IsEmpty());
  }
}

TEST(BaselineFile, TheSchemaKnowsInexactCycles) {
  json document = json::parse(render_baseline(sample_baseline()));
  EXPECT_EQ(document["loops"][0]["cycles_per_iteration"], "3.25");
  EXPECT_EQ(document["loops"][1]["cycles_per_iteration"], "13/3");
  document["loops"][0]["cycles_per_iteration"] = "1e3";
  EXPECT_EQ(schema_violations(published_baseline_schema(), document).size(), 1U);
}

} // namespace
} // namespace osaca::testing
