// A source file as the editor has it now.
#pragma once

#include "driver/lsp/positions.h"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace osaca::driver::lsp {

/// The lines of a text as the protocol counts them: they end with LF, CR LF or CR. There is one more than ends.
[[nodiscard]] std::vector<std::string> lines_of_document(std::string_view text);

struct Change {
  std::optional<Range> range; ///< empty: all of it
  std::string text;
};

class Document {
public:
  Document(std::string_view text, std::optional<int> version) : lines_(lines_of_document(text)), version_(version) {}

  /// Places that the document does not have are its nearest ones; a range that ends before it begins is empty.
  void apply(const Change &change, Encoding encoding);
  void set_version(std::optional<int> version) { version_ = version; }

  [[nodiscard]] const std::vector<std::string> &lines() const { return lines_; }
  [[nodiscard]] std::optional<int> version() const { return version_; }
  [[nodiscard]] std::size_t size_bytes() const;

private:
  std::vector<std::string> lines_; ///< without their ends; at least one
  std::optional<int> version_;
};

} // namespace osaca::driver::lsp
