// Operations that are a macro-op of their own beside their load: among no-ops each is timed beside one that is like it
// but for what may matter.
#include "measure/core_probes/evidence.h"
#include "measure/core_probes/probe.h"
#include "measure/core_probes/slot_cost.h"

#include <array>

namespace osaca::measure::core_probes {
namespace {

struct UnfusedCase {
  const char *name;
  const char *operation;
  const char *other;
};

constexpr std::array<UnfusedCase, 8> unfused_cases = {{
    {"vector_immediate", "vpshufd $1, (%rsi), %xmm1", "vpaddd (%rsi), %xmm0, %xmm1"},
    {"vector_immediate_ymm", "vshufps $1, (%rsi), %ymm0, %ymm1", "vpaddd (%rsi), %ymm0, %ymm1"},
    {"relative_immediate", "cmpl $1, constant(%rip)", "cmpl %ecx, constant(%rip)"},
    {"shlx", "shlx %rcx, (%rsi), %r8", "popcnt (%rsi), %r8"},
    {"rorx", "rorx $1, (%rsi), %r8", "popcnt (%rsi), %r8"},
    {"bt", "btl $3, (%rsi)", "cmpl $3, (%rsi)"},
    {"compare_to_mask", "vpcmpeqd (%rsi), %ymm0, %k1", "vpaddd (%rsi), %ymm0, %ymm1"},
    {"test_to_mask", "vptestmd (%rsi), %ymm0, %k1", "vpaddd (%rsi), %ymm0, %ymm1"},
}};

ProbeCode among_no_ops(const std::string &operation) {
  constexpr int no_ops = 9; // so that dispatch, and nothing else, is what is waited for
  std::string body = operation;
  for (int i = 0; i < no_ops; ++i)
    body += "\nnopl 8(%rax)";
  ProbeCode code = straight(body);
  code.constants = "constant: .quad 5";
  return code;
}

} // namespace

std::vector<Finding> probe_unfused(Bench &bench) {
  constexpr int attempts = 3;
  std::vector<Finding> found;
  Evidence no_ops(bench);
  const double slot = slot_cycles(no_ops);
  for (const UnfusedCase &pair : unfused_cases) {
    const std::string name = std::string("unfused.") + pair.name;
    Evidence evidence(bench);
    std::optional<bool> takes_one;
    std::string text = "what a slot costs is not known";
    for (int i = 0; i < attempts && !takes_one && slot > 0; ++i) {
      const auto own = evidence.time(among_no_ops(pair.operation));
      const auto other = evidence.time(among_no_ops(pair.other));
      if (!own || !other)
        break;
      takes_one = whole_slot((*own - *other) / slot);
      text = "among nine no-ops " + cycles_text(*own) + " cycles, `" + pair.other + "` " + cycles_text(*other);
    }
    Finding one = takes_one ? evidence.told(name, *takes_one, text) : evidence.untold(name, yes_or_no, text);
    found.push_back(about(std::move(one), Aspect::none, pair.operation));
  }
  return found;
}

} // namespace osaca::measure::core_probes
