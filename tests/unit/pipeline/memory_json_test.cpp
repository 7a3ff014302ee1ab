// Memory reports as JSON: what is written comes back, and what is damaged is refused by its place.
#include "osaca/read_report.h"
#include "render/json/json_documents.h"
#include "sample_report.h"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <sstream>

namespace osaca::testing {
namespace {

using nlohmann::json;
using ::testing::HasSubstr;

KernelReport with_memory(std::optional<int> data_in = {}) {
  KernelReport kernel = sample_kernel();
  kernel.memory = sample_memory();
  kernel.memory->data_in = data_in;
  kernel.memory->footprint = Footprint{48'000'000, 9, 2};
  return kernel;
}

json document_of(const KernelReport &kernel) { return json::parse(render_json(report_of({kernel}))); }

MemoryReport memory_read_back(const KernelReport &kernel) {
  const Expected<Report> read = read_report(render_json(report_of({kernel})), "report.json");
  EXPECT_TRUE(read) << read.error().text();
  EXPECT_TRUE(read && read->kernels.size() == 1 && read->kernels[0].memory);
  return read && read->kernels[0].memory ? *read->kernels[0].memory : MemoryReport{};
}

TEST(ReportJson, BringsThePlaceOfTheCodeBack) {
  using Known = CodePlacement::Known;
  KernelReport kernel = sample_kernel();
  for (const Known known : {Known::nothing, Known::alignment, Known::address}) {
    kernel.placement = CodePlacement{known, 32, 24, 64, Cycles(1), Cycles(5, 2)};
    const Expected<Report> read = read_report(render_json(report_of({kernel})), "report.json");
    ASSERT_TRUE(read && read->kernels.at(0).placement);
    const CodePlacement &placement = *read->kernels[0].placement;
    EXPECT_EQ(placement.known, known);
    EXPECT_EQ(placement.boundary_bytes, 32);
    EXPECT_EQ(placement.bytes_past_boundary, 24);
    EXPECT_EQ(placement.block_bytes, 64);
    EXPECT_EQ(placement.least, Cycles(1));
    EXPECT_EQ(placement.most, Cycles(5, 2));
  }
  kernel.placement.reset();
  EXPECT_FALSE(read_report(render_json(report_of({kernel})), "report.json")->kernels.at(0).placement);
}

TEST(ReportJson, BringsShortRunsBack) {
  KernelReport kernel = sample_kernel();
  EXPECT_FALSE(document_of(kernel)["kernels"][0].contains("short_runs"));
  kernel.short_runs = ShortRuns{10, Cycles(13), Cycles(3), BoundKind::loop_carried};
  json document = document_of(kernel);
  const Expected<Report> read = read_report(document.dump(), "report.json");
  ASSERT_TRUE(read) << read.error().text();
  ASSERT_TRUE(read->kernels.at(0).short_runs);
  EXPECT_EQ(*read->kernels[0].short_runs, *kernel.short_runs);
  document["kernels"][0]["short_runs"]["iterations"] = 0;
  EXPECT_FALSE(read_report(document.dump(), "report.json"));
}

TEST(ReportJson, BringsTheRangeBack) {
  KernelReport kernel = sample_kernel();
  EXPECT_FALSE(document_of(kernel)["kernels"][0]["prediction"].contains("cycles_low"));
  kernel.uncertainty = Uncertainty{{Cycles(4), Cycles(7)},
                                   {{RangeCause::Kind::alignment, {Cycles(4), Cycles(6)}},
                                    {RangeCause::Kind::port_order, {Cycles(4), Cycles(5)}},
                                    {RangeCause::Kind::memory_renaming, {Cycles(5), Cycles(7)}, {0}}}};
  kernel.confidence = Confidence{"loops", 400, 0.865, 0.0423, "a lab"};
  json document = document_of(kernel);
  json &prediction = document["kernels"][0]["prediction"];
  EXPECT_EQ(prediction["cycles_low"], 4);
  EXPECT_EQ(prediction["cycles_high"], 7);
  const Expected<Report> read = read_report(document.dump(), "report.json");
  ASSERT_TRUE(read) << read.error().text();
  EXPECT_EQ(read->kernels.at(0).uncertainty, kernel.uncertainty);
  ASSERT_TRUE(read->kernels[0].confidence);
  EXPECT_EQ(read->kernels[0].confidence->rows, 400);
  EXPECT_EQ(read->kernels[0].confidence->within_10_percent, 0.865);
  EXPECT_EQ(read->kernels[0].confidence->source, "a lab");
  prediction["cycles_low"] = 8;
  EXPECT_FALSE(read_report(document.dump(), "report.json")) << "a range that ends before it begins";
}

TEST(MemoryJson, BringsLevelsBack) {
  const std::vector<MemoryLevelFigures> written = sample_memory().levels;
  const std::vector<MemoryLevelFigures> read = memory_read_back(with_memory()).levels;
  ASSERT_EQ(read.size(), written.size());
  for (std::size_t i = 0; i < read.size(); ++i) {
    EXPECT_EQ(read[i].name, written[i].name);
    EXPECT_EQ(read[i].bytes, written[i].bytes) << written[i].name;
    EXPECT_EQ(read[i].cycles_per_iteration, written[i].cycles_per_iteration) << written[i].name;
    EXPECT_EQ(read[i].most_cycles, written[i].most_cycles) << written[i].name;
    EXPECT_EQ(read[i].traffic.lines_read, written[i].traffic.lines_read) << written[i].name;
    EXPECT_EQ(read[i].traffic.lines_written, written[i].traffic.lines_written) << written[i].name;
    EXPECT_EQ(read[i].leg_cycles, written[i].leg_cycles) << written[i].name;
    EXPECT_EQ(read[i].bound_by, written[i].bound_by) << written[i].name;
    EXPECT_EQ(read[i].transfers_of, written[i].transfers_of) << written[i].name;
    EXPECT_EQ(read[i].domain_cycles, written[i].domain_cycles) << written[i].name;
    EXPECT_EQ(read[i].saturating_cores, written[i].saturating_cores) << written[i].name;
    EXPECT_EQ(read[i].origin, written[i].origin) << written[i].name;
    EXPECT_EQ(read[i].source_of_figures, written[i].source_of_figures) << written[i].name;
  }
}

TEST(MemoryJson, BringsStreamsBack) {
  const std::vector<MemoryStream> written = sample_memory().streams;
  const std::vector<MemoryStream> read = memory_read_back(with_memory()).streams;
  ASSERT_EQ(read.size(), written.size());
  for (std::size_t i = 0; i < read.size(); ++i) {
    EXPECT_EQ(read[i].array, written[i].array);
    EXPECT_EQ(read[i].kind, written[i].kind) << written[i].array;
    EXPECT_EQ(read[i].step_bytes, written[i].step_bytes) << written[i].array;
    EXPECT_EQ(read[i].bytes_per_iteration, written[i].bytes_per_iteration) << written[i].array;
    EXPECT_EQ(read[i].reads, written[i].reads) << written[i].array;
    EXPECT_EQ(read[i].writes, written[i].writes) << written[i].array;
    EXPECT_EQ(read[i].is_streaming_store, written[i].is_streaming_store) << written[i].array;
    EXPECT_EQ(read[i].instructions, written[i].instructions) << written[i].array;
    EXPECT_EQ(read[i].lines_per_iteration, written[i].lines_per_iteration) << written[i].array;
  }
}

TEST(MemoryJson, BringsLayerConditionsBack) {
  const std::vector<LayerCondition> written = sample_memory().layer_conditions;
  const std::vector<LayerCondition> read = memory_read_back(with_memory()).layer_conditions;
  ASSERT_EQ(read.size(), written.size());
  for (std::size_t i = 0; i < read.size(); ++i) {
    EXPECT_EQ(read[i].array, written[i].array);
    EXPECT_EQ(read[i].level, written[i].level);
    EXPECT_EQ(read[i].rows, written[i].rows);
    EXPECT_EQ(read[i].most_row_bytes, written[i].most_row_bytes);
    EXPECT_EQ(read[i].row_bytes, written[i].row_bytes);
    EXPECT_EQ(read[i].lines_saved, written[i].lines_saved);
  }
}

TEST(MemoryJson, BringsBackWhichLevelsAreMeant) {
  for (int level = 0; level < 4; ++level) {
    KernelReport kernel = with_memory(level);
    kernel.memory->memory_bound_from = 3 - level;
    EXPECT_EQ(memory_read_back(kernel).data_in, level);
    EXPECT_EQ(memory_read_back(kernel).memory_bound_from, 3 - level);
  }
  KernelReport nowhere = with_memory();
  nowhere.memory->memory_bound_from.reset();
  EXPECT_EQ(memory_read_back(nowhere).data_in, std::nullopt);
  EXPECT_EQ(memory_read_back(nowhere).memory_bound_from, std::nullopt);
}

TEST(MemoryJson, BringsBackWhatTripCountsTell) {
  KernelReport kernel = with_memory(2);
  for (const DataLevelSource source : {DataLevelSource::user, DataLevelSource::trip_counts}) {
    kernel.memory->data_in_source = source;
    const MemoryReport read = memory_read_back(kernel);
    EXPECT_EQ(read.data_in_source, source);
    ASSERT_TRUE(read.footprint);
    EXPECT_EQ(read.footprint->bytes, 48'000'000);
    EXPECT_EQ(read.footprint->sweeps, 9);
    EXPECT_EQ(read.footprint->nearest_level, 2);
  }
  kernel.memory->footprint->sweeps.reset();
  EXPECT_FALSE(memory_read_back(kernel).footprint->sweeps);
  kernel.memory->footprint.reset();
  EXPECT_FALSE(memory_read_back(kernel).footprint);
}

TEST(MemoryJson, EveryKindHasANameOfItsOwn) {
  for (const StreamKind kind : {StreamKind::invariant, StreamKind::contiguous, StreamKind::strided, StreamKind::chased,
                                StreamKind::indirect, StreamKind::unknown}) {
    KernelReport kernel = with_memory();
    kernel.memory->streams[0].kind = kind;
    EXPECT_EQ(memory_read_back(kernel).streams.at(0).kind, kind) << name_of(kind);
  }
  for (const MemoryBoundKind kind : {MemoryBoundKind::core, MemoryBoundKind::transfers, MemoryBoundKind::latency,
                                     MemoryBoundKind::misses, MemoryBoundKind::streaming_stores}) {
    KernelReport kernel = with_memory();
    kernel.memory->levels[0].bound_by = kind;
    EXPECT_EQ(memory_read_back(kernel).levels.at(0).bound_by, kind) << name_of(kind);
  }
}

TEST(MemoryJson, IsLeftOutWhereThereIsNone) {
  const json document = document_of(sample_kernel());
  EXPECT_FALSE(document["kernels"][0].contains("memory"));
  const Expected<Report> read = read_report(document.dump(), "report.json");
  ASSERT_TRUE(read);
  EXPECT_FALSE(read->kernels[0].memory);
}

TEST(MemoryJson, HostileTextComesBackReadable) {
  const Expected<Report> read = read_report(render_json(report_of({hostile_kernel()})), "report.json");
  ASSERT_TRUE(read) << read.error().text();
  EXPECT_EQ(read->kernels[0].memory->streams.size(), sample_memory().streams.size());
}

std::string refusal_of(const json &document) {
  const Expected<Report> read = read_report(document.dump(), "report.json");
  return read ? "nothing refused" : read.error().text();
}

/// "streams[0].kind" for "/streams/0/kind"
std::string path_in_words(const std::string &pointer) {
  std::string out = "kernels[0].memory";
  std::istringstream stream(pointer.substr(1));
  for (std::string part; std::getline(stream, part, '/');)
    out += part.find_first_not_of("0123456789") == std::string::npos ? "[" + part + "]" : "." + part;
  return out;
}

struct Damage {
  const char *where;
  json value;
};

TEST(MemoryJson, ValuesThatCannotBeAreRefusedByTheirPlace) {
  const json whole = document_of(with_memory(1));
  ASSERT_EQ(refusal_of(whole), "nothing refused");
  const double huge = 1e300;
  for (const auto &[where, value] : {Damage{"/line_bytes", 0},
                                     Damage{"/line_bytes", "64"},
                                     Damage{"/streams", "none"},
                                     Damage{"/streams/0", 1},
                                     Damage{"/streams/0/array", 1},
                                     Damage{"/streams/0/kind", "random"},
                                     Damage{"/streams/0/step_bytes", 0.5},
                                     Damage{"/streams/0/step_bytes", huge},
                                     Damage{"/streams/0/bytes_per_iteration", -1},
                                     Damage{"/streams/0/lines_per_iteration", -0.5},
                                     Damage{"/streams/0/lines_per_iteration", huge},
                                     Damage{"/streams/0/reads", 1},
                                     Damage{"/streams/0/instructions/0", 3},
                                     Damage{"/streams/0/instructions/0", -1},
                                     Damage{"/levels", json::object()},
                                     Damage{"/levels/1/name", json()},
                                     Damage{"/levels/1/bytes", 0},
                                     Damage{"/levels/1/bytes", -4096},
                                     Damage{"/levels/1/bytes", "2 MiB"},
                                     Damage{"/levels/1/bytes", huge},
                                     Damage{"/levels/1/cycles_per_iteration", -1},
                                     Damage{"/levels/1/cycles_per_iteration", json()},
                                     Damage{"/levels/2/most_cycles_per_iteration", "many"},
                                     Damage{"/levels/1/lines_read_per_iteration", -1},
                                     Damage{"/levels/1/lines_written_per_iteration", true},
                                     Damage{"/levels/1/transfer_cycles", -2},
                                     Damage{"/levels/1/bound_by", "ports"},
                                     Damage{"/levels/3/domain_cycles_per_iteration", -1},
                                     Damage{"/levels/3/saturating_cores", 0},
                                     Damage{"/levels/1/origin", 7},
                                     Damage{"/layer_conditions/0/rows", -1},
                                     Damage{"/layer_conditions/0/most_row_bytes", -1},
                                     Damage{"/layer_conditions/1/row_bytes", "8000"},
                                     Damage{"/layer_conditions/0/lines_saved", -1},
                                     Damage{"/memory_bound_from", "L9"},
                                     Damage{"/data_in", ""},
                                     Damage{"/data_in", 1},
                                     Damage{"/data_told_by", "nobody"},
                                     Damage{"/footprint/bytes", -1},
                                     Damage{"/footprint/bytes", huge},
                                     Damage{"/footprint/sweeps", 0},
                                     Damage{"/footprint/nearest_level", "L9"},
                                     Damage{"/footprint/source", "said"}}) {
    json damaged = whole;
    damaged["kernels"][0]["memory"][json::json_pointer(where)] = value;
    EXPECT_THAT(refusal_of(damaged), HasSubstr(path_in_words(where))) << value;
  }
}

/// The place of every object below, as pointers.
void collect_objects(const json &value, const std::string &pointer, std::vector<std::string> &out) {
  if (value.is_object())
    out.push_back(pointer);
  for (const auto &[key, held] : value.items())
    if (held.is_structured())
      collect_objects(held, pointer + "/" + key, out);
}

TEST(MemoryJson, WhatIsMissingIsNamedUnlessItMayBe) {
  const json whole = document_of(with_memory(1));
  const std::vector<std::string> optional = {
      "step_bytes",        "bytes",   "most_cycles_per_iteration",   "transfers_of", "saturating_cores", "row_bytes",
      "memory_bound_from", "data_in", "domain_cycles_per_iteration", "data_told_by", "footprint",        "sweeps"};
  std::vector<std::string> objects;
  collect_objects(whole["kernels"][0]["memory"], "", objects);
  ASSERT_EQ(objects.size(), 1U + 4U + 4U + 3U + 1U); // streams, levels, conditions, what trip counts tell
  for (const std::string &pointer : objects)
    for (const auto &[key, value] : whole["kernels"][0]["memory"][json::json_pointer(pointer)].items()) {
      json damaged = whole;
      damaged["kernels"][0]["memory"][json::json_pointer(pointer)].erase(key);
      const bool is_optional = std::ranges::find(optional, key) != optional.end() && pointer + key != "/footprintbytes";
      if (is_optional)
        EXPECT_EQ(refusal_of(damaged), "nothing refused") << pointer << ' ' << key;
      else
        EXPECT_THAT(refusal_of(damaged), HasSubstr("'" + key + "' is missing")) << pointer;
    }
}

} // namespace
} // namespace osaca::testing
