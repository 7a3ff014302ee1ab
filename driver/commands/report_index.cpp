#include "driver/commands/report_index.h"

#include "base/byte_archive.h"
#include "base/new_file.h"

#include <algorithm>
#include <array>
#include <ctime>
#include <fcntl.h>
#include <functional>
#include <sys/stat.h>
#include <unistd.h>

namespace osaca::driver {

// Layout: header; the contents, one after the other; the table. The table says where each content is.

namespace {

constexpr std::string_view index_magic = "osacaix1";
constexpr std::uint64_t largest_table_bytes = std::uint64_t{1} << 30U;
constexpr std::int64_t ns_per_second = 1'000'000'000;

struct IndexHeader {
  std::array<char, index_magic.size()> magic{};
  std::uint64_t table_offset = 0;
  std::uint64_t table_bytes = 0;
  std::uint64_t table_checksum = 0;
};

std::uint64_t checksum_of(std::string_view bytes) { return std::hash<std::string_view>()(bytes); }

/// Files that are in the root of a source tree, where nothing may be written.
constexpr std::array traces_of_sources = {".git",           ".hg",       ".svn",         ".osaca.yml",
                                          "CMakeLists.txt", "configure", "configure.ac", "meson.build"};

Descriptor opened_folder(const std::string &folder) {
  Descriptor opened(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  struct stat status = {};
  const bool is_usable = opened.is_open() && ::fstat(opened.number(), &status) == 0 && status.st_uid == ::geteuid() &&
                         std::ranges::none_of(traces_of_sources, [&](const char *name) {
                           return ::faccessat(opened.number(), name, F_OK, 0) == 0;
                         });
  return is_usable ? std::move(opened) : Descriptor(-1);
}

/// Another user must not have been able to write it: it decides what is reported.
Descriptor opened_index(const Descriptor &folder) {
  Descriptor opened(folder.is_open() ? ::openat(folder.number(), std::string(index_name).c_str(),
                                                O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
                                     : -1);
  struct stat status = {};
  const bool is_trusted = opened.is_open() && ::fstat(opened.number(), &status) == 0 && S_ISREG(status.st_mode) &&
                          status.st_uid == ::geteuid() && (status.st_mode & (S_IWGRP | S_IWOTH)) == 0;
  return is_trusted ? std::move(opened) : Descriptor(-1);
}

std::uint64_t size_of(const Descriptor &file) {
  struct stat status = {};
  return file.is_open() && ::fstat(file.number(), &status) == 0 ? static_cast<std::uint64_t>(status.st_size) : 0;
}

/// False: the file is shorter.
bool read_at(const Descriptor &file, std::uint64_t offset, std::string &bytes) {
  std::size_t done = 0;
  while (done < bytes.size()) {
    const ssize_t got =
        ::pread(file.number(), bytes.data() + done, bytes.size() - done, static_cast<off_t>(offset + done));
    if (got < 0 && errno == EINTR)
      continue;
    if (got <= 0)
      return false;
    done += static_cast<std::size_t>(got);
  }
  return true;
}

} // namespace

ContentKey content_key_of(const std::string &json) { return {std::hash<std::string>()(json), json.size()}; }

std::optional<FileStamp> stamp_of(const std::string &path) {
  constexpr std::int64_t grain_seconds = 2; // the coarsest time stamps of file systems in use
  struct stat status = {};
  timespec now = {};
  if (::stat(path.c_str(), &status) != 0 || !S_ISREG(status.st_mode) || ::clock_gettime(CLOCK_REALTIME, &now) != 0 ||
      status.st_mtim.tv_sec + grain_seconds >= now.tv_sec)
    return std::nullopt;
  return FileStamp{static_cast<std::uint64_t>(status.st_size),
                   status.st_mtim.tv_sec * ns_per_second + status.st_mtim.tv_nsec};
}

template <class Archive> void visit(Archive &archive, FileStamp &value) {
  visit(archive, value.bytes);
  visit(archive, value.written_ns);
}

template <class Archive> void visit(Archive &archive, ContentKey &value) {
  visit(archive, value.hash);
  visit(archive, value.bytes);
}

template <class Archive> void visit(Archive &archive, IndexedDocument &value) {
  visit(archive, value.suffix);
  visit(archive, value.number);
  visit(archive, value.content);
}

template <class Archive, class Key, class Value, class VisitValue>
void visit_map(Archive &archive, std::map<Key, Value> &values, VisitValue visit_value) {
  const std::uint32_t count = archive.count(values.size());
  if constexpr (Archive::reads) {
    for (std::uint32_t i = 0; i < count && archive.ok(); ++i) {
      Key key;
      visit(archive, key);
      visit_value(values.emplace_hint(values.end(), std::move(key), Value())->second);
    }
  } else {
    for (auto &[key, value] : values) {
      Key copy = key;
      visit(archive, copy);
      visit_value(value);
    }
  }
}

template <class Archive> void visit(Archive &archive, ReportIndex::Table &value) {
  visit(archive, value.build);
  visit_map(archive, value.files, [&](auto &file) {
    visit(archive, file.stamp);
    visit(archive, file.documents);
  });
  visit_map(archive, value.contents, [&](auto &content) {
    visit(archive, content.offset);
    visit(archive, content.bytes);
    visit(archive, content.checksum);
  });
}

ReportIndex::ReportIndex(const std::string &folder, std::string build, std::size_t least_files)
    : build_(std::move(build)), least_files_(least_files), folder_(opened_folder(folder)),
      old_file_(opened_index(folder_)), old_bytes_(size_of(old_file_)), new_file_(-1),
      can_write_(folder_.is_open() && !build_.empty()) {
  if (old_file_.is_open() && !build_.empty())
    read();
}

ReportIndex::~ReportIndex() = default;

void ReportIndex::read() {
  std::string bytes(sizeof(IndexHeader), '\0');
  IndexHeader header;
  if (!read_at(old_file_, 0, bytes))
    return;
  bytes.copy(reinterpret_cast<char *>(&header), sizeof header);
  if (std::string_view(header.magic.data(), header.magic.size()) != index_magic ||
      header.table_bytes > largest_table_bytes ||
      !read_bytes_of({header.table_offset, header.table_bytes, header.table_checksum}, bytes))
    return;
  Table table;
  ByteReader reader(bytes);
  visit(reader, table);
  if (reader.ok() && table.build == build_)
    old_ = std::move(table);
}

const std::vector<IndexedDocument> *ReportIndex::documents_of(const std::string &name, const FileStamp &stamp) {
  const auto found = old_.files.find(name);
  if (found == old_.files.end() || !(found->second.stamp == stamp) || !has_all(found->second.documents))
    return nullptr;
  found->second.is_current = true;
  return &found->second.documents;
}

bool ReportIndex::has_all(const std::vector<IndexedDocument> &documents) const {
  return std::ranges::all_of(documents,
                             [&](const IndexedDocument &document) { return old_.contents.contains(document.content); });
}

/// False: the file is damaged. The size is compared first, because a wrong one may be too large for the memory.
bool ReportIndex::read_bytes_of(const Content &content, std::string &bytes) const {
  if (content.bytes > old_bytes_ || content.offset > old_bytes_ - content.bytes)
    return false;
  bytes.resize(content.bytes);
  return read_at(old_file_, content.offset, bytes) && checksum_of(bytes) == content.checksum;
}

std::optional<Report> ReportIndex::report(const ContentKey &content, IndexReader &reader) const {
  const auto found = old_.contents.find(content);
  return found != old_.contents.end() && read_bytes_of(found->second, reader.bytes)
             ? reader.decoder.decode(reader.bytes)
             : std::nullopt;
}

void ReportIndex::add(const ContentKey &content, const Report &summary) {
  if (!can_write_)
    return;
  const std::optional<std::string> bytes = bytes_of_summary(summary);
  const std::lock_guard<std::mutex> lock(mutex_);
  can_write_ = can_write_ && (!bytes || append(content, *bytes));
}

void ReportIndex::add(const std::string &name, const FileStamp &stamp, std::vector<IndexedDocument> documents) {
  const std::lock_guard<std::mutex> lock(mutex_);
  new_.files[name] = {stamp, std::move(documents), true};
}

/// False: the index cannot be written.
bool ReportIndex::append(const ContentKey &content, std::string_view bytes) {
  if (!new_file_.is_open()) {
    new_file_ = opened_unnamed(folder_, S_IRUSR | S_IWUSR);
    end_ = sizeof(IndexHeader);
    if (!new_file_.is_open() || !write_all(new_file_.number(), std::string(sizeof(IndexHeader), '\0')))
      return false;
  }
  if (!new_.contents.try_emplace(content, Content{end_, bytes.size(), checksum_of(bytes)}).second)
    return true;
  end_ += bytes.size();
  return write_all(new_file_.number(), bytes);
}

bool ReportIndex::is_up_to_date() const {
  return new_.files.empty() && std::ranges::all_of(old_.files, [](const auto &file) { return file.second.is_current; });
}

/// Copies the contents of a file that has not changed.
bool ReportIndex::keep_contents(const std::vector<IndexedDocument> &documents) {
  std::string bytes;
  for (const IndexedDocument &document : documents)
    if (!new_.contents.contains(document.content) && read_bytes_of(old_.contents.at(document.content), bytes) &&
        !append(document.content, bytes))
      return false;
  return true;
}

bool ReportIndex::write() {
  if (is_up_to_date())
    return !old_.files.empty();
  for (auto &[name, file] : old_.files)
    if (can_write_ && file.is_current && !new_.files.contains(name)) {
      can_write_ = keep_contents(file.documents);
      new_.files.emplace(name, std::move(file));
    }
  if (!can_write_ || new_.files.size() < least_files_ || !new_file_.is_open())
    return false;
  new_.build = build_;
  ByteWriter table;
  visit(table, new_);
  return finish(table.bytes()) && give_name(new_file_, folder_, std::string(index_name));
}

bool ReportIndex::finish(std::string table) {
  IndexHeader header{.table_offset = end_, .table_bytes = table.size(), .table_checksum = checksum_of(table)};
  index_magic.copy(header.magic.data(), header.magic.size());
  return write_all(new_file_.number(), table) &&
         ::pwrite(new_file_.number(), &header, sizeof header, 0) == static_cast<ssize_t>(sizeof header);
}

void ReportIndex::remove() {
  if (old_file_.is_open())
    ::unlinkat(folder_.number(), std::string(index_name).c_str(), 0);
  can_write_ = false;
}

} // namespace osaca::driver
