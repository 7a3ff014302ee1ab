#include "osaca/embedded_reports.h"

#include "base/format.h"
#include "container/archive.h"
#include "container/elf.h"
#include "container/file_kind.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <exception>
#include <optional>
#include <utility>
#include <zlib.h>

namespace osaca {

namespace {

constexpr std::string_view magic("OSACA\r\n\x1a", 8); // contains line ends, so that a transfer in text mode is detected
constexpr std::uint32_t known_version = 1;
constexpr std::uint32_t encoding_none = 0; // only of plugins, which link no zlib, for an analysis that failed
constexpr std::uint32_t encoding_zlib = 1;
constexpr std::size_t header_bytes = 32;
constexpr int quick_level =
    3; // the compiler waits: the default level takes 2.5 times as long for records that are a quarter smaller
constexpr std::size_t largest_report_bytes = 256U << 20U;
constexpr std::size_t fine_for_any_bytes = 1U << 20U;
constexpr std::size_t most_times_packed = 200;           // about 17 is usual
constexpr std::size_t largest_stored_bytes = 32U << 20U; // limit when writing; a plugin accepts no longer answer

void append_number(std::string &out, std::uint64_t number, int bytes) {
  for (int i = 0; i < bytes; ++i)
    out += static_cast<char>((number >> (8 * i)) & 0xffU);
}

std::uint64_t number_at(std::string_view bytes, std::size_t offset, int count) {
  std::uint64_t number = 0;
  for (int i = count; i-- > 0;)
    number = number << 8U | static_cast<unsigned char>(bytes[offset + static_cast<std::size_t>(i)]);
  return number;
}

std::string mebibytes(std::size_t bytes) { return format_text("{} MiB", bytes >> 20U); }

struct Header {
  std::uint32_t version = 0;
  std::uint32_t encoding = 0;
  std::uint64_t stored_bytes = 0;
  std::uint64_t report_bytes = 0;
};

Header header_of(std::string_view record) {
  return {static_cast<std::uint32_t>(number_at(record, 8, 4)), static_cast<std::uint32_t>(number_at(record, 12, 4)),
          number_at(record, 16, 8), number_at(record, 24, 8)};
}

/// Never produces more than `report_bytes` of the header, whatever the packed bytes contain.
std::optional<std::string> unpacked(const Header &header, std::string_view packed) {
  const auto report_bytes = static_cast<std::size_t>(header.report_bytes);
  if (header.encoding == encoding_none)
    return packed.size() == report_bytes ? std::optional(std::string(packed)) : std::nullopt;
  // zlib's maximum compression ratio: no memory is allocated for a larger claimed size.
  constexpr std::size_t greatest_ratio = 1100;
  if (report_bytes / greatest_ratio > packed.size())
    return std::nullopt;
  std::string out(report_bytes, '\0');
  uLongf size = static_cast<uLongf>(out.size());
  uLong used = static_cast<uLong>(packed.size());
  const int result =
      uncompress2(reinterpret_cast<Bytef *>(out.data()), &size, reinterpret_cast<const Bytef *>(packed.data()), &used);
  if (result != Z_OK || size != out.size() || used != packed.size())
    return std::nullopt;
  return out;
}

/// How far the reading of a file has got.
struct Progress {
  std::size_t reports = 0; ///< found so far
  std::size_t room_bytes;  ///< that may still be unpacked
};

/// Reads all records of one section.
class SectionReader {
public:
  using Take = std::function<void(std::size_t number, std::string json)>;

  SectionReader(std::string_view section, Progress &progress, const ReportVisitor &visitor, Take take)
      : section_(section), progress_(progress), visitor_(visitor), take_(std::move(take)) {}

  /// Returns the first problem; reports that can be read in spite of it are passed on.
  std::string read() {
    while (skip_padding())
      read_record();
    return std::move(problem_);
  }

private:
  /// Linkers may insert padding between the sections that they join.
  bool skip_padding() {
    at_ = std::min(section_.find_first_not_of('\0', at_), section_.size());
    return at_ < section_.size();
  }

