#include "render/html.h"

#include "collection/baseline.h"
#include "collection/collect.h"
#include "sample_collection.h"
#include "sample_report.h"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include <regex>

namespace osaca {
namespace {

using nlohmann::json;
using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::SizeIs;

constexpr std::string_view data_begins = R"(<script type="application/json" id="data">)";

Collection collected(
    std::vector<KernelReport> kernels,
    const SourceReader &read_source = [](const std::string &) { return SourceFile(); }) {
  return collect({{"a.o", testing::report_of(std::move(kernels))}}, {"", "/project"}, read_source);
}

std::string data_text(const std::string &page) {
  const std::size_t begin = page.find(data_begins);
  EXPECT_NE(begin, std::string::npos);
  const std::size_t from = begin + data_begins.size();
  return page.substr(from, page.find("</script>", from) - from);
}

json data_of(const std::string &page) { return json::parse(data_text(page)); }

std::string text_of(const json &data, const json &number) { return data.at("texts").at(number.get<std::size_t>()); }

int count_of(const std::string &text, const std::string &what) {
  int count = 0;
  for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + what.size()))
    ++count;
  return count;
}

KernelReport on_line(int line, const std::string &function) {
  KernelReport kernel = testing::sample_kernel();
  kernel.source.line = line;
  kernel.function = function;
  for (InstructionLine &instruction : kernel.instructions)
    instruction.source.line = line + 1;
  kernel.findings.clear();
  return kernel;
}

/// [loops, share, trips, their text, iterations, besides] of each
TEST(Html, ListsLoopsOfTheSourceByTheirTime) {
  const json data = data_of(render_html(testing::counted_collection({1, 1000, 10})));
  ASSERT_THAT(data.at("sources"), SizeIs(3));
  EXPECT_EQ(data["sources"][0][0], json::array({1}));
  EXPECT_EQ(data["sources"][0][1], "99 %");
  EXPECT_EQ(data["sources"][1][0], json::array({2}));
  EXPECT_EQ(data["sources"][2][0], json::array({0}));
}

TEST(Html, FoldsCopiesAndWhatIsFoundInThem) {
  const json data = data_of(render_html(testing::copies_of_a_loop(12)));
  ASSERT_THAT(data.at("sources"), SizeIs(1));
  EXPECT_THAT(data["sources"][0][0], SizeIs(12));
  EXPECT_EQ(text_of(data, data["sources"][0][5]), "+11 copies: 2.0 to 12.0");
  ASSERT_THAT(data.at("folded"), SizeIs(1));
  EXPECT_THAT(data["folded"][0][2], SizeIs(11)) << "the others that have it";
}

TEST(Html, NotesWhereTheSamplesWent) {
  const json notes = data_of(render_html(testing::sampled_collection())).at("notes");
  ASSERT_THAT(notes, SizeIs(3));
  EXPECT_THAT(notes[0].get<std::string>(), HasSubstr("1000 samples of cpu-clock, 63 % in loops of this report"));
  EXPECT_THAT(notes[1].get<std::string>(), HasSubstr("10 % of the samples are in /usr/bin/tool"));
  EXPECT_THAT(notes[2].get<std::string>(),
              HasSubstr("25 % of the samples are in solve (src/joint.c:3): no loop of its own, called from "
                        "src/joint.c:8 and 2 other places"));
}

TEST(Html, HoldsEveryLoopUnderItsId) {
  std::vector<KernelReport> kernels;
  for (int line = 1; line <= 40; ++line)
    kernels.push_back(on_line(line * 10, "f" + std::to_string(line)));
  const Collection collection = collected(kernels);
  const json data = data_of(render_html(collection));
  ASSERT_THAT(data.at("loops"), SizeIs(40));
  for (std::size_t i = 0; i < 40; ++i) {
    EXPECT_EQ(data["loops"][i]["id"], collection.loops[i].id.text());
    EXPECT_EQ(text_of(data, data["loops"][i]["fn"]), collection.loops[i].report.function);
  }
}

TEST(Html, ShowsFiguresAsTheTextFormRoundsThem) {
  KernelReport kernel = testing::sample_kernel();
  kernel.cycles_per_iteration = Cycles(1, 8); // half-way between two roundings
  kernel.instructions[0].port_cycles[0] = Cycles(1, 3);
  const json data = data_of(render_html(collected({kernel})));
  EXPECT_EQ(data["loops"][0]["cycles"].get<double>(), std::stod(Cycles(1, 8).text()));
  EXPECT_THAT(data_text(render_html(collected({kernel}))), HasSubstr("0.33"));
  EXPECT_THAT(data_text(render_html(collected({kernel}))), Not(HasSubstr("0.333")));
}

