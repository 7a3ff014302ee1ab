#include "measure/core_probes/forwarding_cases.h"

#include <set>

namespace osaca::measure::core_probes {
namespace {

constexpr int line_bytes = 64;
constexpr int place_bytes = 0x400; // behind memory_address: room on both sides

std::string store_text(const AccessWidth &width) {
  if (!width.is_vector)
    return width.bytes == 8   ? "mov %rax, (%rdi)"
           : width.bytes == 4 ? "mov %eax, (%rdi)"
           : width.bytes == 2 ? "mov %ax, (%rdi)"
                              : "mov %al, (%rdi)";
  return std::string("vmovups %") + (width.bytes == 16 ? "x" : width.bytes == 32 ? "y" : "z") + "mm0, (%rdi)";
}

std::string load_text(const AccessWidth &width, int offset) {
  const std::string from = (offset == 0 ? "" : std::to_string(offset)) + "(%rsi), ";
  if (!width.is_vector)
    return width.bytes == 8   ? "mov " + from + "%rax"
           : width.bytes == 4 ? "mov " + from + "%eax"
           : width.bytes == 2 ? "movzwl " + from + "%eax"
                              : "movzbl " + from + "%eax";
  return "vmovups " + from + "%" + (width.bytes == 16 ? "x" : width.bytes == 32 ? "y" : "z") + "mm0";
}

std::set<int> offsets_of(const AccessWidth &store, const AccessWidth &load) {
  if (load.bytes > store.bytes)
    return {0, store.bytes - load.bytes};
  std::set<int> made = {0, store.bytes - load.bytes, (store.bytes - load.bytes) / 2};
  if (1 + load.bytes <= store.bytes)
    made.insert(1);
  if (load.bytes > 1)
    made.insert(store.bytes - load.bytes / 2); // half of it is not what was stored
  return made;
}

} // namespace

std::string name_of(const AccessWidth &width) {
  if (width.is_vector)
    return width.bytes == 16 ? "xmm" : width.bytes == 32 ? "ymm" : "zmm";
  return "general_" + std::to_string(8 * width.bytes);
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
  return "forwarding." + name_of(pair.store) + "_to_" + name_of(pair.load) +
         (pair.offset == 0  ? ""
          : pair.offset > 0 ? ".at_" + std::to_string(pair.offset)
                            : ".before_" + std::to_string(-pair.offset)) +
         (pair.crosses_line ? ".crossing" : "");
}

ForwardingCode code_of(const ForwardingCase &pair) {
  ForwardingCode made;
  made.store = store_text(pair.store);
  made.load = load_text(pair.load, pair.offset);
  made.chain = made.store + "\n" + made.load;
  if (pair.changes_kind())
    made.chain = pair.store.is_vector ? "vmovq %rax, %xmm0\n" + made.chain : made.chain + "\nvmovq %xmm0, %rax";
  const int where = place_bytes + (pair.crosses_line ? line_bytes - pair.store.bytes / 2 : 0);
  made.before = "lea " + std::to_string(where) + "(%rbx), %rdi\nlea " + std::to_string(where) + "(%rbx), %rsi";
  return made;
}

} // namespace osaca::measure::core_probes
