// An open file of the operating system.
#pragma once

#include <string_view>

namespace osaca::driver {

/// Closes on every way out; standard input and output are not ours to close.
class Descriptor {
public:
  Descriptor(int number, bool owned) : number_(number), owned_(owned) {}
  Descriptor(const Descriptor &) = delete;
  Descriptor &operator=(const Descriptor &) = delete;
  Descriptor(Descriptor &&other) noexcept;
  Descriptor &operator=(Descriptor &&) = delete;
  ~Descriptor() { (void)close(); }
  [[nodiscard]] int number() const { return number_; }
  /// Some file systems report a full disk only here.
  [[nodiscard]] bool close();

private:
  int number_;
  bool owned_;
};

/// False: errno tells why.
[[nodiscard]] bool write_all(int descriptor, std::string_view text);

} // namespace osaca::driver
