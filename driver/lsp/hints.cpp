#include "driver/lsp/features.h"

#include "base/index.h"

#include <climits>

namespace osaca::driver::lsp {
namespace {

Position end_of_line(const std::string &text, int line, Encoding encoding) {
  return {line, character_of(text, text.size(), encoding)};
}

} // namespace

Json inlay_hints(OpenFile &open, const Loops::File &file, const Range &range, Encoding encoding) {
  const LineMap &lines = open.lines(file);
  Json hints = Json::array();
  int last_line = -1;
  for (const EditorLoop &loop : file.shown.loops) {
    const std::optional<int> line = lines.now(loop.lines.first - 1);
    if (!line || *line < range.begin.line || *line > range.end.line)
      continue;
    const bool is_edited = !lines.is_unchanged(loop.lines.first - 1, loop.lines.last - 1);
    const std::string label = loop.hint + (is_edited ? " (before the edit)" : "");
    if (*line == last_line) { // of a macro with several loops
      hints.back()["label"].get_ref<std::string &>() += " | " + label;
      continue;
    }
    last_line = *line;
    hints.push_back({{"position", json_of(end_of_line(open.document().lines()[at(*line)], *line, encoding))},
                     {"label", label},
                     {"tooltip", loop.headline},
                     {"paddingLeft", true}});
  }
  return hints;
}

} // namespace osaca::driver::lsp
