// The index of a build folder: the reports of its objects in a form that is read much faster than the objects. It is
// the file `.osaca-index` in that folder, and is never needed: a report that is not in it is read from its object.
#pragma once

#include "base/files.h"
#include "driver/files/build_id.h"
#include "report/report.h"
#include "report/summary_bytes.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace osaca::driver {

constexpr std::string_view index_name = ".osaca-index";

/// Identifies a report by its content, for one build of this program.
struct ContentKey {
  std::size_t hash = 0;
  std::size_t bytes = 0;
  auto operator<=>(const ContentKey &) const = default;
};
[[nodiscard]] ContentKey content_key_of(const std::string &json);

/// Shows whether a file has changed.
struct FileStamp {
  std::uint64_t bytes = 0;
  std::int64_t written_ns = 0; ///< time of the last modification, since the epoch
  friend bool operator==(const FileStamp &, const FileStamp &) = default;
};
/// Empty: not a regular file, or one that may still change without a change of its stamp because it is too new.
[[nodiscard]] std::optional<FileStamp> stamp_of(const std::string &path);

/// A report in a file.
struct IndexedDocument {
  std::string suffix;       ///< after the file's path in the report's name: "(b.o)"
  std::uint64_t number = 0; ///< among the reports of the file
  ContentKey content;
};

/// What a thread keeps between two reports that it reads from an index.
struct IndexReader {
  SummaryDecoder decoder;
  std::string bytes;
};

class ReportIndex {
public:
  /// Only folders with at least this many files get an index.
  static constexpr std::size_t usual_least_files = 200;

  /// Reads the index of this folder, if it has one. An index is used and written only in a folder that belongs to this
  /// user, and that is not the root of a source tree. It is ignored if another user could have written it, if it is
  /// damaged, or if another build of this program wrote it.
  explicit ReportIndex(const std::string &folder, std::string build = build_id(),
                       std::size_t least_files = usual_least_files);
  ~ReportIndex();
  ReportIndex(const ReportIndex &) = delete;
  ReportIndex &operator=(const ReportIndex &) = delete;

  // The following functions may be called by several threads. `name` is the path of a file relative to the folder.

  /// The reports of a file that has not changed since they were added. Null: the file has to be read.
  [[nodiscard]] const std::vector<IndexedDocument> *documents_of(const std::string &name, const FileStamp &stamp);
  /// Empty: it has to be read from its file.
  [[nodiscard]] std::optional<Report> report(const ContentKey &content, IndexReader &reader) const;

  /// Adds a report without details.
  void add(const ContentKey &content, const Report &summary);
  /// Adds a file whose reports were read without problems.
  void add(const std::string &name, const FileStamp &stamp, std::vector<IndexedDocument> documents);

  // For one thread, after all others:

  /// Writes the index if files were added or removed. Files that were neither added nor asked for are left out. True if
  /// the folder has an index for the next run.
  bool write();
  /// Removes the index, because a file has changed although its stamp has not.
  void remove();

private:
  struct Content {
    std::uint64_t offset = 0;
    std::uint64_t bytes = 0;
    std::uint64_t checksum = 0;
  };
  struct File {
    FileStamp stamp;
    std::vector<IndexedDocument> documents;
    bool is_current = false; ///< added, or asked for and unchanged
  };
  struct Table {
    std::string build;
    std::map<std::string, File> files;
    std::map<ContentKey, Content> contents;
  };
  template <class Archive> friend void visit(Archive &archive, Table &value);

  void read();
  [[nodiscard]] bool read_bytes_of(const Content &content, std::string &bytes) const;
  [[nodiscard]] bool has_all(const std::vector<IndexedDocument> &documents) const;
  [[nodiscard]] bool is_up_to_date() const;
  bool append(const ContentKey &content, std::string_view bytes);
  bool keep_contents(const std::vector<IndexedDocument> &documents);
  [[nodiscard]] bool finish(std::string table);

  std::string build_;
  std::size_t least_files_;
  Descriptor folder_;
  Descriptor old_file_;
  std::uint64_t old_bytes_ = 0; ///< the size of the old file
  Table old_;

  std::mutex mutex_;
  Descriptor new_file_; ///< has no name until it is complete, so it vanishes if this program is interrupted
  Table new_;
  std::uint64_t end_ = 0; ///< of the new file
  bool can_write_;
};

} // namespace osaca::driver
