#include "measure/tables/published/insn_bench_text.h"

#include "base/format.h"
#include "base/text.h"
#include "measure/tables/published/vector_lanes.h"

#include <algorithm>

namespace osaca::measure {
namespace {

std::string address_text(const InsnBenchName &name) {
  if (name.has("reg"))
    return name.number("<<") ? format_text("[x28, x28, lsl #{}]", *name.number("<<")) : "[x28, x28]";
  if (const auto before = name.number("pre, ofs = "))
    return format_text("[x28, #{}]!", *before);
  if (const auto after = name.number("post, ofs = "))
    return format_text("[x28], #{}", *after);
  const int offset = name.number("ofs = ").value_or(0);
  return offset == 0 ? "[x28]" : format_text("[x28, #{}]", offset);
}

/// ld1 to ld4, st1 to st4.
std::string structure_text(const InsnBenchName &name) {
  const std::string &mnemonic = name.mnemonic;
  int count = mnemonic[2] - '0';
  const bool is_single = name.has("single");
  const auto index = name.number("[");
  if (count < 1 || count > 4 || name.element == 0 || name.element == 'q' || (is_single && !index))
    return "";
  if (!is_single && count == 1 && name.arguments.size() == 2)
    count = parse_number<int>(name.arguments[1].substr(0, 1)).value_or(0);
  std::vector<std::string> list;
  for (int i = 0; i < count; ++i)
    list.push_back(is_single ? format_text("v{}.{}", 5 - count + i, name.element)
                             : register_text({name.element, 16}, i));
  return format_text("{} {{ {} }}{}, [x28]", mnemonic, joined(list), is_single ? format_text("[{}]", *index) : "");
}

/// The element of the pair that the chain goes through is x0.
std::string pair_text(const InsnBenchName &name) {
  if (name.mnemonic == "ldpsw" || name.has("w"))
    return ""; // measured together with an addition
  const char file = name.element == 'q' ? 'q' : 'x';
  if (name.element != 0 && name.element != 'q')
    return "";
  const bool is_swapped = name.mnemonic == "stp" || name.has("1st elem");
  return format_text("{} {}{}, {}{}, {}", name.mnemonic, file, is_swapped ? 1 : 0, file, is_swapped ? 0 : 1,
                     address_text(name));
}

std::string single_text(const InsnBenchName &name) {
  const std::string &mnemonic = name.mnemonic;
  const bool is_store = mnemonic.starts_with("st");
  const bool is_narrow = mnemonic.ends_with('b') || mnemonic.ends_with('h') || mnemonic.ends_with('w');
  const bool changes_address = name.number("pre, ofs = ") || name.number("post, ofs = ");
  const bool is_advancing = changes_address && name.number("ofs = ").value_or(0) != 0;
  if (name.has("literal") || name.has("ptr fwd.") || (is_store && is_advancing) ||
      (!is_store && is_narrow && !name.has("reg")))
    return ""; // several instructions
  std::string value = "x0";
  if (name.element == 'q')
    value = "q0";
  else if (is_store)
    value = (is_narrow ? "w" : "x") + std::string(changes_address ? "2" : "1");
  else if (changes_address && !is_advancing)
    value = "x1";
  else if (mnemonic.ends_with('b') || mnemonic.ends_with('h'))
    value = "w0";
  return format_text("{} {}, {}", mnemonic, value, address_text(name));
}

} // namespace

std::string memory_text(const InsnBenchName &name) {
  const std::string &mnemonic = name.mnemonic;
  if (mnemonic.starts_with("ldp") || mnemonic.starts_with("stp") || mnemonic == "ldnp")
    return pair_text(name);
  if (mnemonic.starts_with("ldr") || mnemonic.starts_with("ldur") || mnemonic.starts_with("str") ||
      mnemonic.starts_with("stur"))
    return single_text(name);
  const bool is_structure = (mnemonic.starts_with("ld") || mnemonic.starts_with("st")) && mnemonic.size() > 2 &&
                            mnemonic[2] >= '1' && mnemonic[2] <= '4';
  return is_structure ? structure_text(name) : "";
}

} // namespace osaca::measure
