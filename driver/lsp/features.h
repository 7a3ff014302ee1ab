// What the server shows of a file: loops' hints, hovers and findings, at the places where their lines are now.
#pragma once

#include "driver/lsp/protocol.h"
#include "driver/lsp/workspace.h"

#include <string>

namespace osaca::driver::lsp {

/// An array of InlayHint: at the ends of the loops' lines that are within `range`. Of a loop that was edited since it
/// was compiled the hint says so; of one whose first line was changed there is none.
[[nodiscard]] Json inlay_hints(OpenFile &open, const Loops::File &file, const Range &range, Encoding encoding);

/// A Hover about the innermost loop that has this line, or null.
[[nodiscard]] Json hover(OpenFile &open, const Loops::File &file, const Loops &loops, const Position &position,
                         const Client &client);

/// An array of Diagnostic. What was found at a line that was changed since is left out; that reports are outdated is
/// said at the file's first line.
[[nodiscard]] Json diagnostics(OpenFile &open, const Loops::File &file, const Client &client);

} // namespace osaca::driver::lsp
