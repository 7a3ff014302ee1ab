#include "analysis/findings/advice.h"

#include "base/readable_name.h"

#include <algorithm>
#include <array>
#include <optional>
#include <span>
#include <string>

namespace osaca {

// Advice on calls by the callee's name. Which options replace which function was tried with GCC and Clang. The examples
// in docs/rules test it.

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

/// Compilers do not inline these, and they have no vector variants.
constexpr std::array library = {"memcpy", "memmove", "memset", "memcmp", "malloc", "calloc", "realloc", "free",
                                "printf", "fprintf", "puts",   "putc",   "fputs",  "fwrite", "fread",   "fflush",
                                "exit",   "abort",   "strlen", "strcmp", "qsort",  "strtod"};

/// Neither do they inline these, which have no vector variants either, but which may be replaced.
constexpr std::array other_library = {
    "memchr",   "strchr",    "strrchr", "strstr",   "strncmp", "strcpy",        "strncpy",       "strcat",
    "strtol",   "strtoul",   "strtoll", "strtoull", "strtof",  "atoi",          "atol",          "atof",
    "toupper",  "tolower",   "isalpha", "isdigit",  "isspace", "rand",          "random",        "time",
    "clock",    "getc",      "fgetc",   "fgets",    "sscanf",  "clock_gettime", "gettimeofday",  "sprintf",
    "snprintf", "remainder", "fmod",    "fmodf",    "ldexp",   "frexp",         "modf",          "write",
    "read",     "_Znwm",     "_Znam",   "_ZdlPv",   "_ZdlPvm", "_ZdaPv",        "__dynamic_cast"};
constexpr std::array round_to_integer = {"lround", "lroundf", "llround", "llroundf"};

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
    Entry{other_library, CallMade::Advice::of_library},
    Entry{round_to_integer, CallMade::Advice::unsafe_rounding},
};

bool locks(std::string_view name) {
  return name.starts_with("pthread_mutex_") || name.starts_with("pthread_spin_") || name.starts_with("pthread_rwlock_");
}

/// Functions of the C++ library that are no templates, or that the library instantiates: strings and streams.
bool is_of_cxx_library(const std::string &symbol) {
  // St is std, and Ss, Si, So and Sd are its string and streams.
  constexpr std::array beginnings = {"_ZSt", "_ZNSt", "_ZNKSt", "_ZNSs", "_ZNKSs", "_ZNSi", "_ZNSo", "_ZNKSo", "_ZNSd"};
  if (std::ranges::none_of(beginnings, [&](const char *beginning) { return symbol.starts_with(beginning); }))
    return false;
  const std::optional<std::string> signature = demangled(symbol);
  if (!signature)
    return false;
  std::string_view name = *signature;
  name = name.substr(0, name.find('('));
  return name.find('<') == std::string_view::npos || name.find("basic_string<char") != std::string_view::npos ||
         name.find("basic_ostream<char") != std::string_view::npos ||
         name.find("basic_istream<char") != std::string_view::npos;
}

bool steps_through_tree(std::string_view name) {
  return name.starts_with("_ZSt18_Rb_tree_increment") || name.starts_with("_ZSt18_Rb_tree_decrement");
}

/// The name without the suffix of "sin@PLT".
std::string_view name_of(std::string_view callee) { return callee.substr(0, callee.find('@')); }

} // namespace

CallMade::Advice advice_on_call(std::string_view callee) {
  callee = name_of(callee);
  if (callee.starts_with("_ZGV"))
    return CallMade::Advice::none;
  for (const Entry &entry : entries)
    if (std::ranges::find(entry.names, callee) != entry.names.end())
      return entry.advice;
  if (callee.empty())
    return CallMade::Advice::direct;
  if (locks(callee))
    return CallMade::Advice::fewer_locks;
  if (steps_through_tree(callee))
    return CallMade::Advice::no_tree;
  return is_of_library(callee) ? CallMade::Advice::of_library : CallMade::Advice::of_rule;
}

bool is_of_library(std::string_view callee) {
  callee = name_of(callee);
  return callee.starts_with("pthread_") || callee.starts_with("__cxa_") ||
         std::ranges::any_of(
             entries,
             [callee](const Entry &entry) { return std::ranges::find(entry.names, callee) != entry.names.end(); }) ||
         is_of_cxx_library(std::string(callee));
}

} // namespace osaca
