// What the reader's side wants of the text formats.
#pragma once

namespace osaca {

struct RenderOptions {
  bool colour = false;
  int width = 0;        ///< columns of the terminal; 0: no limit
  bool verbose = false; ///< adds where each figure comes from, all port columns and all dependency chains
  int top = 0;          ///< of a collection: so many findings only, the most important first, and no loops; 0: everything
};

} // namespace osaca
