// The options of the text formats.
#pragma once

namespace osaca {

struct RenderOptions {
  bool colour = false;
  int width = 0;        ///< columns of the terminal; 0: no limit
  bool verbose = false; ///< adds the origin of each figure, the floating-point operations, all port columns and all
                        ///< dependency chains
  int most_lines = 0;   ///< limits the text of one report (render_short_text()); 0: no limit
  int top =
      0; ///< number of loops and of findings that are shown for a collection, most important first; 0: as many as fit
};

} // namespace osaca
