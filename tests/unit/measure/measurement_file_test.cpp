// What is written is read back, and what was cut off in the middle is found again.
#include "measure/file/measurement_file.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>

namespace osaca::measure {
namespace {

const MeasuredMachine machine = {"A \"fast\" one", "x86-64", "znver4", "2026-11-22", "by hand"};
const std::vector<MeasuredHelper> helpers = {{"avx.vmovq", "vmovq %{s}, %xmm{d}", 3.5, 0.001, true},
                                             {"avx.restore_general", "lea 1(%{s}), %{d}", 1.0, 0.002, false}};

std::vector<MeasuredForm> forms() {
  MeasuredForm add;
  add.opcode = "ADD64rm";
  add.status = FormStatus::ok;
  add.text = "addq (%r14), %r8";
  add.operands = {{"general", 64, true, true, false, "r8"},
                  {"memory", 64, true, false, false, ""},
                  {"carry", 1, false, true, true, "cf"}};
  add.throughput = {{0.333, 0.001, {}, false, "", false},
                    {0.5, 0.25, {"mov %r13, %r8", "cmp %r11, %r13"}, true, "large", true}};
  add.latencies = {{"1.base", "0", 5.0, 0.003, 8.0, {"avx.restore_general"}, true, false, "", false},
                   {"0", "0", 1.0, 0.0, 1.0, {}, false, true, "small", true}};
  add.missing = {{"0", "2", "no, \"really\" not: {not} [here]"}};
  MeasuredForm pseudo;
  pseudo.opcode = "COPY";
  pseudo.status = FormStatus::not_generated;
  pseudo.reason = "not an instruction of the machine";
  pseudo.same_as = "OTHER";
  return {add, pseudo};
}

std::string whole_text() {
  std::string text = head_text(machine, helpers);
  for (const MeasuredForm &form : forms())
    text += form_text(form);
  return text;
}

TEST(MeasurementFiles, AreReadAsTheyWereWritten) {
  const Expected<MeasurementFile> file = read_measurements(whole_text(), "cpu.yml");
  ASSERT_TRUE(file) << file.error().text();
  EXPECT_EQ(file->machine, machine);
  EXPECT_EQ(file->helpers, helpers);
  EXPECT_EQ(file->forms, forms());
}

TEST(MeasurementFiles, ContinueAfterTheLastCompleteForm) {
  const std::string text = whole_text();
  const std::size_t head = head_text(machine, helpers).size();
  const std::size_t first = form_text(forms().front()).size();
  for (std::size_t end = 0; end <= text.size(); ++end) { // cut off anywhere
    const auto resumed = resumable(text.substr(0, end), "cpu.yml");
    ASSERT_TRUE(resumed) << end << resumed.error().text();
    const Resumable &found = *resumed;
    EXPECT_TRUE(text.starts_with(found.text));
    if (end < head)
      EXPECT_TRUE(found.text.empty()) << end;
    else
      EXPECT_TRUE(read_measurements(found.text, "cpu.yml")) << end;
    const bool second_began = end >= head + first + std::string("  - opcode: ").size();
    EXPECT_EQ(found.opcodes, second_began ? std::vector<std::string>{"ADD64rm"} : std::vector<std::string>{}) << end;
  }
}

TEST(MeasurementFiles, GoOnWithoutWhatWasUnstable) {
  std::vector<MeasuredForm> three = {forms().front(), forms().front(), forms().front()};
  for (std::size_t i = 0; i < three.size(); ++i) {
    three[i].opcode = "F" + std::to_string(i);
    for (MeasuredThroughput &figure : three[i].throughput)
      figure.is_unstable = false;
    for (MeasuredLatency &figure : three[i].latencies)
      figure.is_unstable = false;
  }
  three[0].latencies.front().is_unstable = true;
  three[2].throughput.front().is_unstable = true;
  MeasuredForm last;
  last.opcode = "LAST";
  last.status = FormStatus::illegal;
  const std::string text =
      head_text(machine, helpers) + form_text(three[0]) + form_text(three[1]) + form_text(three[2]) + form_text(last);
  EXPECT_EQ(resumable(text, "cpu.yml")->opcodes, (std::vector<std::string>{"F0", "F1", "F2"}))
      << "the last may be cut off";
  const Resumable calm = *resumable(text, "cpu.yml", true);
  EXPECT_EQ(calm.opcodes, std::vector<std::string>{"F1"});
  EXPECT_EQ(calm.text, head_text(machine, helpers) + form_text(three[1]));
}

std::vector<std::string> lines_of(const std::string &text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);)
    lines.push_back(line + "\n");
  return lines;
}

