// What a scan finds: loops and the pragmas before them, as plain values without a trace of the compiler library.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

namespace osaca::scan {

enum class LoopKind { for_loop, while_loop, do_loop, range_for };

/// As it is shown: "for", "while", "do", "range-for".
[[nodiscard]] std::string_view name_of(LoopKind kind);

/// Where the text of a loop's keyword stands.
enum class Origin {
  file,             ///< in a file, where the compiler reads it as it stands
  macro_definition, ///< in a macro's definition; its place is where the macro is used
  macro_argument    ///< in the argument of a macro
};

/// A place in a file: bytes and lines as they are on the disk, whatever #line says. Lines and columns count from 1.
struct Place {
  std::string file; ///< absolute, without symbolic links
  unsigned offset_bytes = 0;
  unsigned line = 0;
  unsigned column = 0;

  friend bool operator==(const Place &, const Place &) = default;
};

struct Loop {
  Place place;
  std::string function; ///< qualified; empty: in none
  LoopKind kind = LoopKind::for_loop;
  int depth = 1; ///< 1: not inside another loop of the function
  bool innermost = true;
  bool annotated = false;
  bool editable = true; ///< false: outside the project, or in a system header
  Origin origin = Origin::file;
  std::string macro;    ///< the macro behind a loop whose origin is not `file`
  std::string spelling; ///< tells apart the loops of one use of a macro
};

/// One `#pragma osaca analyze` or `_Pragma("osaca analyze")`, whether a loop follows or not.
struct Pragma {
  Place place; ///< of `#` or `_Pragma`
  bool is_operator = false;
  bool in_macro = false;
  bool editable = true;
  std::optional<Place> loop; ///< the keyword it is for
};

/// What several translation units know, each loop once. The order of merging does not matter.
class Findings {
public:
  void add(const Loop &loop);
  void add(const Pragma &pragma);
  void merge(const Findings &other);

  /// By file, line and column.
  [[nodiscard]] std::vector<Loop> loops() const;
  [[nodiscard]] std::vector<Pragma> pragmas() const;

private:
  std::map<std::tuple<std::string, unsigned, std::string>, Loop> loops_;
  std::map<std::tuple<std::string, unsigned>, Pragma> pragmas_;
};

} // namespace osaca::scan
