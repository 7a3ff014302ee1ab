#include "driver/lsp/features.h"

#include "base/index.h"

namespace osaca::driver::lsp {
namespace {

struct FoundLoop {
  const EditorLoop *loop = nullptr;
  Range range;
  bool is_edited = false;
};

/// Loops are in the order of their lines: the last one that has this line is the innermost.
FoundLoop loop_at(int line, OpenFile &open, const Loops::File &file, Encoding encoding) {
  const LineMap &lines = open.lines(file);
  FoundLoop found;
  for (const EditorLoop &loop : file.shown.loops) {
    const std::optional<int> first = lines.now(loop.lines.first - 1);
    const std::optional<int> last = lines.now(loop.lines.last - 1);
    const int end = std::max(first.value_or(0), last.value_or(0));
    if (!first || *first > line || end < line)
      continue;
    const std::string &text = open.document().lines()[at(end)];
    found = {&loop,
             {{*first, 0}, {end, character_of(text, text.size(), encoding)}},
             !lines.is_unchanged(loop.lines.first - 1, loop.lines.last - 1)};
  }
  return found;
}

} // namespace

Json hover(OpenFile &open, const Loops::File &file, const Loops &loops, const Position &position,
           const Client &client) {
  const FoundLoop found = loop_at(position.line, open, file, client.encoding);
  if (found.loop == nullptr)
    return nullptr;
  std::string text = loops.hover(found.loop->source_loop);
  if (found.is_edited)
    text = "*This loop was edited since it was compiled; all of this is about what it was before.*\n\n" + text;
  return {{"contents", {{"kind", client.reads_markdown ? "markdown" : "plaintext"}, {"value", text}}},
          {"range", json_of(found.range)}};
}

} // namespace osaca::driver::lsp
