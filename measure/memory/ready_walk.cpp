#include "measure/memory/walk_code.h"

#include "base/format.h"
#include "decode/code/encoding.h"
#include "measure/harness/measuring_child.h"
#include "measure/isa/instruction_screen.h"
#include "measure/memory/walk.h"

#include <algorithm>
#include <cstring>
#include <string>

#if defined(__linux__)
#include <sys/mman.h>
#endif

namespace osaca::measure::memory {

#if defined(__linux__) && defined(__x86_64__)

namespace {

/// The value that is added and stored: the last vector register, with the harness's value.
std::string constant_text() {
  const std::string low_half = format_text("movabs ${}, %rax\nmovq %rax, %xmm15\n", float_word);
  return this_processor_has_avx() ? format_text("movabs ${}, %rax\nvmovq %rax, %xmm15\nvmovddup %xmm15, %xmm15\n"
                                                "vinsertf128 $1, %xmm15, %ymm15, %ymm15\n",
                                                float_word)
                                  : low_half + "unpcklpd %xmm15, %xmm15\n";
}

/// The walk as a function whose argument is the address of its registers.
std::string callable_text(const std::string &text) {
  return format_text("push %rbx\npush %rbp\npush %r12\npush %r13\npush %r14\npush %r15\nmov %rdi, %rbp\n"
                     "mov 24(%rbp), %rbx\nmov 48(%rbp), %rsi\nmov 64(%rbp), %r8\nmov 72(%rbp), %r9\n"
                     "mov 120(%rbp), %r15\nmov 56(%rbp), %rdi\n{}{}{}"
                     "sfence\npop %r15\npop %r14\npop %r13\npop %r12\npop %rbp\npop %rbx\nret\n",
                     constant_text(), text, this_processor_has_avx() ? "vzeroupper\n" : "");
}

} // namespace

bool ReadyWalk::prepare(const Walk &walk) {
  const Expected<CodedWalk> made = coded(walk, this_processor_has_avx(), fresh_seed());
  const Expected<AssembledCode> code =
      assemble(callable_text(walk_text(walk, this_processor_has_avx())), Isa::x86_64, {"", false, "walk"});
  if (!made || !code)
    return false;
  ChildReport report{};
  if (!prepare_regions(made->task, report))
    return false;
  void *place = ::mmap(nullptr, code->bytes.size(), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (place == MAP_FAILED)
    return false;
  std::memcpy(place, code->bytes.data(), code->bytes.size());
  if (::mprotect(place, code->bytes.size(), PROT_READ | PROT_EXEC) != 0)
    return false;
  std::ranges::copy(made->task.short_window.general, registers_.begin());
  steps_ = static_cast<std::uint64_t>(made->shorter_steps);
  function_ = reinterpret_cast<void (*)(const std::uint64_t *)>(place);
  return true;
}

std::uint64_t ReadyWalk::position() const {
  return *reinterpret_cast<const std::uint64_t *>(registers_[register_of_cells]);
}

#else

bool ReadyWalk::prepare(const Walk &) { return false; }
std::uint64_t ReadyWalk::position() const { return 0; }

#endif

} // namespace osaca::measure::memory
