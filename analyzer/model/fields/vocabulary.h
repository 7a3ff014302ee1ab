// How the fields of a model are described: each once, with its key, its place in the value, its limits and what it
// means.
//
// `describe(pass, value)` (core_fields.h, form_fields.h, model_fields.h) names the fields of one type in their order.
// Passes go over these descriptions: one reads YAML (read/), one writes and one reads the compiled form (compiled/),
// one makes the schema for editors and one the page of reference (shipped/). A pass has a member function for each kind
// of field; what it does not need of a description it leaves alone:
//
//     integer, truth, cycles, text, choice      one value
//     globs, words                              a list of opcode names and globs, or of mnemonics
//     demands, port_set                         what of the core's ports, which are described before
//     part                                      a map with fields of its own; it may be a std::optional
//     list                                      a list of such maps
//     source                                    whose figures these are: every map of figures has one
//
// What must hold between fields is read/core_checks.h's.
#pragma once

#include "model/machine_model.h"

#include <span>
#include <string_view>
#include <utility>

namespace osaca::fields {

/// Whether a key has to be there. What is not given stays as it was: the value's default, or what was inherited.
enum class Need { required, optional };

/// A whole number's limits, both inclusive.
struct Limits {
  int least = 0;
  int most = 0;
};

/// A text's form, for people and as a regular expression (ECMA-262).
struct TextForm {
  std::string_view says;                     ///< "1 to 16 letters, digits, '_' or '.'"
  std::string_view pattern;                  ///< empty: any text of 1 to 2,000 characters
  bool (*holds)(std::string_view) = nullptr; ///< null: any
};

/// The words that stand for an enumeration's values.
template <class Enum> using Choices = std::span<const std::pair<std::string_view, Enum>>;

/// The longest lists.
inline constexpr int max_ports = 64;
inline constexpr int max_rules = 64; ///< RuleMatches has one bit per rule
inline constexpr int max_schedulers = 16;
inline constexpr int max_operand_latencies = 64;

} // namespace osaca::fields
