// What the reader's side wants of the text formats.
#pragma once

namespace osaca {

struct RenderOptions {
  bool colour = false;
  int width = 0;        ///< columns of the terminal; 0: no limit
  bool verbose = false; ///< adds where each figure comes from, all port columns and all dependency chains
  int top = 0; ///< of a collection: so many loops and so many findings, what matters most first; 0: as many as fit
};

} // namespace osaca
