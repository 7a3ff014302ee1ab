#include "render/text/kernel_tables.h"
#include "render/words/words.h"

#include "sample_report.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <sstream>

namespace osaca::testing {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

KernelReport with_memory() {
  KernelReport kernel = sample_kernel();
  kernel.memory = sample_memory();
  return kernel;
}

std::vector<std::string> table_of(const KernelReport &kernel, const RenderOptions &options = {}) {
  return lines_of(memory_tables(kernel, options));
}

/// The first line that begins with this word.
std::string row_of(const std::vector<std::string> &lines, const std::string &word) {
  for (const std::string &line : lines)
    if (line.starts_with(" " + word + " "))
      return line;
  return "";
}

std::vector<std::string> words_of(const std::string &line) {
  std::istringstream stream(line);
  std::vector<std::string> words;
  for (std::string word; stream >> word;)
    words.push_back(word);
  return words;
}

TEST(MemoryTable, HasARowForEachLevelFromTheNearestOn) {
  const KernelReport kernel = with_memory();
  const std::vector<std::string> lines = table_of(kernel);
  std::size_t last = 0;
  for (const MemoryLevelFigures &level : kernel.memory->levels) {
    const auto found = std::ranges::find(lines, row_of(lines, level.name));
    ASSERT_NE(found, lines.end()) << level.name;
    const auto place = static_cast<std::size_t>(found - lines.begin());
    EXPECT_GT(place, last);
    last = place;
    EXPECT_EQ(words_of(*found).at(1), level.cycles_per_iteration.text(1));
  }
}

TEST(MemoryTable, WhatIsKnownBetweenTwoBoundsOnlyIsARange) {
  KernelReport kernel = with_memory();
  EXPECT_THAT(row_of(table_of(kernel), "L3"), HasSubstr("7.5 to 9.5"));
  kernel.memory->levels[2].most_cycles.reset();
  EXPECT_THAT(row_of(table_of(kernel), "L3"), Not(HasSubstr(" to ")));
}

TEST(MemoryTable, ListsLinesBeyondTheFirstLevelOnly) {
  const std::vector<std::string> lines = table_of(with_memory());
  EXPECT_EQ(words_of(row_of(lines, "L1")).at(2), "-");
  EXPECT_EQ(words_of(row_of(lines, "L2")).at(2), "1.5+0.5");
  EXPECT_THAT(row_of(lines, "MEM"), HasSubstr("3.0+0.0"));
}

TEST(MemoryTable, TellsSourceIterationsWhereTheyAreKnown) {
  KernelReport kernel = with_memory();
  for (const std::optional<int> unknown : {std::optional<int>(), std::optional(0)}) {
    kernel.source_iterations = unknown;
    EXPECT_THAT(table_of(kernel).front(), Not(HasSubstr("source")));
  }
  kernel.source_iterations = 5;
  const std::vector<std::string> lines = table_of(kernel);
  EXPECT_THAT(lines.front(), HasSubstr("per source it."));
  EXPECT_EQ(words_of(row_of(lines, "L1")).at(2), "1.0");   // 5 cycles for 5
  EXPECT_EQ(words_of(row_of(lines, "L2")).at(2), "1.1");   // 5.5
  EXPECT_EQ(words_of(row_of(lines, "MEM")).at(2), "4.15"); // 20.75
}

TEST(MemoryTable, NamesWhatBoundsEachLevel) {
  const std::vector<std::string> lines = table_of(with_memory());
  EXPECT_THAT(row_of(lines, "L1"), HasSubstr("the core"));
  EXPECT_THAT(row_of(lines, "L2"), HasSubstr("L2 transfers"));
  EXPECT_THAT(row_of(lines, "L3"), HasSubstr("latency"));
  EXPECT_THAT(row_of(lines, "MEM"), AllOf(HasSubstr("memory"), HasSubstr("7 cores"), HasSubstr("3.0 cycles")));
}

TEST(MemoryTable, HasARowForEachStream) {
  const std::vector<std::string> lines = table_of(with_memory());
  EXPECT_THAT(row_of(lines, "a[i"),
              AllOf(HasSubstr(" read "), HasSubstr(" 32 "), HasSubstr(" 0.5 "), HasSubstr("contiguous")));
  EXPECT_THAT(row_of(lines, "b"), AllOf(HasSubstr("streaming store"), HasSubstr(" -64 ")));
  EXPECT_THAT(row_of(lines, "-8(%rsi,%rax)"), AllOf(HasSubstr("read, write"), HasSubstr(" ? "), HasSubstr("chased")));
  EXPECT_THAT(words_of(row_of(lines, "table")), ::testing::ElementsAre("table", "read", "?", "?", "unknown"));
}

TEST(MemoryTable, SaysOfRowsWhetherTheyStayAsFarAsItIsKnown) {
  const std::vector<std::string> lines = table_of(with_memory());
  const auto about = [&](const std::string &start) {
    for (const std::string &line : lines)
      if (line.starts_with(" " + start))
        return line;
    return std::string();
  };
  EXPECT_THAT(about("a[i - 1][j]: 3 rows stay"), AllOf(HasSubstr("up to 16384 bytes"), HasSubstr("longer rows cost")));
  EXPECT_THAT(about("a[i - 1][j]: 3 rows of 8000"), AllOf(HasSubstr("stay in L2"), Not(HasSubstr("do not"))));
  EXPECT_THAT(about("b: 2 rows of 8000"), AllOf(HasSubstr("do not stay in L1"), HasSubstr("0.5 lines")));
}

TEST(MemoryTable, MarksTheLevelOfTheDataWhereThereIsColour) {
  KernelReport kernel = with_memory();
  RenderOptions colourful;
  colourful.colour = true;
  EXPECT_THAT(memory_tables(kernel, colourful), Not(HasSubstr("\033[31m")));
  kernel.memory->data_in = 1;
  for (const std::string &line : table_of(kernel, colourful))
    EXPECT_EQ(line.find("\033[31m") != std::string::npos, line.find("L2\033") != std::string::npos) << line;
  EXPECT_THAT(memory_tables(kernel, {}), Not(HasSubstr("\033")));
}

TEST(MemoryTable, HostileTextStaysOnItsLine) {
  KernelReport hostile = hostile_kernel();
  const std::string text = memory_tables(hostile, {});
  EXPECT_EQ(lines_of(text).size(), table_of(with_memory()).size());
  EXPECT_THAT(text, AllOf(Not(HasSubstr("\033")), Not(HasSubstr("\t"))));
  EXPECT_EQ(lines_of(phrase_of_data(hostile)).size(), 1U);
}

TEST(MemoryTable, LevelsWithoutAnythingElseAreATable) {
  KernelReport kernel = with_memory();
  kernel.memory->streams.clear();
  kernel.memory->layer_conditions.clear();
  EXPECT_EQ(table_of(kernel).size(), kernel.memory->levels.size() + 1);
}

TEST(PhraseOfData, IsEmptyIfNothingIsKnownBeyondTheFirstLevel) {
  EXPECT_THAT(phrase_of_data(sample_kernel()), IsEmpty());
  KernelReport kernel = with_memory();
  kernel.memory->levels.resize(1);
  kernel.memory->memory_bound_from.reset();
  EXPECT_THAT(phrase_of_data(kernel), IsEmpty());
}

TEST(PhraseOfData, ListsTheLevelsThatMakeTheLoopSlower) {
  KernelReport kernel = with_memory();
  const std::string some = phrase_of_data(kernel);
  EXPECT_THAT(some, AllOf(HasSubstr("memory-bound in L3 or farther"), HasSubstr("7.5 to 9.5 cycles from L3"),
                          HasSubstr("cycles from MEM")));
  EXPECT_THAT(some, Not(HasSubstr("L2")));
  kernel.memory->memory_bound_from = 3;
  EXPECT_THAT(phrase_of_data(kernel), AllOf(HasSubstr("memory-bound in MEM:"), Not(HasSubstr("farther"))));
  EXPECT_EQ(text_of_memory_bound(*kernel.memory, "with data in"), "memory-bound with data in MEM");
  kernel.memory->memory_bound_from = 0;
  EXPECT_THAT(phrase_of_data(kernel), AllOf(HasSubstr("at every level"), HasSubstr("from L1"), HasSubstr("from L2")));
  kernel.memory->memory_bound_from.reset();
  EXPECT_THAT(phrase_of_data(kernel), Not(HasSubstr("memory-bound")));
}

TEST(PhraseOfData, NamesTheLevelThatTheUserNamed) {
  KernelReport kernel = with_memory();
  kernel.memory->data_in = 3;
  EXPECT_THAT(phrase_of_data(kernel), AllOf(HasSubstr("MEM"), Not(HasSubstr("L1"))));
}

TEST(PhraseOfData, TellsWhatTripCountsTell) {
  KernelReport kernel = with_memory();
  kernel.memory->footprint = Footprint{96 << 10, {}, 0};
  EXPECT_THAT(phrase_of_data(kernel), AllOf(HasSubstr("in L1"), HasSubstr("96 KiB of data, more than L1 holds")));
  kernel.memory->footprint = Footprint{16 << 10, 1000, 0};
  EXPECT_THAT(phrase_of_data(kernel), AllOf(HasSubstr("16 KiB of data, used 1000 times"), Not(HasSubstr("more than"))));
  kernel.memory->footprint = Footprint{48 << 20, {}, 2};
  kernel.memory->data_in = 2;
  EXPECT_THAT(phrase_of_data(kernel), AllOf(HasSubstr("as specified"), Not(HasSubstr("48 MiB"))));
  kernel.memory->data_in_source = DataLevelSource::trip_counts;
  EXPECT_THAT(phrase_of_data(kernel),
              AllOf(HasSubstr("in L3, the nearest level"), HasSubstr("48 MiB"), Not(HasSubstr("specified"))));
}

TEST(PhraseOfData, TellsWhereWordsAndTripCountsContradictEachOther) {
  KernelReport kernel = with_memory();
  kernel.memory->footprint = Footprint{48 << 20, {}, 2};
  for (int level = 0; level < 4; ++level) {
    kernel.memory->data_in = level;
    EXPECT_EQ(kernel.memory->is_contradicted(), level < 2);
    EXPECT_EQ(phrase_of_data(kernel).find("but its trip counts imply 48 MiB") != std::string::npos, level < 2) << level;
  }
}

} // namespace
} // namespace osaca::testing
