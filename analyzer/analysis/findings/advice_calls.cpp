// What helps against a call, by the callee's name. Which options replace which function was tried with GCC and Clang;
// the examples of docs/rules hold on to it.
#include "analysis/findings/advice.h"

#include <algorithm>
#include <array>
#include <span>

namespace osaca {
namespace {

constexpr std::array set_errno = {"sqrt", "lrint", "lrintf", "llrint", "llrintf", "sqrtf"};
constexpr std::array order_nans = {"fmin", "fminf", "fmax", "fmaxf"};
constexpr std::array round_by_instruction = {"floor",  "floorf", "ceil",  "ceilf",     "trunc",
                                             "truncf", "rint",   "rintf", "nearbyint", "nearbyintf"};
constexpr std::array round_half_away = {"round", "roundf"};
constexpr std::array fuse = {"fma", "fmaf"};
/// libmvec has vector variants of these.
constexpr std::array vector_variants = {
    "sin",   "cos",    "exp",    "log",    "pow",   "tan",   "asin",   "acos",   "atan",   "atan2", "sinh",
    "cosh",  "tanh",   "asinh",  "acosh",  "atanh", "exp2",  "exp10",  "log2",   "log10",  "expm1", "log1p",
    "cbrt",  "erf",    "erfc",   "hypot",  "sinf",  "cosf",  "expf",   "logf",   "powf",   "tanf",  "asinf",
    "acosf", "atanf",  "atan2f", "sinhf",  "coshf", "tanhf", "asinhf", "acoshf", "atanhf", "exp2f", "exp10f",
    "log2f", "log10f", "expm1f", "log1pf", "cbrtf", "erff",  "erfcf",  "hypotf"};

/// Nobody inlines these, and no vector does them.
constexpr std::array library = {"memcpy", "memmove", "memset", "memcmp", "malloc", "calloc", "realloc", "free",
                                "printf", "fprintf", "puts",   "putc",   "fputs",  "fwrite", "fread",   "fflush",
                                "exit",   "abort",   "strlen", "strcmp", "qsort",  "strtod"};

struct Entry {
  std::span<const char *const> names;
  CallMade::Advice advice;
};

constexpr std::array entries = {
    Entry{set_errno, CallMade::Advice::no_errno},
    Entry{order_nans, CallMade::Advice::no_nans},
    Entry{round_by_instruction, CallMade::Advice::rounding},
    Entry{round_half_away, CallMade::Advice::rounding_half_away},
    Entry{fuse, CallMade::Advice::fused},
    Entry{vector_variants, CallMade::Advice::vector_variant},
    Entry{library, CallMade::Advice::none},
};

/// Of "sin@PLT".
std::string_view name_of(std::string_view callee) { return callee.substr(0, callee.find('@')); }

} // namespace

CallMade::Advice advice_on_call(std::string_view callee) {
  callee = name_of(callee);
  if (callee.starts_with("_ZGV"))
    return CallMade::Advice::none;
  for (const Entry &entry : entries)
    if (std::ranges::find(entry.names, callee) != entry.names.end())
      return entry.advice;
  return CallMade::Advice::of_rule;
}

} // namespace osaca
