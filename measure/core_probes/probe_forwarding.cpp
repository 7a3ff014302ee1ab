#include "measure/core_probes/forwarding_cases.h"

#include "base/format.h"
#include "measure/core_probes/evidence.h"
#include "measure/core_probes/probe.h"

#include <map>
#include <set>

namespace osaca::measure::core_probes {

namespace {

constexpr int line_bytes = 64;
constexpr int place_bytes = 0x400; // added to memory_address: leaves room on both sides

std::string store_text(const AccessWidth &width) {
  if (!width.is_vector)
    return width.bytes == 8   ? "mov %rax, (%rdi)"
           : width.bytes == 4 ? "mov %eax, (%rdi)"
           : width.bytes == 2 ? "mov %ax, (%rdi)"
                              : "mov %al, (%rdi)";
  return format_text("vmovups %{}mm0, (%rdi)", width.bytes == 16 ? "x" : width.bytes == 32 ? "y" : "z");
}

std::string load_text(const AccessWidth &width, int offset) {
  const std::string from = (offset == 0 ? "" : std::to_string(offset)) + "(%rsi), ";
  if (!width.is_vector)
    return width.bytes == 8   ? format_text("mov {}%rax", from)
           : width.bytes == 4 ? format_text("mov {}%eax", from)
           : width.bytes == 2 ? format_text("movzwl {}%eax", from)
                              : format_text("movzbl {}%eax", from);
  return format_text("vmovups {}%{}mm0", from, width.bytes == 16 ? "x" : width.bytes == 32 ? "y" : "z");
}

std::set<int> offsets_of(const AccessWidth &store, const AccessWidth &load) {
  if (load.bytes > store.bytes)
    return {0, store.bytes - load.bytes};
  std::set<int> made = {0, store.bytes - load.bytes, (store.bytes - load.bytes) / 2};
  if (1 + load.bytes <= store.bytes)
    made.insert(1);
  if (load.bytes > 1)
    made.insert(store.bytes - load.bytes / 2); // half of it was not written by this store
  return made;
}

} // namespace

std::string name_of(const AccessWidth &width) {
  if (width.is_vector)
    return width.bytes == 16 ? "xmm" : width.bytes == 32 ? "ymm" : "zmm";
  return format_text("general_{}", 8 * width.bytes);
}

std::vector<AccessWidth> access_widths() {
  return {{1, false}, {2, false}, {4, false}, {8, false}, {16, true}, {32, true}, {64, true}};
}

std::vector<ForwardingCase> forwarding_cases() {
  std::vector<ForwardingCase> made;
  for (const AccessWidth &store : access_widths())
    for (const AccessWidth &load : access_widths()) {
      if (store.is_vector != load.is_vector) {
        made.push_back({store, load, 0, false});
        continue;
      }
      for (const int offset : offsets_of(store, load))
        made.push_back({store, load, offset, false});
      if (store.bytes == load.bytes && store.bytes > 1)
        made.push_back({store, load, 0, true});
    }
  return made;
}

std::string name_of(const ForwardingCase &pair) {
  return format_text("forwarding.{}_to_{}{}{}", name_of(pair.store), name_of(pair.load),
                     pair.offset == 0  ? ""
                     : pair.offset > 0 ? format_text(".at_{}", pair.offset)
                                       : format_text(".before_{}", -pair.offset),
                     pair.crosses_line ? ".crossing" : "");
}

ForwardingCode code_of(const ForwardingCase &pair) {
  ForwardingCode made;
  made.store = store_text(pair.store);
  made.load = load_text(pair.load, pair.offset);
  made.chain = format_text("{}\n{}", made.store, made.load);
  if (pair.changes_kind())
    made.chain = pair.store.is_vector ? "vmovq %rax, %xmm0\n" + made.chain : made.chain + "\nvmovq %xmm0, %rax";
  const int where = place_bytes + (pair.crosses_line ? line_bytes - pair.store.bytes / 2 : 0);
  made.before = format_text("lea {0}(%rbx), %rdi\nlea {0}(%rbx), %rsi", where);
  return made;
}

// A chain of a store and a load of what it wrote: the loaded value is stored again. The address is in two registers, so
// that no core identifies the load with the store before executing it (see the probe `renaming`).

namespace {

constexpr double much_longer = 1.5; // relative to the plain case of the same store

std::string what_happens(const ForwardingCase &pair, double cycles, double plain) {
  std::string text = "chain of the store and the load";
  if (pair.changes_kind())
    text += split_note;
  if (plain > 0)
    text += cycles > much_longer * plain ? "; not forwarded: the load waits until the store is in the cache"
                                         : "; forwarded from the store queue";
  return text;
}

} // namespace

std::vector<ProbeFinding> probe_forwarding(Bench &bench) {
  std::vector<ProbeFinding> found;
  std::map<int, double> plain; // by width: store and load of this width
  Evidence trips(bench);
  const auto half = half_round_trip(trips);
  for (const ForwardingCase &pair : forwarding_cases())
    if (pair.store.bytes == pair.load.bytes && pair.offset == 0 && !pair.crosses_line) {
      Evidence evidence(bench);
      const ForwardingCode code = code_of(pair);
      plain[pair.store.bytes] = evidence.time(straight(code.chain, code.before)).value_or(0);
    }
  for (const ForwardingCase &pair : forwarding_cases()) {
    Evidence evidence(bench);
    const ForwardingCode code = code_of(pair);
    const auto chain = evidence.time(straight(code.chain, code.before));
    if (!chain || (pair.changes_kind() && !half)) {
      found.push_back(evidence.make_undetermined(name_of(pair), "cycles", ""));
      continue;
    }
    const double cycles = *chain - (pair.changes_kind() ? *half : 0);
    const ProbeFinding told =
        evidence.make_finding(name_of(pair), "cycles", cycles, what_happens(pair, cycles, plain[pair.store.bytes]));
    const bool models_speak = !pair.crosses_line && !pair.changes_kind() && pair.offset == 0;
    const Aspect aspect = !models_speak         ? Aspect::none
                          : pair.is_contained() ? Aspect::forward_cycles
                                                : Aspect::failed_forward_cycles;
    found.push_back(about(told, aspect, format_text("{}; {}", code.store, code.load)));
  }
  return found;
}

} // namespace osaca::measure::core_probes