/// The line that is named as damaged; 0: none.
int torn_at(const std::vector<std::string> &lines) {
  std::string text;
  for (const std::string &line : lines)
    text += line;
  const auto found = resumable(text, "cpu.yml");
  return found ? 0 : found.error().where.line;
}

TEST(MeasurementFiles, AreNotContinuedIfLinesAreCutInTheMiddle) {
  const std::vector<std::string> whole = lines_of(whole_text());
  for (std::size_t i = 0; i < whole.size(); ++i)
    for (std::size_t at = 1; at + 1 < whole[i].size(); ++at) {
      std::vector<std::string> torn = whole; // the start of a line, and then another writer's line
      torn[i] = whole[i].substr(0, at) + form_text(forms().back());
      EXPECT_EQ(torn_at(torn), static_cast<int>(i + 1)) << torn[i];
    }
}

/// The second half of a form after the first line of another, a second head, and a key that comes twice.
TEST(MeasurementFiles, AreNotContinuedIfTwoWritersMixedTheirLines) {
  const std::vector<std::string> whole = lines_of(whole_text());
  const std::vector<std::string> added = lines_of(form_text(forms().front()));
  const std::size_t begin = lines_of(head_text(machine, helpers)).size();
  for (std::size_t i = begin + 1; i < begin + added.size(); ++i) {
    std::vector<std::string> torn(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(begin + 1));
    torn.insert(torn.end(), whole.begin() + static_cast<std::ptrdiff_t>(i), whole.end());
    EXPECT_EQ(torn_at(torn), i == begin + 1 ? 0 : static_cast<int>(begin + 2)) << whole[i];
  }
  std::vector<std::string> second_head = whole;
  const std::vector<std::string> head = lines_of(head_text(machine, helpers));
  second_head.insert(second_head.begin() + static_cast<std::ptrdiff_t>(begin + added.size()), head.begin(), head.end());
  EXPECT_EQ(torn_at(second_head), static_cast<int>(begin + added.size() + 1));
  std::vector<std::string> again = whole;
  again.insert(again.begin() + static_cast<std::ptrdiff_t>(begin + 2), whole[begin + 1]);
  EXPECT_EQ(torn_at(again), static_cast<int>(begin + 3)) << "a status that comes twice";
  EXPECT_EQ(torn_at(whole), 0);
}

TEST(MeasurementFiles, NameTheLineThatIsWrong) {
  const std::string whole = whole_text();
  const auto lines = std::ranges::count(whole, '\n');
  for (const char *wrong : {"forms: [\n", "  - opcode: \"A\n", "      - {cycles: x, spread: 0.0}\n", "nonsense\n",
                            "      - {from: \"1\"\n", "    colour: \"red\"\n"}) {
    const Expected<MeasurementFile> file = read_measurements(whole + wrong, "cpu.yml");
    ASSERT_FALSE(file) << wrong;
    EXPECT_EQ(file.error().where.line, lines + 1) << wrong;
  }
  EXPECT_FALSE(read_measurements("", "cpu.yml"));
  EXPECT_FALSE(read_measurements("schema: osaca-model-1\n", "cpu.yml"));
}

} // namespace
} // namespace osaca::measure
