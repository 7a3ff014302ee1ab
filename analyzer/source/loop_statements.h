// The loop statements of several sources, and the statement that a machine loop was generated from.
#pragma once

#include <compare>
#include <vector>

namespace osaca {

// All loop statements of several sources, and a search for the one that encloses a place.

/// Counted from 1; columns count bytes.
struct TextPosition {
  int line = 0;
  int column = 0;

  friend auto operator<=>(const TextPosition &, const TextPosition &) = default;
};

/// The extent of a loop statement, from its first to its last character. Lines that contain nothing else are covered
/// entirely.
struct LoopStatement {
  TextPosition begin;
  TextPosition end;
  int parent = -1;         ///< index of the loop statement around it; -1: none
  TextPosition place = {}; ///< the position that reports show
};

/// A loop statement of one of the sources.
struct SourceStatement {
  int source = 0; ///< index of the source file
  TextPosition begin;
  TextPosition end;
  int parent = -1;     ///< index of the enclosing loop statement; -1: none
  int annotation = -1; ///< its own annotation; -1: none
  /// The number of the request for this statement, if it is requested only because all loops are; -1: none.
  int by_all = -1;
  TextPosition place = {};
};

/// A place as debug information gives it.
struct SourcePoint {
  int source = -1; ///< -1: in a file that was not read
  int line = 0;    ///< 0: unknown
  int column = 0;  ///< 0: unknown

  friend auto operator<=>(const SourcePoint &, const SourcePoint &) = default;
};

/// The loop statements of all sources, numbered from 0.
class StatementTable {
public:
  /// `loops` are sorted by their beginnings. `annotations` has the annotation of each loop, or -1; `by_all` has
  /// SourceStatement::by_all of each loop, or is empty. Sources may be added in any order, each once.
  void add(int source, const std::vector<LoopStatement> &loops, const std::vector<int> &annotations,
           const std::vector<int> &by_all = {});

  /// The innermost statement that encloses the place, or -1.
  [[nodiscard]] int innermost_at(const SourcePoint &place) const;
  /// The innermost annotated statement among this one and those that enclose it; -1: none.
  [[nodiscard]] int annotated_around(int statement) const;
  /// Whether this statement is requested, by its own annotation or because all loops are. False for -1.
  [[nodiscard]] bool is_requested(int statement) const;
  [[nodiscard]] const SourceStatement &operator[](int statement) const {
    return statements_[static_cast<std::size_t>(statement)];
  }
  [[nodiscard]] int count() const { return static_cast<int>(statements_.size()); }
  [[nodiscard]] bool knows(int source) const;

private:
  struct Part { ///< the entries of `statements_` that belong to one source
    int first = 0;
    int count = 0;
    bool is_known = false;
  };
  std::vector<SourceStatement> statements_; ///< per source in the order in which they begin
  std::vector<Part> of_source_;
};

// Finds the loop statement that a machine loop was generated from. The search uses the source places that debug
// information gives for the loop's instructions. They include the places of the calls that the instructions were
// inlined through.
//
// A loop belongs to the smallest loop statement that contains two things: all branches that close or leave the loop, as
// far as their places are known, and more than half of the located instructions of the loop's own blocks. (The branches
// matter because the remains of an entirely unrolled loop can fill the enclosing loop, but the branches there still
// belong to the enclosing one.) If no such branch has a known place, the statement must contain at least 90 % of the
// instructions. If no statement qualifies, instructions outside all loop statements are ignored, because they may have
// been moved into the loop. A statement that an inner loop belongs to is not considered.

/// A loop statement in a function that was inlined through a certain chain of calls. Each chain gives another copy.
struct StatementCopy {
  int statement = -1;               ///< number in the StatementTable; -1: none
  std::vector<SourcePoint> through; ///< the calls, innermost first

  friend auto operator<=>(const StatementCopy &, const StatementCopy &) = default;
};

/// The source places of an instruction.
struct InstructionPlace {
  std::vector<SourcePoint> places; ///< its own, then those of the calls that it was inlined through; empty: unknown
  bool ends_iterations = false;    ///< a branch that closes or leaves the loop, conditional or not
};

/// A machine loop with the source places of its instructions.
struct MachineLoopPlaces {
  int parent = -1;                   ///< index of the enclosing loop; -1: none
  std::vector<InstructionPlace> own; ///< of its own blocks, without those of inner loops
};

/// The loop statement that a machine loop was generated from.
struct LoopOrigin {
  StatementCopy copy;
  bool is_direct = false; ///< an instruction comes from the statement's own text, not only from inlined functions
};

/// The statements around an instruction, innermost first, through all calls; each once.
[[nodiscard]] std::vector<StatementCopy> statements_around(const InstructionPlace &instruction,
                                                           const StatementTable &table);

/// The annotation of the innermost annotated statement that is this one or encloses it, directly or through the calls;
/// -1: none.
[[nodiscard]] int annotation_of(const StatementCopy &copy, const StatementTable &table);

/// One result per loop. In `loops`, each loop follows the one that encloses it.
[[nodiscard]] std::vector<LoopOrigin> origins_of(const std::vector<MachineLoopPlaces> &loops,
                                                 const StatementTable &table);

} // namespace osaca
