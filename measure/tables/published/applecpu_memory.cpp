#include "measure/tables/published/applecpu_text.h"

#include "base/format.h"
#include "base/text.h"
#include "measure/tables/published/vector_lanes.h"

#include <algorithm>
#include <array>

namespace osaca::measure {
namespace {

struct MovedRegister {
  std::string file; ///< w, x, s, d, q; empty: unknown
  int bytes = 0;
};

bool begins_with_one_of(std::string_view text, std::initializer_list<std::string_view> begins) {
  return std::ranges::any_of(begins, [&](std::string_view begin) { return text.starts_with(begin); });
}

MovedRegister moved_register(const AppleName &name) {
  const std::string &mnemonic = name.mnemonic;
  const bool is_narrow = mnemonic.ends_with('b') || mnemonic.ends_with('h');
  const int narrow_bytes = mnemonic.ends_with('b') ? 1 : 2;
  const std::string general = name.general_register();
  if (is_narrow)
    return {general.empty() ? "w" : general, narrow_bytes};
  if (mnemonic.ends_with("sw"))
    return {"x", 4};
  if (!general.empty())
    return {general, general == "x" ? 8 : 4};
  constexpr std::string_view files = "SDQ";
  const std::string last = name.last();
  const std::size_t at = last.size() == 1 ? files.find(last) : std::string_view::npos;
  return at == std::string_view::npos ? MovedRegister{} : MovedRegister{lower_cased(last), 4 << at};
}

/// "[x6, #8]!"
std::string address_of(const AppleName &name, const MovedRegister &moved, int offset) {
  if (name.has("register")) {
    for (const std::string_view extension : {"sxtw", "uxtw"})
      if (name.has(extension))
        return format_text("[x6, w7, {}]", extension);
    int shift = 0;
    while ((1 << shift) < moved.bytes)
      ++shift;
    return name.has("lsl") ? format_text("[x6, x7, lsl #{}]", shift) : "[x6, x7]";
  }
  if (name.has("pre-index"))
    return format_text("[x6, #{}]!", offset);
  if (name.has("post-index"))
    return format_text("[x6], #{}", offset);
  return name.has("signed offset") || name.has("unsigned offset") ? format_text("[x6, #{}]", offset) : "[x6]";
}

std::string moved_text(const AppleName &name) {
  const MovedRegister moved = moved_register(name);
  std::string mnemonic = name.mnemonic;
  if (moved.file.empty())
    return "";
  if (name.has("literal"))
    return format_text("{} {}0, .+4", mnemonic, moved.file);
  if (mnemonic.starts_with("ldur") || mnemonic.starts_with("stur"))
    return format_text("{} {}0, [x6, #1]", mnemonic, moved.file);
  const bool is_general = moved.file == "w" || moved.file == "x";
  const bool is_pair = begins_with_one_of(mnemonic, {"ldp", "stp", "ldnp", "stnp"});
  const int offset = !is_general && (is_pair || mnemonic == "str") ? 16 : 8;
  if (mnemonic == "ldr" && moved.bytes == 16 && name.has("unsigned offset"))
    mnemonic = "ldur"; // the only form with this offset
  return format_text("{} {}0, {}{}", mnemonic, moved.file, is_pair ? moved.file + "1, " : "",
                     address_of(name, moved, offset));
}

/// Atomic and exclusive accesses.
std::string atomic_access(const AppleName &name) {
  const std::string &mnemonic = name.mnemonic;
  const std::string file = moved_register(name).file;
  if (file != "w" && file != "x")
    return "";
  if (mnemonic.starts_with("casp"))
    return format_text("{} {}0, {}1, {}2, {}3, [x6]", mnemonic, file, file, file, file);
  if (mnemonic == "stlxp" || mnemonic == "stxp")
    return format_text("{} w0, {}1, {}2, [x6]", mnemonic, file, file);
  if (begins_with_one_of(mnemonic, {"stlxr", "stxr"}))
    return format_text("{} w0, {}1, [x6]", mnemonic, file);
  const bool has_two = begins_with_one_of(mnemonic, {"cas", "swp", "ldadd", "ldclr", "ldeor", "ldset", "ldsm", "ldum"});
  return format_text("{} {}0, {}[x6]", mnemonic, file, has_two ? file + "1, " : "");
}

/// ld1 to ld4, st1 to st4.
std::string structure_access(const AppleName &name) {
  const auto type = lane_type(name.last());
  int count = name.mnemonic[2] - '0';
  if (!type || (type->bytes == 0) != name.has("single"))
    return "";
  for (int i = 1; i <= 4 && count == 1; ++i)
    if (name.has(format_text("{} reg{}", i, i == 1 ? "" : "s")))
      count = i;
  std::vector<std::string> list;
  for (int i = 0; i < count; ++i)
    list.push_back(type->bytes == 0 ? format_text("v{}.{}", i, type->element) : register_text(*type, i));
  return format_text("{} {{ {} }}{}, [x6]{}", name.mnemonic, joined(list), type->bytes == 0 ? "[1]" : "",
                     name.has("post-index") ? ", x8" : "");
}

} // namespace

std::string apple_memory_text(const AppleName &name) {
  const std::string &mnemonic = name.mnemonic;
  const bool is_structure = begins_with_one_of(mnemonic, {"ld1", "ld2", "ld3", "ld4", "st1", "st2", "st3", "st4"});
  if (is_structure)
    return structure_access(name);
  if (begins_with_one_of(mnemonic, {"ldp", "stp", "ldnp", "stnp", "ldr", "str", "ldur", "stur"}))
    return moved_text(name);
  const bool is_atomic = begins_with_one_of(
      mnemonic, {"cas", "swp", "ld", "stadd", "stclr", "steor", "stset", "stsm", "stum", "stl", "stx"});
  return is_atomic ? atomic_access(name) : "";
}

} // namespace osaca::measure
