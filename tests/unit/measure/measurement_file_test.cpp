// What is written is read back, and what was cut off in the middle is found again.
#include "measure/file/measurement_file.h"

#include <gtest/gtest.h>

#include <algorithm>

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

TEST(MeasurementFiles, GoOnBehindTheLastWholeForm) {
  const std::string text = whole_text();
  const std::size_t head = head_text(machine, helpers).size();
  const std::size_t first = form_text(forms().front()).size();
  for (std::size_t end = 0; end <= text.size(); ++end) { // cut off anywhere
    const Resumable found = resumable(text.substr(0, end));
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
  const std::string text = head_text(machine, helpers) + form_text(three[0]) + form_text(three[1]) +
                           form_text(three[2]) + form_text(last);
  EXPECT_EQ(resumable(text).opcodes, (std::vector<std::string>{"F0", "F1", "F2"})) << "the last may be cut off";
  const Resumable calm = resumable(text, true);
  EXPECT_EQ(calm.opcodes, std::vector<std::string>{"F1"});
  EXPECT_EQ(calm.text, head_text(machine, helpers) + form_text(three[1]));
}

TEST(MeasurementFiles, NameTheLineThatIsWrong) {
  const std::string whole = whole_text();
  const auto lines = std::count(whole.begin(), whole.end(), '\n');
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
