#include "driver/lsp/line_map.h"

#include "base/index.h"

#include <algorithm>
#include <string_view>
#include <unordered_map>

namespace osaca::driver::lsp {
namespace {

using Lines = LineMap::Lines;

struct Part { ///< lines from `begin` up to, but without, `end`
  int begin = 0;
  int end = 0;
};

/// A line of each text, the same in both.
struct Pair {
  int compiled = 0;
  int now = 0;
};

class Matching {
public:
  Matching(const Lines &compiled, const Lines &now) : compiled_(compiled), now_(now), found_(compiled.size(), -1) {}

  std::vector<int> found() && {
    Part compiled{0, static_cast<int>(compiled_.size())};
    Part now{0, static_cast<int>(now_.size())};
    match_ends(compiled, now);
    Part next_compiled = compiled;
    Part next_now = now;
    for (const Pair &pair : in_order(unique_pairs(compiled, now))) {
      found_[at(pair.compiled)] = pair.now;
      next_compiled.end = pair.compiled;
      next_now.end = pair.now;
      match_ends(next_compiled, next_now);
      next_compiled = {pair.compiled + 1, compiled.end};
      next_now = {pair.now + 1, now.end};
    }
    next_compiled.end = compiled.end;
    next_now.end = now.end;
    match_ends(next_compiled, next_now);
    return std::move(found_);
  }

private:
  [[nodiscard]] bool is_same(int compiled, int now) const { return compiled_[at(compiled)] == now_[at(now)]; }

  /// What both begin and end with is the same; the parts are what is left.
  void match_ends(Part &compiled, Part &now) {
    while (compiled.begin < compiled.end && now.begin < now.end && is_same(compiled.begin, now.begin))
      found_[at(compiled.begin++)] = now.begin++;
    while (compiled.begin < compiled.end && now.begin < now.end && is_same(compiled.end - 1, now.end - 1))
      found_[at(--compiled.end)] = --now.end;
  }

  [[nodiscard]] std::vector<Pair> unique_pairs(const Part &compiled, const Part &now) const {
    struct Occurrences {
      int compiled = 0;
      int now = 0;
      int last_now = -1;
    };
    std::unordered_map<std::string_view, Occurrences> lines;
    for (int i = compiled.begin; i < compiled.end; ++i)
      ++lines[compiled_[at(i)]].compiled;
    for (int i = now.begin; i < now.end; ++i)
      if (const auto line = lines.find(now_[at(i)]); line != lines.end()) {
        ++line->second.now;
        line->second.last_now = i;
      }
    std::vector<Pair> pairs;
    for (int i = compiled.begin; i < compiled.end; ++i)
      if (const Occurrences &line = lines.at(compiled_[at(i)]); line.compiled == 1 && line.now == 1)
        pairs.push_back({i, line.last_now});
    return pairs;
  }

  /// As many of them as are in the same order in both texts.
  static std::vector<Pair> in_order(const std::vector<Pair> &pairs) {
    std::vector<int> ends; // indices of pairs: the best end of a sequence of each length
    std::vector<int> before(pairs.size(), -1);
    for (int i = 0; i < static_cast<int>(pairs.size()); ++i) {
      const auto place =
          std::ranges::lower_bound(ends, pairs[at(i)].now, {}, [&](int end) { return pairs[at(end)].now; });
      before[at(i)] = place == ends.begin() ? -1 : *(place - 1);
      if (place == ends.end())
        ends.push_back(i);
      else
        *place = i;
    }
    std::vector<Pair> out;
    for (int i = ends.empty() ? -1 : ends.back(); i >= 0; i = before[at(i)])
      out.push_back(pairs[at(i)]);
    std::ranges::reverse(out);
    return out;
  }

  const Lines &compiled_;
  const Lines &now_;
  std::vector<int> found_;
};

} // namespace

LineMap::LineMap(const Lines &compiled, const Lines &now) : now_(Matching(compiled, now).found()) {}

std::optional<int> LineMap::now(int compiled_line) const {
  if (compiled_line < 0 || at(compiled_line) >= now_.size() || now_[at(compiled_line)] < 0)
    return std::nullopt;
  return now_[at(compiled_line)];
}

bool LineMap::is_unchanged(int first, int last) const {
  const std::optional<int> begin = now(first);
  if (!begin)
    return false;
  for (int line = first + 1; line <= last; ++line)
    if (now(line) != *begin + (line - first))
      return false;
  return true;
}

} // namespace osaca::driver::lsp
