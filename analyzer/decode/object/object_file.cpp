#include "decode/object/object_file.h"

#include "decode/formats/read_image.h"
#include "decode/object/object_state.h"

#include <llvm/ADT/StringExtras.h>
#include <llvm/Support/MD5.h>

#include <utility>

namespace osaca {
namespace {

constexpr std::size_t max_object_bytes = 1U << 30U;

} // namespace

std::string md5_of(std::string_view bytes) {
  const auto digest = llvm::MD5::hash(llvm::arrayRefFromStringRef(bytes));
  return {digest.begin(), digest.end()};
}

ObjectFile::ObjectFile(std::unique_ptr<const State> state) : state_(std::move(state)) {}
ObjectFile::ObjectFile(ObjectFile &&) noexcept = default;
ObjectFile &ObjectFile::operator=(ObjectFile &&) noexcept = default;
ObjectFile::~ObjectFile() = default;

Expected<ObjectFile> ObjectFile::open(std::string_view bytes, const std::string &name, std::string_view debug_bytes,
                                      bool with_inlining) {
  if (bytes.size() > max_object_bytes)
    return Error{"the object has more than 1 GiB", {name, 0, 0}};
  auto made = std::make_unique<State>();
  made->name = name;
  made->bytes = bytes;
  Expected<ObjectImage> read = read_image(made->bytes, debug_bytes, with_inlining);
  if (!read)
    return Error{read.error().message, {name, 0, 0}};
  ObjectImage image = *std::move(read);
  made->target = &llvm_target(image.isa);
  made->is_relocatable = image.is_relocatable;
  made->sections = std::move(image.sections);
  if (made->sections.empty())
    made->why_empty = std::move(image.why_empty);
  made->section_index = std::make_unique<const CodeSectionIndex>(made->sections, made->is_relocatable);
  made->stubs = std::move(image.stubs);
  made->ranges = code_ranges(made->sections, image.functions);
  made->lines = std::make_unique<const LineTable>(std::move(image.lines), made->is_relocatable);
  made->inlined = std::move(image.inlined);
  made->lines_elsewhere = image.lines_elsewhere;
  return ObjectFile(std::move(made));
}

Isa ObjectFile::isa() const { return state_->target->isa; }
const std::string &ObjectFile::name() const { return state_->name; }
std::size_t ObjectFile::range_count() const { return state_->ranges.size(); }
std::size_t ObjectFile::range_bytes(std::size_t range) const {
  return static_cast<std::size_t>(state_->ranges[range].end - state_->ranges[range].begin);
}

const std::vector<LineFile> &ObjectFile::source_files() const { return state_->lines->files(); }

} // namespace osaca
