#include "driver/files/descriptor.h"

#include <cerrno>
#include <unistd.h>
#include <utility>

namespace osaca::driver {

Descriptor::Descriptor(Descriptor &&other) noexcept : number_(std::exchange(other.number_, -1)), owned_(other.owned_) {}

bool Descriptor::close() {
  const int number = owned_ ? std::exchange(number_, -1) : -1;
  return number < 0 || ::close(number) == 0;
}

bool write_all(int descriptor, std::string_view text) {
  while (!text.empty()) {
    const ssize_t put = ::write(descriptor, text.data(), text.size());
    if (put < 0 && errno == EINTR)
      continue;
    if (put < 0)
      return false;
    text.remove_prefix(static_cast<std::size_t>(put));
  }
  return true;
}

} // namespace osaca::driver
