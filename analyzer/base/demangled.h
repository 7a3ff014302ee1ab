// Names of C++ as people write them.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace osaca {

/// The signature of a symbol of the Itanium ABI: "_Z1fi" is "f(int)". Nothing: it is no such symbol, or a signature of
/// more than some ten thousand characters would come out. A symbol can name its parts again and again, so that each
/// further letter doubles the signature.
[[nodiscard]] std::optional<std::string> demangled(std::string_view symbol);

} // namespace osaca
