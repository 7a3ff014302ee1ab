// SPDX-License-Identifier: GPL-3.0-or-later
// Includes every GCC header that the plugin uses, in the required order. It is the only place that depends on versions
// and targets of GCC.
//
// Symbols that only the C family's front ends define are declared weak. One plugin serves all compilers of a GCC: cc1
// and cc1plus, but also f951 and lto1. The loader binds all symbols at once, so a strong symbol that f951 lacks would
// prevent f951 from loading the plugin. A weak one is null there. None of them may be used before front_end_of_host()
// has reported the C family.
#pragma once

// GCC's headers poison parts of the standard library, so the standard library comes first.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <unordered_map>
#include <unordered_set>
#include <vector>

// GCC's headers need this order.
// clang-format off
#include "gcc-plugin.h"
#include "bversion.h"

#include "tree.h"
#include "cp/cp-tree.h" // before c-common.h; its contents are used only in the C++ compiler
#include "c-family/c-common.h" // before diagnostic-core.h, which it configures
#include "c-family/c-pragma.h"
#include "diagnostic.h"
#include "diagnostic-core.h"
#include "tree-iterator.h"
#include "memmodel.h"
#include "function.h"
#include "basic-block.h"
#include "rtl.h"
#include "rtl-iter.h"
#include "emit-rtl.h"
#include "tm_p.h"
#include "insn-config.h"
#include "recog.h"
#include "cfgrtl.h"
#include "cfgloop.h"
#include "sreal.h"
#include "dominance.h"
#include "cgraph.h"
#include "context.h"
#include "tree-pass.h"
#include "tree-ssa-alias.h"
#include "gimple-expr.h"
#include "gimple.h"
#include "gimple-iterator.h"
#include "gimple-walk.h"
#include "output.h"
#include "dumpfile.h"
#include "target.h"
#include "toplev.h"
#include "opts.h"
#include "options.h"
#include "langhooks.h"
#include "stringpool.h"
#include "attribs.h"
#include "cpplib.h"
#include "alloc-pool.h" // before lto-streamer.h
#include "lto-streamer.h"
// clang-format on

#pragma weak parse_in
#pragma weak pch_file
#pragma weak cpp_register_pragma
#pragma weak cpp_get_token
#pragma weak cpp_token_as_text

namespace osaca::gcc_compat {

/// A function of libiberty, which all of GCC's compilers are linked with. Its header is not installed for plugins. The
/// result is freed with free().
extern "C" __attribute__((weak)) char *cplus_demangle_v3(const char *symbol, int options);

/// The version of the compiler that this plugin was built for, which is the one it runs in.
const char *version();

/// True in a front end of the C family. Other front ends contain the preprocessor's library too, but not the C family's
/// reader.
inline bool has_c_preprocessor() { return &parse_in != nullptr && &cpp_register_pragma != nullptr; }

/// Registers the first of these attributes, which an empty one follows, for a scope: `[[scope::name]]`. May be called
/// once. Since GCC 14, attributes are passed as a structure, and plugin.h has another declaration of the function,
/// whose parameter is a misspelt type.
inline void register_attribute_in_scope(const char *scope, const attribute_spec *attributes) {
#if BUILDING_GCC_MAJOR >= 14
  static const scoped_attribute_specs scoped = {scope, {attributes, 1}};
  register_scoped_attributes(scoped);
#else
  register_scoped_attributes(attributes, scope);
#endif
}

/// The names that the compiler resolved for the target: the architecture or CPU, and the CPU to tune for.
struct TargetNames {
  const char *isa;
  const char *march;
  const char *mtune;
  bool intel_syntax;
  bool supported;
};

/// Target features that the current function may use. -1: unknown, or the target has no such option.
struct TargetArithmetic {
  bool has_fused = false; ///< has a fused multiply-add
  int widest_vector_bits = -1;
  int preferred_vector_bits = -1; ///< 0: no preference
};

inline const char *or_empty(const char *text) { return text != nullptr ? text : ""; }

#if defined(OSACA_TARGET_X86_64)
inline TargetNames target_names() {
  return {"x86-64", or_empty(ix86_arch_string), or_empty(ix86_tune_string), ix86_asm_dialect == ASM_INTEL,
          TARGET_64BIT != 0 && TARGET_X32 == 0};
}
inline TargetArithmetic target_arithmetic() {
  TargetArithmetic arithmetic;
  arithmetic.has_fused = TARGET_FMA != 0 || TARGET_FMA4 != 0 || TARGET_AVX512F != 0;
  arithmetic.widest_vector_bits = TARGET_AVX512F != 0 ? 512 : TARGET_AVX != 0 ? 256 : 128;
  arithmetic.preferred_vector_bits = prefer_vector_width_type == PVW_AVX512   ? 512
                                     : prefer_vector_width_type == PVW_AVX256 ? 256
                                     : prefer_vector_width_type == PVW_AVX128 ? 128
                                                                              : 0;
  return arithmetic;
}
#elif defined(OSACA_TARGET_AARCH64)
inline TargetNames target_names() {
  const char *cpu = or_empty(aarch64_cpu_string);
  const char *tune = or_empty(aarch64_tune_string);
  return {"aarch64", *cpu != '\0' ? cpu : or_empty(aarch64_arch_string), *tune != '\0' ? tune : cpu, false, true};
}
inline TargetArithmetic target_arithmetic() { return {true, -1, -1}; }
#elif defined(OSACA_TARGET_RISCV64)
inline TargetNames target_names() {
  const char *cpu = or_empty(riscv_cpu_string);
  const char *tune = or_empty(riscv_tune_string);
  return {"riscv64", cpu, *tune != '\0' ? tune : cpu, false, TARGET_64BIT != 0};
}
inline TargetArithmetic target_arithmetic() { return {TARGET_HARD_FLOAT != 0, -1, -1}; }
#else
#error "define OSACA_TARGET_X86_64, OSACA_TARGET_AARCH64 or OSACA_TARGET_RISCV64"
#endif

} // namespace osaca::gcc_compat
