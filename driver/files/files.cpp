#include "driver/files/files.h"

#include "base/printable.h"
#include "base/source_location.h"
#include "driver/files/temporary_files.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <sys/stat.h>
#include <unistd.h>

namespace osaca::driver {

namespace {

constexpr std::size_t largest_input_bytes = std::size_t{1} << 30U;

Error problem(const std::string &name, const std::string &what) { return {what, {name, 0, 0}}; }
std::string reason() { return std::strerror(errno); }

/// Sources, but not assembly, which we write as well, and what compilers make.
bool is_of_compiler(const std::string &path) {
  constexpr std::array<std::string_view, 28> endings = {
      ".c",   ".cc",  ".cpp", ".cxx", ".c++", ".C",   ".h", ".hh",  ".hpp", ".hxx", ".inc", ".cu",  ".f",  ".for",
      ".ftn", ".f77", ".f90", ".f95", ".f03", ".f08", ".F", ".F90", ".o",   ".obj", ".a",   ".lib", ".so", ".dll"};
  return std::ranges::any_of(endings, [&](std::string_view ending) { return path.ends_with(ending); });
}

} // namespace

std::string display_name(const std::string &path) { return path == "-" ? "<stdin>" : path; }

Expected<std::string> read_input(const std::string &path) {
  const std::string name = display_name(path);
  Descriptor file(path == "-" ? STDIN_FILENO : ::open(path.c_str(), O_RDONLY | O_CLOEXEC), path != "-");
  if (file.number() < 0)
    return problem(name, "cannot be read: " + reason());
  struct stat status = {};
  if (::fstat(file.number(), &status) == 0) {
    if (S_ISDIR(status.st_mode))
      return problem(name, "is a directory: name the assembly or object files in it");
    if (S_ISREG(status.st_mode) && static_cast<std::size_t>(status.st_size) > largest_input_bytes)
      return problem(name, "is larger than 1 GiB");
  }
  std::string bytes;
  std::array<char, 65536> buffer; // NOLINT: filled by read()
  while (true) {
    const ssize_t got = ::read(file.number(), buffer.data(), buffer.size());
    if (got < 0 && errno == EINTR)
      continue;
    if (got < 0)
      return problem(name, "cannot be read: " + reason());
    if (got == 0)
      return bytes;
    bytes.append(buffer.data(), static_cast<std::size_t>(got));
    if (bytes.size() > largest_input_bytes)
      return problem(name, "is larger than 1 GiB");
  }
}

std::optional<Error> refusal_to_replace(const std::string &path, std::span<const std::string> inputs) {
  struct stat target = {};
  if (path.empty() || path == "-" || ::stat(path.c_str(), &target) != 0 || !S_ISREG(target.st_mode))
    return std::nullopt;
  for (const std::string &input : inputs)
    if (struct stat known = {};
        ::stat(input.c_str(), &known) == 0 && known.st_dev == target.st_dev && known.st_ino == target.st_ino)
      return problem(path, "is not written: it is an input, which would be lost");
  if (is_of_compiler(path))
    return problem(
        path, "is not written: it is there, and by its name a source or what a compiler made, which would be lost");
  return std::nullopt;
}

std::optional<Error> write_output(const std::string &path, std::string_view text) {
  const bool to_stdout = path.empty() || path == "-";
  const std::string name = to_stdout ? "<stdout>" : path;
  if (!to_stdout)
    if (std::optional<ReplacedFile> whole = ReplacedFile::open(path))
      return whole->write(text) ? std::nullopt : std::optional(problem(name, "cannot be written: " + reason()));
  Descriptor file(to_stdout ? STDOUT_FILENO : ::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666),
                  !to_stdout);
  if (file.number() < 0)
    return problem(name, "cannot be written: " + reason());
  if (!write_all(file.number(), text)) {
    if (errno == EPIPE && to_stdout)
      return std::nullopt; // the reader (head, a pager) has seen enough: no fault of ours or the user's
    return problem(name, "cannot be written: " + reason());
  }
  if (!file.close())
    return problem(name, "cannot be written: " + reason());
  return std::nullopt;
}

std::optional<Error> write_text(const std::string &path, std::string_view text) {
  return write_output(path, printable_and_coloured(text));
}

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
