#include "render/words/sentence_parts.h"

#include "base/format.h"

#include <string>
#include <string_view>

namespace osaca {

std::string message_of(const PathOnData &path) {
  const std::string cost =
      path.cycles_each ? format_text("up to {} more cycles", path.cycles_each->text(0)) : "many more cycles";
  return format_text("the path of an iteration depends on data, through {} ({}): if the core mispredicts it, the "
                     "iteration takes {}, which the prediction does not include",
                     path.is_indirect ? "an indirect jump" : "branches", enumerated(path.mnemonics), cost);
}

std::string message_of(const ElementAccesses &found) {
  const std::string stride = found.stride_bytes > 0 ? format_text(", {} bytes apart", found.stride_bytes) : "";
  const std::string_view verb = !found.stores ? "loads" : !found.loads ? "stores" : "loads and stores";
  const std::string_view others = !found.has_others ? "" : found.stores ? "loads and " : "stores and ";
  return format_text("the vector body {} one element at a time ({}){}: only its {}arithmetic {} done on vectors", verb,
                     enumerated(found.mnemonics), stride, others, others.empty() ? "is" : "are");
}

std::string message_of(const VectorsWithoutGain &vectors) {
  return format_text(
      "the vector body takes {} cycles per source iteration, and the scalar code ({}) takes {}: vectors "
      "gain nothing here{}",
      text_of_few(vectors.vectors), name_of(vectors.scalar_role), text_of_few(vectors.scalar),
      vectors.structure_bytes > 0 ? format_text("; its elements are {} bytes apart", vectors.structure_bytes) : "");
}

} // namespace osaca