  void read_record() {
    const std::string_view rest = section_.substr(at_);
    if (rest.substr(0, magic.size()) != magic)
      return lost("other data was found where a report should begin");
    if (rest.size() < header_bytes)
      return lost("the section ends in the middle of a report");
    const Header header = header_of(rest);
    if (header.stored_bytes > rest.size() - header_bytes)
      return lost("a report is longer than the section, or the section is truncated");
    at_ += header_bytes + static_cast<std::size_t>(header.stored_bytes);
    unpack(header, rest.substr(header_bytes, static_cast<std::size_t>(header.stored_bytes)));
  }

  void unpack(const Header &header, std::string_view packed) {
    if (header.version != known_version || header.encoding > encoding_zlib)
      return problem(format_text("a report has version {}{}, which this osaca does not support: it was written by "
                                 "another version of the plugin",
                                 header.version,
                                 header.version == known_version ? format_text(", encoding {}", header.encoding) : ""));
    const std::size_t number = progress_.reports++;
    if (visitor_.wants && !visitor_.wants(number))
      return;
    if (header.report_bytes > std::min(largest_report_bytes, progress_.room_bytes))
      return problem("a report is too large");
    if (header.report_bytes > fine_for_any_bytes && header.report_bytes / most_times_packed > packed.size())
      return problem(format_text(
          "a report would be more than {} times as large after decompression, so the plugin cannot have written it",
          most_times_packed));
    std::optional<std::string> report = unpacked(header, packed);
    if (!report)
      return problem("a report is damaged and cannot be decompressed");
    progress_.room_bytes -= report->size();
    take_(number, *std::move(report));
  }

  /// The next record can be found only by its first bytes.
  void lost(std::string what) {
    problem(std::move(what));
    at_ = std::min(section_.find(magic, at_ + 1), section_.size());
  }

  void problem(std::string what) {
    if (problem_.empty())
      problem_ = std::move(what);
  }

  std::string_view section_;
  Progress &progress_;
  const ReportVisitor &visitor_;
  Take take_;
  std::size_t at_ = 0;
  std::string problem_;
};

} // namespace

struct ReportPacker::Stream {
  Stream() : is_open(deflateInit(&zlib, quick_level) == Z_OK) {}
  ~Stream() { deflateEnd(&zlib); }
  Stream(const Stream &) = delete;
  Stream &operator=(const Stream &) = delete;

  [[nodiscard]] bool is_too_large() const {
    return report_bytes > largest_report_bytes || stored() > largest_stored_bytes;
  }
  [[nodiscard]] std::size_t stored() const { return record.size() - header_bytes; }

  void pack(std::string_view part, int flush) {
    std::array<Bytef, 1U << 16U> room;
    zlib.next_in = const_cast<Bytef *>(reinterpret_cast<const Bytef *>(part.data())); // zlib only reads it
    zlib.avail_in = static_cast<uInt>(part.size());
    do {
      zlib.next_out = room.data();
      zlib.avail_out = static_cast<uInt>(room.size());
      deflate(&zlib, flush);
      record.append(reinterpret_cast<const char *>(room.data()), room.size() - zlib.avail_out);
    } while (zlib.avail_out == 0);
  }

