// SPDX-License-Identifier: GPL-3.0-or-later
#include "source_files.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <unistd.h>

namespace osaca::gcc {
namespace {

constexpr off_t largest_file_bytes = off_t{64} << 20;

/// Whether there is something of that name whose content may never end, or never come. (A folder has none, and neither
/// has /dev/null, which builds include in place of a header.)
bool is_hazard(const char *name, const struct stat &status) {
  if (S_ISDIR(status.st_mode) || std::strcmp(name, "/dev/null") == 0)
    return false;
  if (!S_ISREG(status.st_mode) || status.st_size > largest_file_bytes)
    return true;
  // Where no blocks are (as in /proc), a file of no size may have endless content, or wait for some.
  struct statfs system{};
  return status.st_size == 0 && (::statfs(name, &system) != 0 || system.f_blocks == 0);
}

bool is_hazard(const char *name) {
  struct stat status{};
  return ::stat(name, &status) == 0 && is_hazard(name, status);
}

std::string content(int descriptor, off_t size_bytes) {
  std::string text(static_cast<size_t>(size_bytes), '\0');
  size_t done = 0;
  while (done < text.size()) {
    const ssize_t got = ::read(descriptor, &text[done], text.size() - done);
    if (got < 0 && errno == EINTR)
      continue;
    if (got <= 0)
      break;
    done += static_cast<size_t>(got);
  }
  text.resize(done);
  return text;
}

std::string content(const char *name) {
  std::string text;
  if (is_hazard(name)) // opening alone can wait, or do something
    return text;
  const int descriptor = ::open(name, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
  if (descriptor < 0)
    return text;
  struct stat status{};
  if (::fstat(descriptor, &status) == 0 && !is_hazard(name, status))
    text = content(descriptor, status.st_size);
  ::close(descriptor);
  return text;
}

} // namespace

SourceFiles &SourceFiles::of_unit() {
  static SourceFiles files;
  return files;
}

SourceFiles::File SourceFiles::read(const char *name) {
  File file;
  file.text = content(name);
  if (file.text.compare(0, 3, "\xEF\xBB\xBF") == 0) // a byte order mark, which the compiler's columns do not count
    file.text.erase(0, 3);
  for (size_t start = 0; start < file.text.size();) {
    file.starts.push_back(start);
    const size_t end = file.text.find('\n', start);
    start = end == std::string::npos ? file.text.size() : end + 1;
  }
  return file;
}

const SourceFiles::File &SourceFiles::file(const char *name) {
  const auto known = files_.find(name);
  return known != files_.end() ? known->second : files_.emplace(name, read(name)).first->second;
}

std::string_view SourceFiles::line(const char *name, int number) {
  if (name == nullptr || number < 1)
    return {};
  const File &found = file(name);
  const size_t index = static_cast<size_t>(number) - 1;
  if (index >= found.starts.size())
    return {};
  const size_t start = found.starts[index];
  size_t end = index + 1 < found.starts.size() ? found.starts[index + 1] : found.text.size();
  while (end > start && (found.text[end - 1] == '\n' || found.text[end - 1] == '\r'))
    --end;
  return std::string_view(found.text).substr(start, end - start);
}

bool SourceFiles::can_be_shown() {
  // A message shows lines only of its own place, but also of the macros and inclusions around it.
  for (; maps_seen_ < LINEMAPS_ORDINARY_USED(line_table); ++maps_seen_) {
    const char *name = ORDINARY_MAP_FILE_NAME(LINEMAPS_ORDINARY_MAP_AT(line_table, static_cast<int>(maps_seen_)));
    if (name != nullptr && names_seen_.insert(name).second)
      has_hazard_ = has_hazard_ || is_hazard(name);
  }
  return !has_hazard_;
}

} // namespace osaca::gcc
