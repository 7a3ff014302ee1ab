#include "decode/object/object_file.h"

#include "decode/formats/read_image.h"
#include "decode/object/object_state.h"

#include <algorithm>
#include <llvm/ADT/StringExtras.h>
#include <llvm/Support/MD5.h>
#include <unordered_map>
#include <unordered_set>
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
    return Error{"the object is larger than 1 GiB", {name, 0, 0}};
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

struct ProgramReader::State {
  ObjectFile file;
};

namespace {

std::vector<ProgramCall> calls_to(const std::vector<std::string> &functions, const ObjectFile::State &file,
                                  const std::vector<ScannedRange> &scanned) {
  const std::unordered_set<std::string> wanted(functions.begin(), functions.end());
  std::unordered_map<std::uint64_t, std::uint64_t> begin_at; // maps a call target to the begin of its function
  std::unordered_map<std::string, std::uint64_t> begin_of;
  for (const CodeRange &range : file.ranges)
    if (range.is_function && wanted.contains(range.name)) {
      begin_at.emplace(range.begin, range.begin);
      begin_of.emplace(range.name, range.begin);
    }
  for (const auto &[address, name] : file.stubs)
    if (const auto known = begin_of.find(name); known != begin_of.end())
      begin_at.emplace(address, known->second);
  std::vector<ProgramCall> calls;
  for (const ScannedRange &range : scanned)
    for (const ScannedFunction &function : range.functions->list)
      for (const DirectCall &call : function.calls)
        if (const auto known = begin_at.find(call.to.address); known != begin_at.end())
          calls.push_back({call.from, known->second});
  std::ranges::sort(calls, {}, &ProgramCall::from);
  return calls;
}

} // namespace

ProgramReader::ProgramReader(std::unique_ptr<State> state) : state_(std::move(state)) {}
ProgramReader::ProgramReader(ProgramReader &&) noexcept = default;
ProgramReader::~ProgramReader() = default;

Expected<ProgramReader> ProgramReader::open(std::string_view bytes, const std::string &name,
                                            std::string_view debug_bytes) {
  OSACA_TRY(auto file, ObjectFile::open(bytes, name, debug_bytes));
  if (file.state().is_relocatable)
    return Error{"this object has not been linked, so it cannot have been executed and sampled", {name, 0, 0}};
  return ProgramReader(std::make_unique<State>(State{std::move(file)}));
}

std::vector<ProgramFunction> ProgramReader::functions() const {
  std::vector<ProgramFunction> functions;
  for (const CodeRange &range : state_->file.state().ranges) {
    if (!range.is_function)
      continue;
    ProgramFunction function{range.aliases, range.begin, range.end};
    function.names.insert(function.names.begin(), range.name);
    functions.push_back(std::move(function));
  }
  return functions;
}

Expected<ProgramCode> ProgramReader::code_of(const std::vector<std::string> &functions) const {
  ProgramCode code;
  if (functions.empty())
    return code;
  ObjectDecoder decoder({});
  std::vector<ScannedRange> scanned;
  for (std::size_t r = 0; r < state_->file.range_count(); ++r)
    scanned.push_back(decoder.scan(state_->file, r, ScanFor::loops_and_calls));
  code.calls = calls_to(functions, state_->file.state(), scanned);
  RegionSelection wanted;
  wanted.mode = RegionSelection::Mode::loops;
  wanted.functions = functions;
  const ObjectPlan plan(state_->file, std::move(scanned), wanted);
  for (std::size_t group = 0; group < plan.group_count(); ++group) {
    OSACA_TRY(std::vector<ProgramLoop> loops, decoder.loops(plan, group));
    const int before = static_cast<int>(code.loops.size());
    for (ProgramLoop &loop : loops) {
      loop.outer += loop.outer < 0 ? 0 : before;
      code.loops.push_back(std::move(loop));
    }
  }
  return code;
}

SourceLocation ProgramReader::place_of(std::uint64_t address) const {
  const ObjectFile::State &file = state_->file.state();
  for (const CodeSection &section : file.sections)
    if (section.holds(address))
      return file.lines->find({address, section.index});
  return {};
}

} // namespace osaca
