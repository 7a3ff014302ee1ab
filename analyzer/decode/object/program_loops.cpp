#include "decode/object/program_loops.h"

#include "decode/object/object_state.h"

namespace osaca {

struct ProgramReader::State {
  ObjectFile file;
};

ProgramReader::ProgramReader(std::unique_ptr<State> state) : state_(std::move(state)) {}
ProgramReader::ProgramReader(ProgramReader &&) noexcept = default;
ProgramReader::~ProgramReader() = default;

Expected<ProgramReader> ProgramReader::open(std::string_view bytes, const std::string &name,
                                            std::string_view debug_bytes) {
  auto file = ObjectFile::open(bytes, name, debug_bytes);
  if (!file)
    return file.error();
  if (file->state().is_relocatable)
    return Error{"is an object that has not been linked: nothing can have been sampled in it", {name, 0, 0}};
  return ProgramReader(std::make_unique<State>(State{*std::move(file)}));
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

Expected<std::vector<ProgramLoop>> ProgramReader::loops_of(const std::vector<std::string> &functions) const {
  std::vector<ProgramLoop> all;
  if (functions.empty())
    return all;
  ObjectDecoder decoder({});
  std::vector<ScannedRange> scanned;
  for (std::size_t r = 0; r < state_->file.range_count(); ++r)
    scanned.push_back(decoder.scan(state_->file, r));
  RegionSelection wanted;
  wanted.mode = RegionSelection::Mode::loops;
  wanted.functions = functions;
  const ObjectPlan plan(state_->file, std::move(scanned), wanted);
  for (std::size_t group = 0; group < plan.group_count(); ++group) {
    Expected<std::vector<ProgramLoop>> loops = decoder.loops(plan, group);
    if (!loops)
      return loops.error();
    const int before = static_cast<int>(all.size());
    for (ProgramLoop &loop : *std::move(loops)) {
      loop.outer += loop.outer < 0 ? 0 : before;
      all.push_back(std::move(loop));
    }
  }
  return all;
}

} // namespace osaca
