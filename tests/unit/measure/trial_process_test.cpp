// Many runs in one process: each begins as if it were the first, and what one run does to the process must not reach
// the next.
#include "decode/code/encoding.h"
#include "measure/harness/trial_process.h"

#include <gtest/gtest.h>

namespace osaca::measure {
namespace {

constexpr std::size_t first_register = 0;
constexpr std::size_t loaded_register = 3;
constexpr std::uint64_t trial_address = 0x2324000;
constexpr std::uint64_t trial_word = 0x1234;

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

  static TimedTask task_of(const std::string &text) {
    TimedTask task;
    const auto code = assemble(text, Isa::x86_64);
    EXPECT_TRUE(code) << text;
    if (code)
      task.short_window.code = code->bytes;
    task.short_window.general.fill(trial_address);
    task.fill_word = trial_word;
    task.changes_memory = false;
    task.time_limit_seconds = 1;
    return task;
  }

  Rehearsal run(const std::string &text, std::size_t most_steps = 100) {
    return trials_->run(task_of(text), {most_steps, {}});
  }

  /// What the register holds when the pass ends.
  static std::uint64_t at_the_end(const Rehearsal &seen, std::size_t reg) {
    EXPECT_EQ(seen.status, Status::ok) << seen.detail;
    return seen.steps.empty() ? 0 : seen.steps.back().general[reg];
  }

  TimedFrame frame_;
  std::optional<TrialProcess> trials_;
};

TEST_F(TrialProcesses, EachRunFindsMemoryAndRegistersAsIfItWereTheFirst) {
  for (int i = 0; i < 3; ++i) {
    const Rehearsal seen = run("movq (%rax), %rbx\nincq (%rax)\nincq %rax\n");
    EXPECT_EQ(at_the_end(seen, loaded_register), trial_word);
    EXPECT_EQ(at_the_end(seen, first_register), trial_address + 1);
  }
}

TEST_F(TrialProcesses, MemoryOfOneRunIsNotThereInTheNext) {
  TimedTask narrow = task_of("movq (%rax), %rbx\nmovq 8192(%rax), %rbx\n");
  narrow.max_pages = 2;
  for (int i = 0; i < 3; ++i)
    EXPECT_EQ(trials_->run(narrow, {100, {}}).status, Status::ok);
  narrow.max_pages = 1;
  EXPECT_EQ(trials_->run(narrow, {100, {}}).status, Status::too_many_pages);
}

TEST_F(TrialProcesses, RunsThatFailDoNotDisturbTheNext) {
  const struct {
    std::string text;
    Status status;
  } failing[] = {{"ud2\n", Status::illegal_instruction},
                 {"xorl %edx, %edx\nxorl %ebx, %ebx\ndivl %ebx\n", Status::arithmetic},
                 {"movq $16, %rax\nmovq (%rax), %rbx\n", Status::fault},
                 {"int3\n", Status::trap},
                 {"movl $39, %eax\nsyscall\n", Status::privileged},
                 {"movl $12, %eax\nxorl %edi, %edi\nstd\nmovq $16, %rsp\nud2\n", Status::illegal_instruction}};
  for (const auto &[text, status] : failing) {
    EXPECT_EQ(run(text).status, status) << text;
    EXPECT_EQ(at_the_end(run("movq (%rax), %rbx\n"), loaded_register), trial_word) << "after " << text;
  }
}

TEST_F(TrialProcesses, AnEndlessRunEndsAtItsLimit) {
  EXPECT_EQ(run("1: jmp 1b\n", 50).steps.size(), 50U);
  TimedTask endless = task_of("1: jmp 1b\n");
  endless.counting = {1, 10}; // but this code does not count
  EXPECT_EQ(trials_->run(endless, {}).status, Status::timeout);
  EXPECT_EQ(at_the_end(run("movq (%rax), %rbx\n"), loaded_register), trial_word);
}

TEST_F(TrialProcesses, ShowTheStepsThatAProcessOfItsOwnShows) {
  const TimedTask task = task_of("1: addq $8, %rax\nmovq (%rax), %rbx\ncmpq $0x2324020, %rax\njne 1b\n");
  const Rehearsal alone = rehearse(frame_, task, {100, {}});
  for (int i = 0; i < 2; ++i) {
    const Rehearsal seen = trials_->run(task, {100, {}});
    ASSERT_EQ(seen.status, Status::ok);
    ASSERT_EQ(seen.steps.size(), alone.steps.size());
    EXPECT_EQ(seen.steps.size(), 17U); // four instructions four times, and the end
    for (std::size_t k = 0; k < seen.steps.size(); ++k) {
      EXPECT_EQ(seen.steps[k].offset, alone.steps[k].offset);
      EXPECT_EQ(seen.steps[k].general, alone.steps[k].general);
    }
  }
}

} // namespace
} // namespace osaca::measure
