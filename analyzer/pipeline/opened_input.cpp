#include "pipeline/opened_input.h"

#include "base/format.h"
#include "container/archive.h"
#include "container/byte_ranges.h"
#include "container/coff.h"
#include "container/file_kind.h"
#include "container/macho.h"
#include "decode/object/object_file.h"
#include "pipeline/input/debug_file.h"

#include <algorithm>
#include <exception>
#include <iterator>
#include <memory>

namespace osaca {

// Converts the files that the user names to inputs: archives and universal files are split into their parts.

namespace {

/// A small thin archive may name the same large file any number of times, and slices of a universal file may overlap.
constexpr std::uint64_t most_bytes_of_members = 1ULL << 30U;

Expected<std::unique_ptr<ByteSource>> no_file(const std::string &path) { return Error{"cannot be read", {path, 0, 0}}; }

/// Import libraries begin with such members: tables that the linker assembles.
bool is_coff_without_code(const ByteSource &content, FileKind kind) {
  if (kind != FileKind::coff_object)
    return false;
  const Expected<CoffFile> read = read_coff(content);
  return read && std::ranges::none_of(read->sections, [](const CoffSection &section) {
           return section.is_code && section.size_bytes > 0;
         });
}

class InputsOfFile {
public:
  InputsOfFile(const InputFile &file, const FileOpener &open, const Worker &worker, std::vector<RawInput> &inputs)
      : file_(file), open_(open ? open : FileOpener(no_file)), has_opener_(static_cast<bool>(open)), worker_(worker),
        inputs_(inputs) {}

  std::size_t add(const std::string &bytes) {
    const BytesAtHand source(bytes);
    switch (identity_of(source).kind) {
    case FileKind::archive: add_archive(source, file_.name); break;
    case FileKind::universal: add_universal(source); break;
    default: add_whole(source, file_.name, {}); break;
    }
    return static_cast<std::size_t>(added_bytes_);
  }

private:
  void fail(const std::string &message) {
    inputs_.push_back({file_.name, {}, file_.name, Error{message, {file_.name, 0, 0}}});
  }

  /// `archive`: the archive that contains it.
  void add_whole(const ByteSource &source, const std::string &name, const std::string &archive) {
    const bool is_one_of_many = !archive.empty() || added_bytes_ > 0;
    if (is_one_of_many && source.size_bytes() > most_bytes_of_members - std::min(added_bytes_, most_bytes_of_members)) {
      if (!is_too_large_)
        fail(archive.empty() ? "the code for all CPUs is larger than 1 GiB"
                             : "the members of the archive are larger than 1 GiB");
      is_too_large_ = true;
      return;
    }
    std::string debug = archive.empty() && has_opener_ ? debug_file_of(source, file_.path, open_) : std::string();
    inputs_.push_back({name, source.read(0, source.size_bytes()), archive, {}, std::move(debug)});
    added_bytes_ += inputs_.back().bytes.size() + inputs_.back().debug_bytes.size();
  }

  void add_archive(const ByteSource &archive, const std::string &name) {
    const std::size_t before = inputs_.size();
    bool has_imports = false;
    bool has_code = false;
    for_each_member(
        archive, file_.path, open_,
        [&](const std::string &member, const ByteSource &content) {
          const FileKind kind = identity_of(content).kind;
          has_imports = has_imports || kind == FileKind::coff_import;
          has_code = has_code || (is_for_linkers(kind) && !is_coff_without_code(content, kind));
          if (is_for_linkers(kind)) // other members are texts and other files without code
            add_whole(content, format_text("{}({})", name, member), file_.name);
        },
        [&](const std::string &problem) { fail(problem); });
    if (has_imports && !has_code) {
      inputs_.erase(inputs_.begin() + static_cast<std::ptrdiff_t>(before), inputs_.end());
      fail("this is an import library, which refers to a DLL and contains no code: analyse the DLL");
    } else if (inputs_.size() == before) {
      fail("the archive contains no object");
    }
  }

  void add_universal(const ByteSource &source) {
    const Expected<std::vector<UniversalSlice>> slices = universal_slices(source);
    if (!slices)
      return fail(slices.error().message);
    const auto is_wanted = [&](const UniversalSlice &slice) { return worker_.is_for_this_isa(slice.machine); };
    const bool has_wanted = std::ranges::any_of(*slices, is_wanted);
    for (const UniversalSlice &slice : *slices) {
      if (has_wanted && !is_wanted(slice))
        continue;
      const ByteRange content(source, slice.offset, slice.size_bytes);
      const std::string name = format_text("{}({})", file_.name, slice.cpu);
      if (identity_of(content).kind == FileKind::archive)
        add_archive(content, name);
      else
        add_whole(content, name, {});
    }
  }

  const InputFile &file_;
  FileOpener open_;
  bool has_opener_;
  const Worker &worker_;
  std::vector<RawInput> &inputs_;
  std::uint64_t added_bytes_ = 0;
  bool is_too_large_ = false;
};

} // namespace

std::size_t add_inputs(const InputFile &file, const std::string &bytes, const FileOpener &open, const Worker &worker,
                       std::vector<RawInput> &inputs) {
  return InputsOfFile(file, open, worker, inputs).add(bytes);
}

void OpenedInput::add(Report part) {
  std::move(part.kernels.begin(), part.kernels.end(), std::back_inserter(analysed.report.kernels));
  std::move(part.problems.begin(), part.problems.end(), std::back_inserter(analysed.report.problems));
}

OpenedInput open_input(const RawInput &input, Worker &worker) {
  OpenedInput made;
  made.name = input.name;
  made.archive = input.archive;
  made.error = input.error;
  const FileIdentity identity = identity_of(input.bytes);
  made.is_object = has_machine_code(identity.kind);
  if (made.error)
    return made;
  try {
    if (made.is_object) {
      made.error = worker.error_of_other_isa(identity.machine, input.name);
      if (made.error)
        return made;
      Expected<ObjectFile> file = ObjectFile::open(input.bytes, input.name, input.debug_bytes);
      if (file)
        made.file = std::move(file).value();
      else
        made.error = file.error();
    } else if (std::optional<Error> unusable = unusable_text(input.bytes, input.name)) {
      made.error = std::move(unusable);
    } else if (Expected<Analysed> analysed = worker.analyze_text(input.bytes, input.name)) {
      made.analysed = std::move(analysed).value();
    } else {
      made.error = analysed.error();
    }
  } catch (const std::exception &problem) {
    made.error = Error{std::string("internal error: ") + problem.what(), {input.name, 0, 0}};
  }
  return made;
}

} // namespace osaca
