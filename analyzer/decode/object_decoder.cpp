#include "decode/decoder.h"

namespace osaca {

Expected<DecodedInput> decode_object(std::string_view, const std::string &name, const DecodeOptions &) {
  return Error{"objects cannot be read yet", {name, 0, 0}};
}

} // namespace osaca
