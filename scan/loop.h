// The results of a scan: loops and the pragmas before them, as plain values that do not depend on the compiler library.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

namespace osaca::scan {

enum class LoopKind { for_loop, while_loop, do_loop, range_for };

/// As shown to users: "for", "while", "do", "range-for".
[[nodiscard]] std::string_view name_of(LoopKind kind);

/// Where a loop's keyword is written.
enum class KeywordOrigin {
  file,             ///< in a file, not in a macro
  macro_definition, ///< in a macro's definition; its place is that of the macro's use
  macro_argument    ///< in the argument of a macro
};

/// A place in a file, by the bytes and lines on the disk; #line is ignored. Lines and columns count from 1.
struct Place {
  std::string file; ///< absolute, without symbolic links
  unsigned offset_bytes = 0;
  unsigned line = 0;
  unsigned column = 0;

  friend bool operator==(const Place &, const Place &) = default;
};

struct ListedLoop {
  Place place;
  std::string function; ///< qualified name; empty: not in a function
  LoopKind kind = LoopKind::for_loop;
  int depth = 1; ///< 1: not inside another loop of the function
  bool innermost = true;
  bool annotated = false;
  bool editable = true; ///< false: outside the project, or in a system header
  KeywordOrigin origin = KeywordOrigin::file;
  std::string macro;    ///< the macro that contains the loop, if its origin is not `file`
  std::string spelling; ///< differs between the loops of one use of a macro, which all have the same place
};

/// A `#pragma osaca analyze` or `_Pragma("osaca analyze")`, whether or not a loop follows it.
struct Pragma {
  Place place; ///< of `#` or `_Pragma`
  bool is_operator = false;
  bool in_macro = false;
  bool editable = true;
  std::optional<Place> loop; ///< the keyword of its loop
};

/// The loops and pragmas of several translation units, each once. The result does not depend on the order of merging.
class ScannedLoops {
public:
  void add(const ListedLoop &loop);
  void add(const Pragma &pragma);
  void merge(const ScannedLoops &other);

  /// Sorted by file, line and column.
  [[nodiscard]] std::vector<ListedLoop> loops() const;
  [[nodiscard]] std::vector<Pragma> pragmas() const;

private:
  std::map<std::tuple<std::string, unsigned, std::string>, ListedLoop> loops_;
  std::map<std::tuple<std::string, unsigned>, Pragma> pragmas_;
};

} // namespace osaca::scan
