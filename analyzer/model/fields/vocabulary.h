// How the fields of a model are described. Each field is described once, with its key, its place in the value, its
// limits and its meaning.
//
// `describe(pass, value)` (core_fields.h, core_mechanism_fields.h, front_end_fields.h, issue_fields.h, memory_fields.h,
// model_fields.h) lists the fields of one type in order. A pass visits these descriptions: one pass reads YAML (read/),
// one writes and reads the compiled form (compiled/), one generates the schema for editors, and one the reference page
// (both in shipped/). A pass has a member function for each kind of field, and ignores the parts of a description that
// it does not need:
//
//     integer, truth, cycles, percent, text, choice    one value
//     globs, words                              a list of opcode names and globs, or of mnemonics
//     demands, port_set                         uses of the core's ports, which are described earlier
//     vector_types                              a set of settings of RISC-V's vtype
//     part                                      a map with fields of its own; may be a std::optional
//     list                                      a list of such maps
//     source                                    whose figures these are: every map of figures has one
//
// Rules between fields are checked by check_core() in read/yaml_pass.h.
#pragma once

#include "model/machine_model.h"

#include <span>
#include <string_view>
#include <utility>

namespace osaca::fields {

/// Whether a key must be present. A missing optional key leaves the value as it was: its default, or inherited.
enum class Need { required, optional };

/// The limits of a whole number, both inclusive.
struct Limits {
  int least = 0;
  int most = 0;
};

/// The form of a text, in words and as a regular expression (ECMA-262).
struct TextForm {
  std::string_view says;                     ///< "1 to 16 letters, digits, '_' or '.'"
  std::string_view pattern;                  ///< empty: any text of 1 to 2,000 characters
  bool (*holds)(std::string_view) = nullptr; ///< null: any
};

/// The words for the values of an enumeration.
template <class Enum> using Choices = std::span<const std::pair<std::string_view, Enum>>;

/// The greatest lengths of lists.
inline constexpr int max_ports = 64;
inline constexpr int max_rules = 64;       ///< RuleMatches has one bit per rule
inline constexpr int max_issue_rules = 32; ///< RuleMatches has two bits per rule
inline constexpr int max_schedulers = 16;
inline constexpr int max_operand_latencies = 64;

} // namespace osaca::fields
