// Reports that compiler plugins embedded into objects (argument `embed`): writing the record that they append, and
// reading it back from objects and archives. plugin-common/embedded_format.md describes the bytes.
#pragma once

#include "base/byte_source.h"
#include "base/expected.h"

#include <string>
#include <string_view>
#include <vector>

namespace osaca {

/// One record with this report (JSON) in it.
[[nodiscard]] Expected<std::string> embedded_record(std::string_view report_json);

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
