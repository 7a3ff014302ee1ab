#include "osaca/baseline.h"
#include "render/json/json_documents.h"

#include <gmock/gmock.h>

namespace osaca {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

LoopRecord usual_loop() {
  LoopRecord loop;
  loop.id = "0123456789abcdef";
  loop.file = "src/pi.c";
  loop.line = 7;
  loop.function = "pi";
  loop.arch = "a_core";
  loop.figures_version = "4444444444444444";
  loop.figures.cycles_per_iteration = 5;
  loop.source_text_hash = "1111111111111111";
  loop.opcodes_hash = "2222222222222222";
  return loop;
}

LoopRecord unusual_loop() {
  LoopRecord loop = usual_loop();
  loop.id = "0123456789abcdf0";
  loop.role.kind = LoopRole::Kind::vector_body;
  loop.code_hash = "3333333333333333";
  loop.figures_version = "4444444444444444";
  loop.unknown_paths = UnknownPaths{3, Cycles(7, 3)};
  loop.figures.cycles_per_iteration = Cycles(13, 3);
  loop.figures.range = CyclesRange{Cycles(11, 3), Cycles(5)};
  loop.figures.source_iterations = 8;
  loop.figures.bound_by = BoundKind::loop_carried;
  loop.figures.complete = false;
  loop.figures.vector_bits = 256;
  loop.figures.data_level = "MEM";
  loop.accepted = {"osaca-lcd-bound", "osaca-port-bound"};
  loop.written = {"std::transform", {"/usr/include/stl_algo.h", 4210, 0}};
  loop.written_text_hash = "5555555555555555";
  loop.part = {2, 3};
  loop.copies = {{"f", loop.figures, loop.unknown_paths, "6666666666666666"}, {"g", usual_loop().figures, {}, ""}};
  return loop;
}

Baseline after_a_round_trip(const Baseline &baseline) {
  const Expected<Baseline> read = read_baseline(render_baseline(baseline), baseline.name);
  EXPECT_TRUE(read) << read.error().text();
  return read ? *read : Baseline{};
}

void expect_same(const LoopRecord &a, const LoopRecord &b) {
  EXPECT_EQ(a.id, b.id);
  EXPECT_EQ(a.file, b.file);
  EXPECT_EQ(a.line, b.line);
  EXPECT_EQ(a.function, b.function);
  EXPECT_EQ(a.role, b.role);
  EXPECT_EQ(a.code_hash, b.code_hash);
  EXPECT_EQ(a.unknown_paths, b.unknown_paths);
  EXPECT_EQ(a.arch, b.arch);
  EXPECT_EQ(a.figures.cycles_per_iteration, b.figures.cycles_per_iteration);
  EXPECT_EQ(a.figures.range, b.figures.range);
  EXPECT_EQ(a.figures.source_iterations, b.figures.source_iterations);
  EXPECT_EQ(a.figures.bound_by, b.figures.bound_by);
  EXPECT_EQ(a.figures.complete, b.figures.complete);
  EXPECT_EQ(a.figures.vector_bits, b.figures.vector_bits);
  EXPECT_EQ(a.figures.data_level, b.figures.data_level);
  EXPECT_EQ(a.figures.paths_in_mean, b.figures.paths_in_mean);
  EXPECT_EQ(a.source_text_hash, b.source_text_hash);
  EXPECT_EQ(a.opcodes_hash, b.opcodes_hash);
  EXPECT_EQ(a.figures_version, b.figures_version);
  EXPECT_EQ(a.accepted, b.accepted);
  EXPECT_EQ(a.written.function, b.written.function);
  EXPECT_EQ(a.written.place, b.written.place);
  EXPECT_EQ(a.written_text_hash, b.written_text_hash);
  EXPECT_EQ(a.part, b.part);
  ASSERT_EQ(a.copies.size(), b.copies.size());
  for (std::size_t i = 0; i < a.copies.size(); ++i) {
    EXPECT_EQ(a.copies[i].function, b.copies[i].function);
    EXPECT_EQ(a.copies[i].figures.cycles_per_iteration, b.copies[i].figures.cycles_per_iteration);
    EXPECT_EQ(a.copies[i].figures.range, b.copies[i].figures.range);
    EXPECT_EQ(a.copies[i].unknown_paths, b.copies[i].unknown_paths);
    EXPECT_EQ(a.copies[i].code_hash, b.copies[i].code_hash);
  }
}

TEST(Baseline, ComesBackAsItWasWritten) {
  LoopRecord with_paths = usual_loop();
  with_paths.figures.paths_in_mean = 7;
  const Baseline written{"loops.json",
                         {usual_loop(), unusual_loop(), with_paths},
                         {{"osaca-annotation-lost", "a.c", 3, "ab"}},
                         {"clang 19.1.7", "gcc 12.2.0"}};
  const Baseline read = after_a_round_trip(written);
  EXPECT_EQ(read.name, "loops.json");
  EXPECT_EQ(read.compilers, written.compilers);
  ASSERT_EQ(read.loops.size(), 3U);
  for (std::size_t i = 0; i < read.loops.size(); ++i)
    expect_same(read.loops[i], written.loops[i]);
  ASSERT_EQ(read.accepted.size(), 1U);
  EXPECT_EQ(read.accepted[0].rule, "osaca-annotation-lost");
  EXPECT_EQ(read.accepted[0].file, "a.c");
  EXPECT_EQ(read.accepted[0].line, 3);
  EXPECT_EQ(read.accepted[0].fingerprint, "ab");
}

TEST(Baseline, KeepsEveryFractionExactly) {
  for (int denominator = 1; denominator <= 64; ++denominator)
    for (const Cycles cycles : {Cycles(1, denominator), Cycles(1'000'003, denominator), Cycles(123'456, 1'000'000),
                                Cycles(999'999'937, denominator * 1000)}) {
      LoopRecord loop = usual_loop();
      loop.figures.cycles_per_iteration = cycles;
      EXPECT_EQ(after_a_round_trip({"", {loop}}).loops.at(0).figures.cycles_per_iteration, cycles);
    }
}

TEST(Baseline, OfTheSameLoopsShowsNoChange) {
  const Baseline written{"a", {usual_loop(), unusual_loop()}};
  const Comparison comparison = compare(after_a_round_trip(written), written, 0);
  EXPECT_TRUE(comparison.changes.empty());
  EXPECT_EQ(comparison.unchanged_count, 2);
}

TEST(Baseline, WritesTheSameTwiceOver) {
  const Baseline written{"a", {usual_loop(), unusual_loop()}};
  EXPECT_EQ(render_baseline(after_a_round_trip(written)), render_baseline(written));
}

/// So that a diff of two baselines is about the loops that changed.
TEST(Baseline, ChangesOneLineWhereOneFigureChanges) {
  LoopRecord faster = usual_loop();
  faster.figures.cycles_per_iteration = Cycles(7, 3);
  const std::string before = render_baseline({"", {usual_loop(), unusual_loop()}});
  const std::string after = render_baseline({"", {faster, unusual_loop()}});
  const auto lines = [](const std::string &text) {
    std::vector<std::string> out(1);
    for (const char c : text)
      c == '\n' ? static_cast<void>(out.emplace_back()) : out.back().push_back(c);
    return out;
  };
  const std::vector<std::string> old_lines = lines(before);
  const std::vector<std::string> new_lines = lines(after);
  ASSERT_EQ(old_lines.size(), new_lines.size());
  int differing = 0;
  for (std::size_t i = 0; i < old_lines.size(); ++i)
    differing += old_lines[i] != new_lines[i] ? 1 : 0;
  EXPECT_EQ(differing, 1);
}

std::string baseline_error_of(const std::string &json) {
  const Expected<Baseline> read = read_baseline(json, "b.json");
  return read ? "" : read.error().text();
}

std::string with_loop(const std::string &field, const std::string &value) {
  std::string json = render_baseline({"", {usual_loop()}});
  const std::size_t begin = json.find("\"" + field + "\": ") + field.size() + 4;
  return json.replace(begin, json.find('\n', begin) - 1 - begin, value);
}

TEST(Baseline, RefusesWhatItIsNot) {
  EXPECT_THAT(baseline_error_of(""), HasSubstr("b.json: this is not a baseline: the file is empty"));
  EXPECT_THAT(baseline_error_of("{\n\"schema\": "), HasSubstr("b.json:2: this is not a baseline"));
  EXPECT_THAT(baseline_error_of("[]"), HasSubstr("expected an object"));
  EXPECT_THAT(baseline_error_of(R"({"schema": "osaca-baseline-3", "loops": []})"),
              HasSubstr("schema: unknown version"));
  EXPECT_THAT(baseline_error_of(R"({"schema": "osaca-baseline-1", "loops": []})"), HasSubstr("--update-baseline"))
      << "older";
  EXPECT_THAT(baseline_error_of(R"({"schema": "osaca-report-1", "kernels": []})"), HasSubstr("osaca-report-1"));
  EXPECT_THAT(baseline_error_of(std::string(100'000, '[')), HasSubstr("nested too deeply"));
}

TEST(Baseline, SaysWhichFieldIsWrong) {
  EXPECT_EQ(baseline_error_of(with_loop("line", "7")), "");
  EXPECT_THAT(baseline_error_of(with_loop("line", "-1")), HasSubstr("loops[0].line"));
  EXPECT_THAT(baseline_error_of(with_loop("line", "1e99")), HasSubstr("loops[0].line"));
  EXPECT_THAT(baseline_error_of(with_loop("line", R"(7, "cycles_low": "6", "cycles_high": "5")")),
              HasSubstr("loops[0].cycles_low"));
  EXPECT_THAT(baseline_error_of(with_loop("bound_by", "\"luck\"")),
              HasSubstr("loops[0].bound_by: unknown value 'luck'"));
  for (const char *cycles : {"4", "\"\"", "\"-4\"", "\"1/0\"", "\"1/-3\"", "\"-9223372036854775808/3\"", "\"1e9\"",
                             "\"99999999999999999999\"", "\"2000000000\"", "\"0x4\"", "null", "\"1/2/3\""})
    EXPECT_THAT(baseline_error_of(with_loop("cycles_per_iteration", cycles)),
                HasSubstr("loops[0].cycles_per_iteration"))
        << cycles;
}

TEST(BaselineFile, IsReadInSeveralThreadsLikeInOne) {
  Baseline baseline;
  for (int i = 0; i < 25'000; ++i) {
    baseline.loops.push_back(usual_loop());
    baseline.loops.back().line = i;
  }
  std::string json = render_baseline(baseline);
  const Expected<Baseline> read = read_baseline(json, "b.json", 4);
  ASSERT_TRUE(read);
  ASSERT_EQ(read->loops.size(), baseline.loops.size());
  for (int i = 0; i < 25'000; ++i)
    EXPECT_EQ(read->loops[static_cast<std::size_t>(i)].line, i);
  for (const char *damaged : {"\"line\": 24000,", "\"line\": 11000,", "\"line\": 10001,"})
    json.replace(json.find(damaged), 7, "\"lune\":");
  EXPECT_EQ(read_baseline(json, "b.json", 4).error().text(), read_baseline(json, "b.json", 1).error().text());
  EXPECT_NE(read_baseline(json, "b.json", 4).error().text().find("loops[10001]"), std::string::npos);
}

} // namespace
} // namespace osaca
