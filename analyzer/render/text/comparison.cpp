#include "render/text/comparison.h"

#include "base/counted.h"
#include "base/percentage.h"
#include "render/json/comparison_json.h"
#include "render/phrases.h"
#include "render/selection.h"
#include "render/text/table.h"
#include "render/words/words.h"

namespace osaca {
namespace {

Colour colour_of_change(const LoopChange &change) {
  if (change.is_regression)
    return Colour::red;
  return change.kind == ChangeKind::faster || change.kind == ChangeKind::gained_vectorisation ? Colour::cyan
                                                                                              : Colour::none;
}

std::string line_of(const LoopChange &change, bool colour) {
  const LoopRecord &record = change.after ? *change.after : *change.before;
  std::string where = record.file + ":" + std::to_string(record.line);
  std::string line = coloured(one_line(where), Colour::bold, colour) + ": ";
  line += name_of_loop(record) + " " + coloured(phrase_of(change.kind), colour_of_change(change), colour);
  return line + ": " + one_line(message_of(change)) + "\n";
}

} // namespace

std::string render_comparison(const Comparison &comparison, const RenderOptions &options) {
  std::string out;
  for (const LoopChange &change : comparison.changes)
    out += line_of(change, options.colour);
  const std::size_t changes = comparison.changes.size();
  out += changes == 0 ? "nothing changed" : counted(changes, "change");
  if (changes > 0)
    out += ", " + counted(comparison.regression_count(), "regression");
  return out + " against " + one_line(comparison.baseline) + "; " +
         counted(comparison.unchanged_count, "loop") + " as before (within " +
         text_of_percentage(comparison.tolerance_percent) + " %)\n";
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