  z_stream zlib{};
  std::string record = std::string(header_bytes, '\0'); ///< the header is written at the end
  std::size_t report_bytes = 0;
  bool is_open;
};

ReportPacker::ReportPacker() : stream_(std::make_unique<Stream>()) {}
ReportPacker::~ReportPacker() = default;

void ReportPacker::add(std::string_view part) {
  stream_->report_bytes += part.size();
  if (stream_->is_open && !stream_->is_too_large())
    stream_->pack(part, Z_NO_FLUSH);
}

Expected<std::string> ReportPacker::record() {
  if (!stream_->is_open)
    return Error{"the report cannot be compressed: there is not enough memory"};
  if (stream_->report_bytes > largest_report_bytes)
    return Error{format_text("the report is too large to be embedded (more than {})", mebibytes(largest_report_bytes))};
  if (!stream_->is_too_large())
    stream_->pack({}, Z_FINISH);
  if (stream_->is_too_large())
    return Error{format_text("the report is too large to be embedded (more than {} after compression)",
                             mebibytes(largest_stored_bytes))};
  std::string header(magic);
  append_number(header, known_version, 4);
  append_number(header, encoding_zlib, 4);
  append_number(header, stream_->stored(), 8);
  append_number(header, stream_->report_bytes, 8);
  std::ranges::copy(header, stream_->record.begin());
  return std::move(stream_->record);
}

// Reads the section of each object in a file, and the records of each section.

namespace {

constexpr std::string_view section_name = ".osaca";
constexpr std::size_t most_bytes_of_a_file = 512U << 20U;
constexpr std::size_t most_problems_of_a_file = 20;

class Finder {
public:
  Finder(const ByteSource &file, const std::string &path, const FileOpener &open, const ReportVisitor &visitor)
      : file_(file), path_(path), open_(open), visitor_(visitor) {}

  EmbeddedReports find() {
    if (is_elf(file_)) {
      out_.container = EmbeddedReports::Container::object;
      read_object(path_, file_);
    } else if (identity_of(file_).kind == FileKind::bitcode) {
      out_.container = EmbeddedReports::Container::object; // it has no section of reports
    } else if (is_archive(file_)) {
      out_.container = EmbeddedReports::Container::archive;
      for_each_member(
          file_, path_, open_,
          [this](const std::string &member, const ByteSource &content) {
            if (is_elf(content))
              read_object(format_text("{}({})", path_, member), content);
          },
          [this](const std::string &problem) { fail(path_, problem); });
    }
    return std::move(out_);
  }

private:
  void read_object(const std::string &name, const ByteSource &object) {
    const Expected<std::vector<std::string>> sections = contents_of_sections(object, section_name);
    if (!sections)
      return fail(name, sections.error().message);
    for (const std::string &section : *sections) {
      const auto take = [&](std::size_t number, std::string json) { visitor_.take(number, {name, std::move(json)}); };
      if (const std::string problem = SectionReader(section, progress_, visitor_, take).read(); !problem.empty())
        fail(name, format_text("in the section '{}': {}", section_name, problem));
    }
  }

  void fail(const std::string &name, const std::string &what) {
    if (out_.problems.size() < most_problems_of_a_file)
      out_.problems.push_back({what, {name, 0, 0}});
    else if (out_.problems.size() == most_problems_of_a_file)
      out_.problems.push_back({"further problems of this kind are not shown", {path_, 0, 0}});
  }

  const ByteSource &file_;
  const std::string &path_;
  const FileOpener &open_;
  const ReportVisitor &visitor_;
  Progress progress_{.room_bytes = most_bytes_of_a_file};
  EmbeddedReports out_;
};

} // namespace

EmbeddedReports visit_embedded_reports(const ByteSource &file, const std::string &path, const FileOpener &open,
                                       const ReportVisitor &visitor) {
  try {
    return Finder(file, path, open, visitor).find();
  } catch (const std::exception &problem) {
    return {
        EmbeddedReports::Container::neither, {}, {{std::string("internal error: ") + problem.what(), {path, 0, 0}}}};
  }
}

EmbeddedReports embedded_reports(const ByteSource &file, const std::string &path, const FileOpener &open) {
  std::vector<EmbeddedReports::Document> documents;
  EmbeddedReports found = visit_embedded_reports(
      file, path, open, {.take = [&](std::size_t /*number*/, EmbeddedReports::Document document) {
        documents.push_back(std::move(document));
      }});
  found.documents = std::move(documents);
  return found;
}

} // namespace osaca