TEST(Html, TheSameCollectionGivesTheSameBytesWhateverTheOrderOfReports) {
  const Report first = testing::report_of({testing::sample_kernel(), on_line(50, "g")});
  const Report second = testing::report_of({on_line(70, "h")});
  const auto nothing = [](const std::string &) { return SourceFile(); };
  const CollectOptions options{"", "/project"};
  EXPECT_EQ(render_html(collect({{"a.o", first}, {"b.o", second}}, options, nothing)),
            render_html(collect({{"b.o", second}, {"a.o", first}}, options, nothing)));
}

TEST(Html, TextOfTheInputNeverEndsOrOpensAnElement) {
  KernelReport kernel = testing::hostile_kernel();
  kernel.instructions[0].text = "</script><script>alert(1)</script><!-- <img src=x onerror=alert(1)>";
  const std::string empty = render_html(Collection{});
  const std::string page = render_html(collected({kernel}));
  for (const std::string markup : {"<script", "</script", "<!--", "<img", "<"})
    EXPECT_EQ(count_of(page, markup), count_of(empty, markup)) << markup;
  const json data = data_of(page);
  EXPECT_THAT(data["texts"], Contains(json("</script><script>alert(1)</script><!-- <img src=x onerror=alert(1)>")));
}

TEST(Html, BytesThatAreNoTextDoNotSpoilTheFile) {
  KernelReport kernel = testing::sample_kernel();
  kernel.function = "f\xff\xfe\xc0";
  kernel.role = loop_role_named(std::string("a\0b", 3));
  kernel.edges[0].via = WrittenCarrier{"\xed\xa0\x80"}; // half of a pair
  const json data = data_of(render_html(collected({kernel})));
  EXPECT_THAT(text_of(data, data["loops"][0]["fn"]), HasSubstr("\xef\xbf\xbd"));
}

