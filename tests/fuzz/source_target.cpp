#include "source_target.h"

#include "plugin-common/annotated_loops.h"
#include "plugin-common/statement_span.h"
#include "promises.h"

#include <algorithm>

namespace osaca::test {

void source_text(const std::string &input) {
  const source::AnnotatedSource source = source::annotated_loops(input);
  const int loops = static_cast<int>(source.loops.size());
  const int lines = static_cast<int>(std::ranges::count(input, '\n')) + 1;
  for (int i = 0; i < loops; ++i) {
    const source::LoopSpan &loop = source.loops[static_cast<std::size_t>(i)];
    require(loop.first.line >= 1 && loop.first.column >= 1 && loop.last.line <= lines, "a loop lies in the text");
    require(!(loop.last < loop.first), "a loop ends behind its begin");
    require(loop.parent < i, "the loop around begins before");
  }
  for (const source::TextPragma &pragma : source.pragmas) {
    require(pragma.place.line >= 1 && pragma.place.line <= lines, "a pragma lies in the text");
    require(pragma.loop < loops, "the loop of a pragma is there");
  }
  require(source::may_have_pragmas(input) || source.pragmas.empty() || input.find("\\\n") != std::string::npos,
          "what cannot have pragmas has none");
  for (const bool is_macro : {false, true}) {
    long tokens_left = source::most_statement_tokens;
    const auto span = source::statement_after(input, {{}, is_macro}, tokens_left);
    if (!span)
      continue;
    require(!(span->first < span->from) && !(span->last < span->first), "a statement ends behind its begin");
    require(span->from.line >= 1 && span->last.line <= lines, "a statement lies in the text");
  }
}

} // namespace osaca::test
