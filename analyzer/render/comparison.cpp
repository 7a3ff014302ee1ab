#include "render/comparison.h"

#include "base/readable_name.h"
#include "render/json_writer.h"
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

void write(JsonWriter &out, const LoopRecord &record) {
  out.object([&] {
    out.field("id", record.id);
    out.field("file", record.file);
    out.field("line", record.line);
    out.field("function", record.function);
    out.field("role", record.role);
    out.field("path", record.path_number);
    out.field("arch", record.arch);
    out.field("cycles_per_iteration", record.cycles_per_iteration.to_double());
    if (const auto each = record.cycles_per_source_iteration())
      out.field("cycles_per_source_iteration", each->to_double());
    out.field("bound_by", name_of(record.bound_by));
    out.field("lower_bound_only", !record.complete);
    out.field("vector_bits", record.vector_bits);
  });
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
    out.field("baseline", comparison.baseline);
    out.field("tolerance_percent", comparison.tolerance_percent);
    out.field("unchanged", comparison.unchanged_count);
    out.field("regressions", comparison.regression_count());
    out.key("changes");
    out.array(comparison.changes, [&](const LoopChange &change) {
      out.object([&] {
        out.field("kind", name_of(change.kind));
        out.field("regression", change.is_regression);
        out.field("message", change.message);
        if (change.before) {
          out.key("before");
          write(out, *change.before);
        }
        if (change.after) {
          out.key("after");
          write(out, *change.after);
        }
      });
    });
  });
  return out.take() + "\n";
}

} // namespace osaca
