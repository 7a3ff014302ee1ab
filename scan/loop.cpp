#include "scan/loop.h"

#include <algorithm>

namespace osaca::scan {

std::string_view name_of(LoopKind kind) {
  switch (kind) {
  case LoopKind::while_loop: return "while";
  case LoopKind::do_loop: return "do";
  case LoopKind::range_for: return "range-for";
  case LoopKind::for_loop: break;
  }
  return "for";
}

// Units may see different versions of a loop in a header, depending on #if. Every rule here gives the same result in
// any order.
void ScannedLoops::add(const ListedLoop &loop) {
  const auto [known, is_new] = loops_.try_emplace({loop.place.file, loop.place.offset_bytes, loop.spelling}, loop);
  if (is_new)
    return;
  ListedLoop &merged = known->second;
  merged.depth = std::max(merged.depth, loop.depth);
  merged.innermost = merged.innermost && loop.innermost;
  merged.annotated = merged.annotated || loop.annotated;
  merged.editable = merged.editable && loop.editable;
  merged.function = std::min(merged.function, loop.function);
  merged.kind = std::min(merged.kind, loop.kind);
  merged.origin = std::max(merged.origin, loop.origin);
  merged.macro = std::max(merged.macro, loop.macro);
}

void ScannedLoops::add(const Pragma &pragma) {
  const auto [known, is_new] = pragmas_.try_emplace({pragma.place.file, pragma.place.offset_bytes}, pragma);
  if (is_new)
    return;
  known->second.in_macro = known->second.in_macro || pragma.in_macro;
  known->second.is_operator = known->second.is_operator || pragma.is_operator;
  known->second.editable = known->second.editable && pragma.editable;
  // Chooses the nearer loop if #if makes a difference.
  std::optional<Place> &loop = known->second.loop;
  if (pragma.loop &&
      (!loop || std::tie(pragma.loop->file, pragma.loop->offset_bytes) < std::tie(loop->file, loop->offset_bytes)))
    loop = pragma.loop;
}

void ScannedLoops::merge(const ScannedLoops &other) {
  for (const auto &[key, loop] : other.loops_)
    add(loop);
  for (const auto &[key, pragma] : other.pragmas_)
    add(pragma);
}

std::vector<ListedLoop> ScannedLoops::loops() const {
  std::vector<ListedLoop> all;
  for (const auto &[key, loop] : loops_)
    all.push_back(loop);
  return all;
}

std::vector<Pragma> ScannedLoops::pragmas() const {
  std::vector<Pragma> all;
  for (const auto &[key, pragma] : pragmas_)
    all.push_back(pragma);
  return all;
}

} // namespace osaca::scan
