#include "render/comparison.h"

#include "base/readable_name.h"
#include "render/comparison_json.h"
#include "render/phrases.h"
#include "render/table.h"

namespace osaca {
namespace {

std::string_view word_of(ChangeKind kind) {
  switch (kind) {
  case ChangeKind::slower: return "slower";
  case ChangeKind::faster: return "faster";
  case ChangeKind::appeared: return "new";
  case ChangeKind::vanished: return "gone";
  case ChangeKind::lost_vectorisation: return "lost its vectors";
  case ChangeKind::gained_vectorisation: return "vectorised";
  case ChangeKind::bound_changed: return "other bound";
  }
  return "changed";
}

Colour colour_of(const LoopChange &change) {
  if (change.is_regression)
    return Colour::red;
  return change.kind == ChangeKind::faster || change.kind == ChangeKind::gained_vectorisation ? Colour::cyan
                                                                                              : Colour::none;
}

std::string line_of(const LoopChange &change, bool colour) {
  const LoopRecord &record = change.after ? *change.after : *change.before;
  std::string where = record.file + ":" + std::to_string(record.line);
  std::string line = coloured(one_line(where), Colour::bold, colour) + ": ";
  line += coloured(std::string(word_of(change.kind)), colour_of(change), colour);
  if (!record.function.empty())
    line += ", in " + one_line(readable_name(record.function));
  if (!record.role.empty())
    line += ", " + one_line(record.role);
  return line + ": " + one_line(change.message) + "\n";
}

std::string counted(int count, const std::string &what) {
  return std::to_string(count) + " " + what + (count == 1 ? "" : "s");
}

} // namespace

std::string render_comparison(const Comparison &comparison, const RenderOptions &options) {
  std::string out;
  for (const LoopChange &change : comparison.changes)
    out += line_of(change, options.colour);
  const int changes = static_cast<int>(comparison.changes.size());
  out += changes == 0 ? "nothing changed" : counted(changes, "change");
  if (changes > 0)
    out += ", " + counted(comparison.regression_count(), "regression");
  std::string tolerance = std::to_string(comparison.tolerance_percent);
  tolerance.erase(tolerance.find_last_not_of('0') + 1);
  if (tolerance.ends_with('.'))
    tolerance.pop_back();
  return out + " against " + one_line(comparison.baseline) + "; " +
         counted(comparison.unchanged_count, "loop") + " as before (within " + tolerance + " %)\n";
}

std::string render_comparison_json(const Comparison &comparison) {
  JsonWriter out;
  out.object([&] {
    out.field("schema", "osaca-comparison-1");
    write_comparison_members(out, comparison);
  });
  return out.take() + "\n";
}

} // namespace osaca
