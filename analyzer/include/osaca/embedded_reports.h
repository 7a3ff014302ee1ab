// Reports that compiler plugins embed into objects (argument `embed`): writes the record that a plugin appends, and
// reads records from objects and archives. The bytes are described in plugin-common/embedded_format.md.
#pragma once

#include "base/byte_source.h"
#include "base/expected.h"

#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace osaca {

/// Makes the bytes of one record that contains a report (JSON). The report is passed in parts: the text of a unit with
/// hundreds of loops is larger than the compiler, so it should not be in memory as a whole.
class ReportPacker {
public:
  ReportPacker();
  ~ReportPacker();
  ReportPacker(const ReportPacker &) = delete;
  ReportPacker &operator=(const ReportPacker &) = delete;

  void add(std::string_view part);
  /// Ends the report. Nothing may be added afterwards.
  [[nodiscard]] Expected<std::string> record();

private:
  struct Stream;
  std::unique_ptr<Stream> stream_;
};

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

/// What is done with the reports of a file, so that not all of them have to be in memory at once. Reports are numbered
/// from 0 in the order of the file; the numbers of damaged reports are not used.
struct ReportVisitor {
  std::function<bool(std::size_t number)> wants = {}; ///< empty: all; a report that is not wanted is not unpacked
  std::function<void(std::size_t number, EmbeddedReports::Document document)> take;
};

/// Passes the reports of a file to `visitor`; `documents` of the result is empty.
[[nodiscard]] EmbeddedReports visit_embedded_reports(const ByteSource &file, const std::string &path,
                                                     const FileOpener &open, const ReportVisitor &visitor);

/// Reads the reports in an ELF object or in the members of an archive. `path` is used in messages and to resolve the
/// members of a thin archive, which are named relative to it.
[[nodiscard]] EmbeddedReports embedded_reports(const ByteSource &file, const std::string &path, const FileOpener &open);

} // namespace osaca