TEST(Html, AsksForNothingOutsideOfTheFile) {
  const std::string page = render_html(collected({testing::sample_kernel()}));
  const std::regex loads(R"re((?:src|href)="([^"]*)")re");
  for (std::sregex_iterator at(page.begin(), page.end(), loads), end; at != end; ++at)
    EXPECT_TRUE((*at)[1].str().starts_with("#") || (*at)[1].str().starts_with("data:")) << (*at)[0];
  for (const std::string word : {"@import", "fetch(", "XMLHttpRequest", "import("})
    EXPECT_THAT(page, Not(HasSubstr(word)));
  EXPECT_EQ(count_of(page, "url("), count_of(page, "url(#")); // arrow heads within the drawing
  EXPECT_THAT(page, HasSubstr("default-src 'none'"));
}

TEST(Html, HoldsLinesAroundLoopsOncePerFileAndNoOthers) {
  std::string source;
  for (int line = 1; line <= 200; ++line)
    source += "line number " + std::to_string(line) + ";\n";
  const std::string page = render_html(collected({on_line(50, "f"), on_line(52, "g"), on_line(150, "h")},
                                                 [&](const std::string &) { return SourceFile::with(source); }));
  for (const int there : {47, 50, 52, 56, 147, 154})
    EXPECT_EQ(count_of(page, "\"line number " + std::to_string(there) + ";"), 1) << there;
  for (const int absent : {1, 46, 57, 100, 146, 155, 200})
    EXPECT_EQ(count_of(page, "\"line number " + std::to_string(absent) + ";"), 0) << absent;
}

TEST(Html, TellsOfSourcesThatMustNotBeShown) {
  const Collection collection =
      collected({on_line(50, "f")}, [](const std::string &) { return SourceFile{SourceFile::Access::withheld}; });
  const json data = data_of(render_html(collection));
  EXPECT_THAT(data.at("notes").dump(), HasSubstr("not shown"));
  EXPECT_TRUE(data.at("excerpts").empty());
  for (const json &file : data.at("files"))
    EXPECT_EQ(file.at(1), collection.withheld_sources.contains(file.at(0).get<std::string>())) << file;
  EXPECT_TRUE(data_of(render_html(collected({on_line(50, "f")}))).at("notes").empty());
}

TEST(Html, ALongLineIsCutBetweenCharacters) {
  std::string source(120, '\n');
  std::string accents;
  for (int i = 0; i < 3000; ++i)
    accents += "\xc3\xa9";
  source.insert(49, "x" + accents);
  const std::string page =
      render_html(collected({on_line(50, "f")}, [&](const std::string &) { return SourceFile::with(source); }));
  EXPECT_THAT(data_text(page), Not(HasSubstr("\xef\xbf\xbd")));
  EXPECT_LT(data_text(page).size(), 5000U);
}

TEST(Html, CodeThatIsTheSameOnSeveralCoresStandsOnce) {
  KernelReport other = testing::sample_kernel();
  other.arch = "another";
  const json data = data_of(render_html(collected({testing::sample_kernel(), other})));
  ASSERT_THAT(data["loops"], SizeIs(2));
  EXPECT_THAT(data["codes"], SizeIs(1));
  EXPECT_EQ(data["loops"][0]["group"], data["loops"][1]["group"]);
}

TEST(Html, TellsSuppressedFindingsFromOpenOnes) {
  Collection collection = collected({testing::sample_kernel()});
  ASSERT_FALSE(collection.findings.empty());
  EXPECT_FALSE(data_of(render_html(collection))["findings"][0].contains("suppressed"));
  collection.findings[0].suppression = Suppression::by_baseline;
  EXPECT_TRUE(data_of(render_html(collection))["findings"][0].contains("suppressed"));
}

TEST(Html, ShowsWhatChangedSinceABaseline) {
  KernelReport slower = testing::sample_kernel();
  slower.cycles_per_iteration = 10;
  slower.instructions.front().text += " # other code";
  const Baseline before = baseline_of(collected({testing::sample_kernel()}));
  const json data = data_of(render_html(with_baseline(collected({slower}), before, 5)));
  const json &change = data["comparison"]["changes"].at(0);
  EXPECT_EQ(change["kind"], "slower");
  EXPECT_EQ(change["before"]["cycles"], 5);
  EXPECT_EQ(change["after"]["cycles"], 10);
  EXPECT_EQ(change["loop"], 0);
}

TEST(Html, OfMemoryItHoldsWhatTheTextFormSays) {
  KernelReport kernel = testing::sample_kernel();
  kernel.memory = testing::sample_memory();
  kernel.source_iterations = 4;
  kernel.memory->data_in = 1;
  const json data = data_of(render_html(collected({kernel})));
  const json &memory = data["lists"].at(data["details"][0][1]["memory"].get<std::size_t>());
  ASSERT_THAT(memory["levels"], SizeIs(kernel.memory->levels.size()));
  const json &far = memory["levels"][2];
  EXPECT_EQ(text_of(data, far[0]), "L3");
  EXPECT_EQ(far[1], 260 << 20);
  EXPECT_EQ(far[2], 7.5);
  EXPECT_EQ(far[3], 9.5);
  EXPECT_EQ(far[4].get<double>(), std::stod(Cycles(15, 8).text())); // 7.5 for 4
  EXPECT_EQ(memory["levels"][3][3], json());
  EXPECT_EQ(memory["core"], 5);
  EXPECT_EQ(memory["boundFrom"], 2);
  EXPECT_EQ(memory["dataIn"], 1);
  EXPECT_EQ(text_of(data, memory["streams"][1][1]), "streaming store");
  EXPECT_EQ(memory["streams"][2][2], json()) << "a step that is not known";
  EXPECT_THAT(memory["conditions"], SizeIs(3));
}

TEST(Html, TheCoresBoundIsNotThatOfTheMemory) {
  KernelReport kernel = testing::sample_kernel(); // 5 cycles
  kernel.memory = testing::sample_memory();
  kernel.memory->levels[0].bound_by = MemoryBoundKind::streaming_stores;
  kernel.memory->levels[0].cycles_per_iteration = 9;
  const auto core = [](const KernelReport &shown) -> json {
    const json data = data_of(render_html(collected({shown})));
    return data["lists"].at(data["details"][0][1]["memory"].get<std::size_t>()).value("core", json());
  };
  EXPECT_EQ(core(kernel), 5);
  kernel.bound_by = BoundKind::memory;
  kernel.cycles_per_iteration = 9;
  kernel.bounds.push_back({BoundKind::memory, 9, WrittenExplanation{"data in L1"}});
  EXPECT_EQ(core(kernel), 5);
  kernel.memory->levels.clear();
  kernel.memory->memory_bound_from.reset();
  EXPECT_EQ(core(kernel), json()) << "nothing is known";
}

TEST(Html, SaysNothingOfMemoryWhereNothingIsKnown) {
  const json data = data_of(render_html(collected({testing::sample_kernel()})));
  EXPECT_FALSE(data["details"][0][1].contains("memory"));
}

TEST(Html, AnEmptyCollectionIsAPage) {
  const json data = data_of(render_html(Collection{}));
  EXPECT_THAT(data["loops"], SizeIs(0));
}

} // namespace
} // namespace osaca
