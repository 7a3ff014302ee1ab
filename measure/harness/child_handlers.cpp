#include "measure/harness/measuring_child.h"

#include <csignal>
#include <cstddef>
#include <cstring>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <ucontext.h>
#include <unistd.h>

namespace osaca::measure {
namespace {

constexpr std::uint64_t lowest_page = 0x10000;
constexpr std::uint64_t end_of_user_space = 0x7ffffffff000;

HandlerContext &context() { return *reinterpret_cast<HandlerContext *>(handler_address); }
HarnessState &state() { return *reinterpret_cast<HarnessState *>(state_address); }

void fill(std::uint64_t page) {
  auto *words = reinterpret_cast<std::uint64_t *>(page);
  for (std::size_t i = 0; i < page_bytes / sizeof(std::uint64_t); ++i)
    words[i] = context().fill_word + (context().fill_is_relative ? page + i * sizeof(std::uint64_t) : 0);
  auto *bytes = reinterpret_cast<std::uint8_t *>(page);
  for (std::size_t i = 0; i < context().planted_count; ++i) {
    const PlantedWord &planted = context().planted[i];
    for (std::size_t byte = 0; byte < planted.bytes; ++byte)
      if (const std::uint64_t place = planted.address + byte - page; place < page_bytes)
        bytes[place] = static_cast<std::uint8_t>(planted.word >> (8 * (byte % sizeof planted.word)));
  }
}

void map_page(std::uint64_t address) {
  const std::uint64_t page = address / page_bytes * page_bytes;
  if (page < lowest_page || page >= end_of_user_space)
    end_child(Status::fault, address);
  if (context().page_count == context().max_pages)
    end_child(Status::too_many_pages, address);
  void *wanted = reinterpret_cast<void *>(page);
  if (::mmap(wanted, page_bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0) !=
      wanted)
    end_child(Status::fault, address);
  fill(page);
  context().pages[context().page_count++] = page; // max_pages does not exceed the space
  if (!context().refill)
    return;
  HarnessState &shared = state();
  shared.filled_pages[shared.filled_page_count++] = page; // max_pages does not exceed the space
}

std::uint64_t instruction_pointer(const ucontext_t &at) {
  return static_cast<std::uint64_t>(at.uc_mcontext.gregs[REG_RIP]);
}

/// Maps a page and restarts the window, so that all passes that count see the same memory.
void on_missing_page(int, siginfo_t *info, void *machine) {
  ucontext_t &at = *static_cast<ucontext_t *>(machine);
  const auto address = reinterpret_cast<std::uint64_t>(info->si_addr);
  if (info->si_code != SEGV_MAPERR || address == instruction_pointer(at))
    end_child(Status::fault, info->si_code == SI_KERNEL ? 0 : address);
  map_page(address);
  if (context().goes_on)
    return;
  state().laps_left = context().most_laps;
  at.uc_mcontext.gregs[REG_RIP] = static_cast<greg_t>(context().restart_address);
}

void on_hopeless(int signal, siginfo_t *, void *machine) {
  const std::uint64_t where = instruction_pointer(*static_cast<ucontext_t *>(machine));
  switch (signal) {
  case SIGILL: end_child(Status::illegal_instruction, where);
  case SIGFPE: end_child(Status::arithmetic, where);
  case SIGTRAP: end_child(Status::trap, where);
  default: end_child(Status::fault, where);
  }
}

void handle(int signal, void (*handler)(int, siginfo_t *, void *)) {
  struct sigaction action = {};
  action.sa_sigaction = handler;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER;
  ::sigaction(signal, &action, nullptr);
}

} // namespace

void end_child(Status status, std::uint64_t address) {
  context().report->status = status;
  context().report->address = address;
  if (context().return_to != nullptr)
    siglongjmp(*context().return_to, 1); // NOLINT: nothing between here and there has a destructor
  ::_exit(0);
}

void install_handlers() {
  constexpr std::size_t stack_bytes = 1U << 17U;
  stack_t stack = {};
  stack.ss_sp = ::mmap(nullptr, stack_bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  stack.ss_size = stack_bytes;
  ::sigaltstack(&stack, nullptr);
  handle(SIGSEGV, on_missing_page);
  for (const int signal : {SIGILL, SIGFPE, SIGBUS, SIGTRAP})
    handle(signal, on_hopeless);
}

namespace {

/// Rules for the number of a system call, which has been loaded.
class CallFilter {
public:
  CallFilter() {
    add(BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, arch)));
    add(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, AUDIT_ARCH_X86_64, 1, 0));
    forbid();
    add(BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, nr)));
  }

  void allow(std::uint32_t call) {
    add(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, call, 0, 1));
    allow_all();
  }
  /// Allows the call if its first argument has this value.
  void allow(std::uint32_t call, std::uint32_t first) {
    add(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, call, 0, 4));
    add(BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, args)));
    add(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, first, 0, 1));
    allow_all();
    forbid();
  }
  void forbid() { add(BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS)); }

  void install() {
    const sock_fprog filter = {static_cast<unsigned short>(size_), program_.data()};
    ::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
    // Without this flag older kernels would also switch off a part of the processor that is to be measured: loads that
    // are executed before earlier stores.
    ::syscall(__NR_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_SPEC_ALLOW, &filter);
  }

private:
  void allow_all() { add(BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)); }
  void add(const sock_filter &rule) { program_[size_++] = rule; }

  std::array<sock_filter, 64> program_{}; ///< more than the rules below need
  std::size_t size_ = 0;
};

} // namespace

void forbid_system_calls(int channel) {
  CallFilter filter;
  for (const std::uint32_t call : {__NR_mmap, __NR_munmap, __NR_brk, __NR_rt_sigreturn, __NR_exit_group, __NR_exit})
    filter.allow(call);
  if (channel != no_channel) {
    for (const std::uint32_t call : {__NR_read, __NR_write})
      filter.allow(call, static_cast<std::uint32_t>(channel));
  }
  filter.forbid();
  filter.install();
}

} // namespace osaca::measure
