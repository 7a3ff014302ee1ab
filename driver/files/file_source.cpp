#include "driver/files/file_source.h"

#include "base/file_name.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <sys/stat.h>
#include <unistd.h>

namespace osaca::driver {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t longest_shown_bytes = 100;

Error unreadable(const std::string &path, const std::string &reason) {
  return {"cannot be read: " + reason, {path, 0, 0}};
}

class FileSource : public ByteSource {
public:
  FileSource(int descriptor, std::uint64_t size) : descriptor_(descriptor), size_bytes_(size) {}
  ~FileSource() override { ::close(descriptor_); }

  [[nodiscard]] std::uint64_t size_bytes() const override { return size_bytes_; }

  [[nodiscard]] std::string read(std::uint64_t offset, std::uint64_t count) const override {
    if (offset >= size_bytes_)
      return {};
    std::string bytes(std::min(count, size_bytes_ - offset), '\0');
    std::size_t done = 0;
    while (done < bytes.size()) {
      const ssize_t got =
          ::pread(descriptor_, bytes.data() + done, bytes.size() - done, static_cast<off_t>(offset + done));
      if (got < 0 && errno == EINTR)
        continue;
      if (got <= 0)
        break;
      done += static_cast<std::size_t>(got);
    }
    bytes.resize(done);
    return bytes;
  }

private:
  int descriptor_;
  std::uint64_t size_bytes_;
};

/// What lies in a folder, sorted; links to folders are not followed, so there is no way around in circles.
void add_folder(const fs::path &folder, std::vector<FoundFile> &files, std::vector<Error> &problems) {
  std::error_code failure;
  std::vector<fs::directory_entry> entries;
  for (fs::directory_iterator entry(folder, failure), end; !failure && entry != end; entry.increment(failure))
    entries.push_back(*entry);
  if (failure)
    problems.push_back(unreadable(folder.string(), failure.message()));
  std::ranges::sort(entries, [](const fs::directory_entry &a, const fs::directory_entry &b) {
    return a.path().native() < b.path().native();
  });
  for (const fs::directory_entry &entry : entries) {
    std::error_code unknown;
    if (entry.is_symlink(unknown) && entry.is_directory(unknown))
      continue;
    if (entry.is_directory(unknown))
      add_folder(entry.path(), files, problems);
    else if (entry.is_regular_file(unknown))
      files.push_back({entry.path().string(), false});
  }
}

} // namespace

Expected<std::unique_ptr<ByteSource>> open_file(const std::string &path) {
  struct stat status = {};
  if (!can_name_a_file(path))
    return unreadable(path.substr(0, longest_shown_bytes) + "...", "no file can have this name");
  if (::stat(path.c_str(), &status) != 0)
    return unreadable(path, std::strerror(errno));
  // Opening a device may already do something; without O_NONBLOCK a pipe that nobody writes to would wait.
  const int descriptor = S_ISREG(status.st_mode) ? ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK) : -1;
  if (descriptor < 0)
    return unreadable(path, S_ISREG(status.st_mode) ? std::strerror(errno) : "it is no regular file");
  if (::fstat(descriptor, &status) != 0 || !S_ISREG(status.st_mode)) {
    ::close(descriptor);
    return unreadable(path, "it is no regular file");
  }
  return std::unique_ptr<ByteSource>(
      std::make_unique<FileSource>(descriptor, static_cast<std::uint64_t>(status.st_size)));
}

std::vector<FoundFile> files_in(const std::vector<std::string> &paths, std::vector<Error> &problems) {
  std::vector<FoundFile> files;
  for (const std::string &path : paths) {
    std::error_code failure;
    if (fs::is_directory(path, failure))
      add_folder(path, files, problems);
    else
      files.push_back({path, true});
  }
  return files;
}

} // namespace osaca::driver
