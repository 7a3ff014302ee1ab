// Which of the machine loops that a compiler made of one source loop this one is, and how much of it was followed.
#pragma once

#include <compare>
#include <string>
#include <string_view>

namespace osaca {

struct LoopRole {
  enum class Kind {
    plain, ///< the only one, or one of several that are alike
    vector_body,
    remainder,      ///< handles the elements that fill no vector
    scalar_version, ///< runs instead of the vector body, where pointers overlap or iterations are few
    foreign         ///< of a compiler, or a version of ours, that names others
  };
  enum class Reading {
    whole,
    inner_loops_once, ///< an outer loop: the loops inside it are run through once
    in_a_row          ///< no way back to its first block was found: all its instructions one after the other
  };

  Kind kind = Kind::plain;
  int copy = 0;   ///< from 1; 0: there is only one
  int copies = 0; ///< of this kind of this source loop; 0: there is only one
  Reading reading = Reading::whole;
  std::string foreign_name = {}; ///< of Kind::foreign

  auto operator<=>(const LoopRole &) const = default;

  /// Nothing to say about it.
  [[nodiscard]] bool is_plain() const { return *this == LoopRole{}; }
  /// The bulk of the iterations runs elsewhere.
  [[nodiscard]] bool is_beside_the_work() const { return kind == Kind::remainder || kind == Kind::scalar_version; }
};

/// As documents name it: "vector body", "remainder, copy 2 of 3", "copy 1 of 2 (outer loop; inner loops counted once)";
/// "" if it is plain.
[[nodiscard]] std::string name_of(const LoopRole &role);

/// The inverse: name_of() of the result is `name` again, whatever it is.
[[nodiscard]] LoopRole loop_role_named(std::string_view name);

/// "vector body", "remainder", "scalar version"; "" for the others.
[[nodiscard]] std::string_view name_of(LoopRole::Kind kind);
/// What documents add to the name: "outer loop; inner loops counted once"; "" for all of it.
[[nodiscard]] std::string_view name_of(LoopRole::Reading reading);

/// What all copies of one loop have in common. Identities of loops in stored baselines rest on it: of a loop that has
/// copies, its reading does not belong to it.
[[nodiscard]] LoopRole without_copies(LoopRole role);

} // namespace osaca
