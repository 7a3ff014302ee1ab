// The shipped models, from the table that osaca-model-compile generates (see models/CMakeLists.txt).
#include "model/library/library.h"

#include <cstdint>

extern "C" {
struct osaca_model_block {
  const char *bytes;
  std::uint64_t size;
};
extern const osaca_model_block osaca_model_blocks[];
extern const std::uint64_t osaca_model_block_count;
extern const char osaca_short_names[];
extern const char osaca_vector_lengths[];
extern const char osaca_chips[];
extern const osaca_model_block osaca_model_summaries;
}

namespace osaca {

const ModelLibrary &ModelLibrary::shipped() {
  static const ModelLibrary library = [] {
    std::vector<std::string_view> blocks;
    for (std::uint64_t i = 0; i < osaca_model_block_count; ++i)
      blocks.emplace_back(osaca_model_blocks[i].bytes, osaca_model_blocks[i].size);
    StoredLists lists{osaca_short_names, osaca_vector_lengths, osaca_chips, {}};
    lists.summaries = {osaca_model_summaries.bytes, osaca_model_summaries.size};
    return ModelLibrary(blocks, lists);
  }();
  return library;
}

} // namespace osaca
