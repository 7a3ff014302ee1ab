// Reports that compiler plugins embedded into objects (argument `embed`): writing the record that they append, and
// reading it back from objects and archives. plugin-common/embedded_format.md describes the bytes.
#pragma once

#include "base/expected.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace osaca {

/// One record with this report (JSON) in it.
[[nodiscard]] Expected<std::string> embedded_record(std::string_view report_json);

/// A file that is read piece by piece: of a large program only the section headers are wanted.
class ByteSource {
public:
  ByteSource() = default;
  ByteSource(const ByteSource &) = delete;
  ByteSource &operator=(const ByteSource &) = delete;
  virtual ~ByteSource() = default;
  [[nodiscard]] virtual std::uint64_t size_bytes() const = 0;
  /// Fewer bytes than wanted: there are no more, or they cannot be read.
  [[nodiscard]] virtual std::string read(std::uint64_t offset, std::uint64_t count) const = 0;
};

/// Opens the files that a thin archive names.
using FileOpener = std::function<Expected<std::unique_ptr<ByteSource>>(const std::string &path)>;

struct EmbeddedReports {
  enum class Container { object, archive, neither };
  struct Document {
    std::string name; ///< "liba.a(b.o)"
    std::string json;
  };
  Container container = Container::neither;
  std::vector<Document> documents; ///< in the order of the file
  std::vector<Error> problems;     ///< at most a few per object
};

/// The reports in an ELF object or in the members of an archive; `path` is for messages, and thin archives find their
/// members beside it.
[[nodiscard]] EmbeddedReports embedded_reports(const ByteSource &file, const std::string &path, const FileOpener &open);

} // namespace osaca
