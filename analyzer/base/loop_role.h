// The role of a machine loop among those that a compiler generated from one source loop, and how much of the loop was
// analysed.
#pragma once

#include <compare>
#include <string>
#include <string_view>

namespace osaca {

struct LoopRole {
  enum class Kind {
    plain, ///< the only machine loop, or one of several that are alike
    vector_body,
    remainder,      ///< processes the elements that do not fill a vector
    scalar_version, ///< runs instead of the vector body if pointers overlap or there are few iterations
    foreign         ///< a role that this version does not know, from another compiler or version
  };
  enum class Reading {
    whole,
    inner_loops_once,     ///< an outer loop; each inner loop is counted once
    inner_loops_repeated, ///< an outer loop; each inner loop has a known number of iterations, and all are counted
    in_a_row              ///< no path back to its first block was found: all its instructions are taken in sequence
  };

  Kind kind = Kind::plain;
  int copy = 0;   ///< from 1; 0: there is only one
  int copies = 0; ///< number of copies with this role; 0: there is only one
  Reading reading = Reading::whole;
  std::string foreign_name = {}; ///< the name, for Kind::foreign

  auto operator<=>(const LoopRole &) const = default;

  /// Whether the kernel is an outer loop, with the instructions of the loops inside it.
  [[nodiscard]] bool is_around_others() const {
    return reading == Reading::inner_loops_once || reading == Reading::inner_loops_repeated;
  }
  /// Whether there is nothing to report about the role.
  [[nodiscard]] bool is_plain() const { return *this == LoopRole{}; }
  /// Whether most iterations run in another machine loop.
  [[nodiscard]] bool is_secondary() const { return kind == Kind::remainder || kind == Kind::scalar_version; }
};

/// The name in documents: "vector body", "remainder, copy 2 of 3", "copy 1 of 2 (outer loop; inner loops counted
/// once)"; "" if the role is plain.
[[nodiscard]] std::string name_of(const LoopRole &role);

/// The inverse of name_of(): any `name` is preserved, known or not.
[[nodiscard]] LoopRole loop_role_named(std::string_view name);

/// "vector body", "remainder", "scalar version"; "" for the other kinds.
[[nodiscard]] std::string_view name_of(LoopRole::Kind kind);
/// The part of the name that describes the reading: "outer loop; inner loops counted once"; "" for the whole loop.
[[nodiscard]] std::string_view name_of(LoopRole::Reading reading);

/// The role that all copies of one loop share: without the number of the copy, and without the reading if there are
/// several copies. The identities of loops in stored baselines depend on this role.
[[nodiscard]] LoopRole without_copies(LoopRole role);

} // namespace osaca
