// All loop statements of several sources, and which of them is around a place.
#pragma once

#include <compare>
#include <vector>

namespace osaca {

/// Counted from 1, columns in bytes.
struct TextPosition {
  int line = 0;
  int column = 0;

  friend auto operator<=>(const TextPosition &, const TextPosition &) = default;
};

/// From its first to its last character, or of whole lines where nothing else stands on them.
struct LoopStatement {
  TextPosition begin;
  TextPosition end;
  int parent = -1;         ///< index of the loop statement around it; -1: none
  TextPosition place = {}; ///< that it is called by
};

struct SourceStatement {
  int source = 0; ///< number of the source
  TextPosition begin;
  TextPosition end;
  int parent = -1;     ///< the loop statement around it
  int annotation = -1; ///< -1: it has none of its own
  int by_all = -1;     ///< instead of one: the number of the wish for it, where all loops are asked for
  TextPosition place = {};
};

/// A place as debug information tells it.
struct SourcePoint {
  int source = -1; ///< -1: of a file that was not read
  int line = 0;    ///< 0: unknown
  int column = 0;  ///< 0: unknown

  friend auto operator<=>(const SourcePoint &, const SourcePoint &) = default;
};

class StatementTable {
public:
  /// `loops`: by where they begin. `annotations`: per loop its annotation, or -1; `by_all` the same, or empty. Sources
  /// may be added in any order, each once.
  void add(int source, const std::vector<LoopStatement> &loops, const std::vector<int> &annotations,
           const std::vector<int> &by_all = {});

  /// The innermost statement around the place, or -1.
  [[nodiscard]] int innermost_at(const SourcePoint &place) const;
  /// The nearest annotated statement that is this one or around it; -1: none.
  [[nodiscard]] int annotated_around(int statement) const;
  /// Whether code of this statement is asked for: by an annotation, or as all are. -1: no.
  [[nodiscard]] bool is_asked_for(int statement) const;
  [[nodiscard]] const SourceStatement &operator[](int statement) const {
    return statements_[static_cast<std::size_t>(statement)];
  }
  [[nodiscard]] int count() const { return static_cast<int>(statements_.size()); }
  [[nodiscard]] bool knows(int source) const;

private:
  struct Part { ///< of `statements_`: those of one source
    int first = 0;
    int count = 0;
    bool is_known = false;
  };
  std::vector<SourceStatement> statements_; ///< of a source in the order in which they begin
  std::vector<Part> of_source_;
};

} // namespace osaca
