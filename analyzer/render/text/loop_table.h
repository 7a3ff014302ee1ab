// A row for each loop of the source, what matters most first.
#pragma once

#include "render/ranking.h"
#include "render/render_options.h"

#include <cstddef>
#include <string>

namespace osaca {

/// The first `most_rows` rows of them and of hot functions without a loop, below a line that says what orders them;
/// empty if there is none. No row takes more than a line.
[[nodiscard]] std::string loop_table(const Collection &collection, const Ranking &ranking, std::size_t most_rows,
                                     const RenderOptions &options);

} // namespace osaca
