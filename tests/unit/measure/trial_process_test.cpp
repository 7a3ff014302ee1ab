// Many runs in one process: each begins as if it were the first, and what one run does to the process must not reach
// the next.
#include "decode/code/encoding.h"
#include "decode/decoder.h"
#include "measure/harness/loop_code.h"
#include "measure/harness/trial_process.h"

#include <gtest/gtest.h>

namespace osaca::measure {
namespace {

constexpr std::size_t first_register = 0;  // rax
constexpr std::size_t second_register = 1; // rcx
constexpr std::size_t loaded_register = 3; // rbx
constexpr std::uint64_t trial_address = 0x2324000;
constexpr std::uint64_t trial_word = 0x1234;
constexpr std::uint64_t zero_flag = 0x40;

class TrialProcesses : public testing::Test {
protected:
  void SetUp() override {
#if !defined(__x86_64__) || !defined(__linux__)
    GTEST_SKIP() << "timing is written for Linux on x86-64";
#endif
    Expected<TimedFrame> made = make_frame({});
    ASSERT_TRUE(made) << made.error().text();
    frame_ = *std::move(made);
    trials_.emplace(frame_);
  }

  static TimedTask task_of(std::vector<std::uint8_t> code) {
    TimedTask task;
    task.short_window.code = std::move(code);
    task.short_window.general.fill(trial_address);
    task.short_window.general[stack_pointer] = trial_address + 0x100;
    task.fill_word = trial_word;
    task.changes_memory = false;
    task.time_limit_seconds = 1;
    return task;
  }

  /// A loop with this body that records its steps in so many laps.
  static TimedTask recorded(const std::string &body, std::uint64_t laps) {
    DecodeOptions options;
    options.isa = Isa::x86_64;
    const auto input =
        decode_assembly("# LLVM-MCA-BEGIN\n.L1:\n" + body + "jne .L1\n# LLVM-MCA-END\n", "test", options);
    EXPECT_TRUE(input) << body;
    if (!input || input->kernels.empty())
      return {};
    const auto code = recording_code(input->kernels.front());
    EXPECT_TRUE(code) << body;
    TimedTask task = task_of(code ? *code : std::vector<std::uint8_t>());
    task.recording = Recording{nullptr, laps, laps * input->kernels.front().instructions.size()};
    return task;
  }

  Rehearsal run(const std::string &body, std::uint64_t laps = 1) { return trials_->run(recorded(body, laps)); }

  /// The word that a load finds where no run has stored.
  std::uint64_t loaded_word() {
    const Rehearsal seen = run("movq (%rax), %rbx\n");
    EXPECT_EQ(seen.status, Status::ok) << seen.detail;
    return seen.steps.empty() ? 0 : seen.steps.back().general[loaded_register];
  }

  TimedFrame frame_;
  std::optional<TrialProcess> trials_;
};

TEST_F(TrialProcesses, RecordRegistersAndFlagsBeforeEachInstruction) {
  const Rehearsal seen = run("leaq 8(%rax), %rax\npushq %rax\npopq %rcx\ncmpq $0x2324010, %rax\n", 3);
  ASSERT_EQ(seen.status, Status::ok) << seen.detail;
  ASSERT_EQ(seen.steps.size(), 15U); // five instructions three times
  for (std::uint64_t lap = 0; lap < 3; ++lap) {
    const CodeStep *step = &seen.steps[5 * lap];
    EXPECT_EQ(step[0].general[first_register], trial_address + 8 * lap);
    EXPECT_EQ(step[1].general[first_register], trial_address + 8 * lap + 8);
    EXPECT_EQ(step[1].general[stack_pointer], trial_address + 0x100);
    EXPECT_EQ(step[2].general[stack_pointer], trial_address + 0x100 - 8);
    EXPECT_EQ(step[3].general[stack_pointer], trial_address + 0x100);
    EXPECT_EQ(step[3].general[second_register], trial_address + 8 * lap + 8);
    EXPECT_EQ(step[4].flags & zero_flag, lap == 1 ? zero_flag : 0U) << "the second lap finds the limit";
  }
  EXPECT_EQ(seen.steps[5].flags & zero_flag, 0U);
  EXPECT_EQ(seen.steps[10].flags & zero_flag, zero_flag) << "recording keeps the flags of the lap before";
}

TEST_F(TrialProcesses, ShowTheStepsThatAProcessOfItsOwnShows) {
  const TimedTask task = recorded("addq $8, %rax\nmovq %rax, (%rax)\nmovq -8(%rax), %rbx\n", 4);
  const Rehearsal alone = rehearse(frame_, task);
  for (int i = 0; i < 2; ++i) {
    const Rehearsal seen = trials_->run(task);
    ASSERT_EQ(seen.status, Status::ok);
    ASSERT_EQ(seen.steps.size(), alone.steps.size());
    for (std::size_t k = 0; k < seen.steps.size(); ++k)
      EXPECT_EQ(seen.steps[k].general, alone.steps[k].general);
  }
}

TEST_F(TrialProcesses, EachRunFindsMemoryAndRegistersAsIfItWereTheFirst) {
  for (int i = 0; i < 3; ++i) {
    const Rehearsal seen = run("movq (%rax), %rbx\nincq (%rax)\nincq %rax\n");
    ASSERT_EQ(seen.status, Status::ok);
    EXPECT_EQ(seen.steps.back().general[loaded_register], trial_word);
    EXPECT_EQ(seen.steps.back().general[first_register], trial_address + 1);
  }
}

TEST_F(TrialProcesses, MemoryOfOneRunIsNotThereInTheNext) {
  TimedTask narrow = recorded("movq (%rax), %rbx\nmovq 8192(%rax), %rbx\n", 1);
  narrow.max_pages = 2;
  for (int i = 0; i < 3; ++i)
    EXPECT_EQ(trials_->run(narrow).status, Status::ok);
  narrow.max_pages = 1;
  EXPECT_EQ(trials_->run(narrow).status, Status::too_many_pages);
}

TEST_F(TrialProcesses, RunsThatFailDoNotDisturbTheNext) {
  const struct {
    std::string body;
    Status status;
  } failing[] = {{"ud2\n", Status::illegal_instruction},
                 {"xorl %edx, %edx\nxorl %ebx, %ebx\ndivl %ebx\n", Status::arithmetic},
                 {"movq $16, %rax\nmovq (%rax), %rbx\n", Status::fault},
                 {"int3\n", Status::trap},
                 {"movl $39, %eax\nsyscall\n", Status::privileged},
                 {"std\nmovq $16, %rsp\nud2\n", Status::illegal_instruction}};
  for (const auto &[body, status] : failing) {
    EXPECT_EQ(run(body).status, status) << body;
    EXPECT_EQ(loaded_word(), trial_word) << "after " << body;
  }
}

TEST_F(TrialProcesses, AnEndlessRunEndsAtItsLimit) {
  const auto code = assemble("1: jmp 1b\n", Isa::x86_64);
  ASSERT_TRUE(code);
  TimedTask endless = task_of(code->bytes);
  endless.counting = {1, 10}; // but this code does not count
  EXPECT_EQ(trials_->run(endless).status, Status::timeout);
  EXPECT_EQ(loaded_word(), trial_word);
}

} // namespace
} // namespace osaca::measure
