#include "pipeline/opened_input.h"

#include "container/archive.h"
#include "container/byte_ranges.h"
#include "container/elf.h"
#include "decode/object/object_file.h"
#include "pipeline/input/debug_file.h"

#include <exception>
#include <iterator>

namespace osaca {
namespace {

/// A thin archive of a few bytes may name the same large file any number of times.
constexpr std::uint64_t most_bytes_of_members = 1ULL << 30U;

Expected<std::unique_ptr<ByteSource>> no_file(const std::string &path) { return Error{"cannot be read", {path, 0, 0}}; }

} // namespace

void OpenedInput::add(Report part) {
  std::move(part.kernels.begin(), part.kernels.end(), std::back_inserter(analysed.report.kernels));
  std::move(part.problems.begin(), part.problems.end(), std::back_inserter(analysed.report.problems));
}

std::size_t add_inputs(const InputFile &file, const std::string &bytes, const FileOpener &open,
                       std::vector<RawInput> &inputs) {
  const BytesAtHand source(bytes);
  if (!is_archive(source)) {
    inputs.push_back({file.name, bytes, {}, {}, debug_file_of(source, file.path, open)});
    return bytes.size() + inputs.back().debug_bytes.size();
  }
  std::uint64_t added = 0;
  bool is_too_large = false;
  const std::size_t before = inputs.size();
  for_each_member(
      source, file.path, open ? open : FileOpener(no_file),
      [&](const std::string &member, const ByteSource &content) {
        const std::string begin = content.read(0, 4);
        if (!is_elf(begin) && lto_message(begin).empty()) // texts, and whatever else people put into archives
          return;
        if (content.size_bytes() > most_bytes_of_members - added) {
          if (!is_too_large)
            inputs.push_back({file.name, {}, file.name, Error{"the members of the archive have more than 1 GiB", {file.name, 0, 0}}});
          is_too_large = true;
          return;
        }
        inputs.push_back({file.name + "(" + member + ")", content.read(0, content.size_bytes()), file.name, {}});
        added += inputs.back().bytes.size();
      },
      [&](const std::string &problem) {
        inputs.push_back({file.name, {}, file.name, Error{problem, {file.name, 0, 0}}});
      });
  if (inputs.size() == before)
    inputs.push_back({file.name, {}, file.name, Error{"the archive holds no object", {file.name, 0, 0}}});
  return added;
}

OpenedInput open_input(const RawInput &input, Worker &worker) {
  OpenedInput made;
  made.name = input.name;
  made.archive = input.archive;
  made.error = input.error;
  made.is_object = is_elf(input.bytes);
  if (made.error)
    return made;
  try {
    if (made.is_object) {
      made.error = worker.error_of_other_isa(input.bytes, input.name);
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
