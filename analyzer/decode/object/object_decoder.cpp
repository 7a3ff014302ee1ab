// Decodes objects into kernels, with the source lines from debug information.
#include "base/index.h"
#include "decode/object/object_state.h"
#include "decode/unit_figures.h"
#include "loops/vector_types.h"
#include <algorithm>
#include <map>
#include <set>

namespace osaca {
namespace {

void locate(std::vector<Kernel> &kernels, const ReadObject &object, const LineTable &lines) {
  for (Kernel &kernel : kernels) {
    for (Instruction &instruction : kernel.instructions) {
      instruction.source = lines.find(object.addresses[at(instruction.number)]);
      if (!kernel.source.known())
        kernel.source = instruction.source;
    }
  }
}

std::vector<NumberedFunction> numbered(const ObjectPlan::State &plan, const std::vector<int> &functions) {
  std::vector<NumberedFunction> made;
  for (const int f : functions)
    made.push_back({&plan.functions[at(f)], plan.instructions_before[at(f)]});
  return made;
}

ReadObject read_group(const ObjectPlan::State &plan, std::size_t group, MachineCodeReader &reader) {
  const ObjectFile::State &file = *plan.file;
  return read_functions(numbered(plan, plan.groups[group]),
                        {*file.target, file.sections, *file.section_index, file.stubs, file.is_relocatable}, reader);
}

/// A group together with the functions that its loops call.
ReadObject read_with_callees(const ObjectPlan::State &plan, std::size_t group, MachineCodeReader &reader) {
  const ObjectFile::State &file = *plan.file;
  ReadObject object = read_group(plan, group, reader);
  const std::vector<int> callees = callees_of_loops(plan, group, object, reader);
  if (callees.empty() || object.is_cut_off)
    return object;
  return read_functions(numbered(plan, plan.groups[group]),
                        {*file.target, file.sections, *file.section_index, file.stubs, file.is_relocatable}, reader,
                        numbered(plan, callees));
}

/// All loops of a unit, each including the instructions of its inner loops. If loops are nested deeper than in any
/// program, the outer ones are left empty.
std::vector<ProgramLoop> loops_of(const LoopForest &forest, const FlowGraph &graph, const ReadObject &object,
                                  const LineTable &lines) {
  constexpr int most_around = 64;
  const ParsedUnit &unit = object.read.unit;
  std::vector<ProgramLoop> loops(forest.loops.size());
  std::vector<std::map<int, int>> instructions_of(loops.size()); // by function: the cold part has a separate name
  const auto add_block = [&](ProgramLoop &loop, std::map<int, int> &counts, const BasicBlock &block, bool is_own) {
    for (int i = block.first; i <= block.last; ++i) {
      const AsmStatement &statement = unit.statements[graph.code[at(i)]];
      const Instruction &instruction = unit.instructions[at(statement.instruction)];
      ++counts[statement.function];
      loop.addresses.push_back(statement.address);
      loop.opcodes.push_back(instruction.opcode);
      const SourceLocation place = lines.find(object.addresses[at(instruction.number)]);
      loop.lines.push_back(place.line);
      if (is_own && !loop.place.known())
        loop.place = place;
    }
  };
  for (const BlockIndex b : graph.blocks.indices()) {
    LoopIndex loop = forest.loop_of_block[b];
    for (int around = 0; loop.exists() && around < most_around; ++around, loop = forest.loops[loop].parent)
      add_block(loops[at(loop.number)], instructions_of[at(loop.number)], graph.blocks[b], around == 0);
  }
  for (const LoopIndex loop : forest.loops.indices()) {
    loops[at(loop.number)].outer = forest.loops[loop].parent.number;
    const auto &counts = instructions_of[at(loop.number)];
    const auto most = std::ranges::max_element(counts, {}, [](const auto &count) { return count.second; });
    if (most != counts.end() && most->first >= 0)
      loops[at(loop.number)].function = unit.functions[at(most->first)];
  }
  return loops;
}

} // namespace

ScannedRange::ScannedRange() = default;
ScannedRange::ScannedRange(ScannedRange &&) noexcept = default;
ScannedRange &ScannedRange::operator=(ScannedRange &&) noexcept = default;
ScannedRange::~ScannedRange() = default;

struct ObjectDecoder::State {
  DecodeOptions options;
  struct Reader {
    std::shared_ptr<const llvm::MCSubtargetInfo> subtarget;
    std::unique_ptr<MachineCodeReader> code;
  };
  std::map<Isa, Reader> readers;
  std::optional<Error> failure; ///< set if the CPU of the options does not exist

  MachineCodeReader *reader(const LlvmTarget &target) {
    Reader &reader = readers[target.isa];
    if (reader.code)
      return reader.code.get();
    auto subtarget = target.reader(options.features_cpu);
    if (!subtarget) {
      failure = subtarget.error();
      return nullptr;
    }
    reader.subtarget = *std::move(subtarget);
    reader.code = std::make_unique<MachineCodeReader>(target, *reader.subtarget);
    return reader.code.get();
  }
};

ObjectDecoder::ObjectDecoder(const DecodeOptions &options) : state_(std::make_unique<State>()) {
  state_->options = options;
}
ObjectDecoder::ObjectDecoder(ObjectDecoder &&) noexcept = default;
ObjectDecoder::~ObjectDecoder() = default;

ScannedRange ObjectDecoder::scan(const ObjectFile &file, std::size_t range, ScanFor purpose) {
  ScannedRange made;
  made.functions = std::make_unique<ScannedRange::Functions>();
  const ObjectFile::State &state = file.state();
  const CodeRange &wanted = state.ranges[range];
  if (MachineCodeReader *reader = state_->reader(*state.target)) {
    const ObjectCutter cutter(*state.target, *reader, state.sections[wanted.section], state.is_relocatable);
    made.functions->list = scan_range(wanted, cutter, *state.target, most_instructions_of_unit, purpose);
  }
  return made;
}

Expected<DecodedInput> ObjectDecoder::decode(const ObjectPlan &plan, std::size_t group) {
  const ObjectPlan::State &state = plan.state();
  const ObjectFile::State &file = *state.file;
  MachineCodeReader *reader = state_->reader(*file.target);
  if (reader == nullptr)
    return *state_->failure;
  ReadObject object = read_with_callees(state, group, *reader);
  if (!state.regions.path.empty() && !file.lines->is_empty()) // lines of the source may choose paths
    for (Instruction &instruction : object.read.unit.instructions)
      instruction.source = file.lines->find(object.addresses[at(instruction.number)]);
  OSACA_TRY(SelectedKernels found,
            select_kernels(object.read.unit, file.name, state.regions, state_->options.max_paths_per_loop));
  DecodedInput made;
  made.isa = file.target->isa;
  made.problems = std::move(found.problems);
  made.kernels = std::move(found.kernels);
  if (!state.patterns.empty()) {
    std::set<std::string> wanted;
    for (const int f : state.groups[group])
      if (state.is_wanted[at(f)])
        wanted.insert(state.functions[at(f)].range.name);
    std::erase_if(made.kernels, [&](const Kernel &kernel) { return !wanted.contains(kernel.function); });
  }
  if (object.is_cut_off)
    made.problems.push_back({"too much code in one piece; the rest of it is ignored", {file.name, 0, 0}});
  if (!file.lines->is_empty())
    locate(made.kernels, object, *file.lines);
  set_vector_types(object.read.unit, made.kernels);
  made.compiler = figures_of_unit(*file.target, std::move(object.read.instructions), state_->options.scheduling_cpus);
  return made;
}

Expected<std::vector<ProgramLoop>> ObjectDecoder::loops(const ObjectPlan &plan, std::size_t group) {
  MachineCodeReader *reader = state_->reader(*plan.state().file->target);
  if (reader == nullptr)
    return *state_->failure;
  const ReadObject object = read_group(plan.state(), group, *reader);
  const FlowGraph graph = flow_graph(object.read.unit, whole(object.read.unit));
  return loops_of(find_loops(graph), graph, object, *plan.state().file->lines);
}

Expected<AnnotatedGroup> ObjectDecoder::annotated(const ObjectPlan &plan, std::size_t group,
                                                  const AnnotatedSources &sources) {
  const ObjectFile::State &file = *plan.state().file;
  MachineCodeReader *reader = state_->reader(*file.target);
  if (reader == nullptr)
    return *state_->failure;
  ReadObject object = read_with_callees(plan.state(), group, *reader);
  AnnotatedGroup made = annotated_loops_of(file, object, sources, state_->options.max_paths_per_loop);
  made.input.isa = file.target->isa;
  set_vector_types(object.read.unit, made.input.kernels);
  for (Kernel &kernel : made.input.kernels)
    for (Instruction &instruction : kernel.instructions) {
      const CodeAddress &code = object.addresses[at(instruction.number)];
      instruction.source = file.lines->find(code);
      instruction.inlined_at = calls_to(file, code);
    }
  if (object.is_cut_off)
    made.input.problems.push_back({"too much code in one piece; the rest of it is ignored", {file.name, 0, 0}});
  made.input.compiler =
      figures_of_unit(*file.target, std::move(object.read.instructions), state_->options.scheduling_cpus);
  return made;
}

Expected<DecodedInput> decode_object(std::string_view bytes, const std::string &name, const DecodeOptions &options) {
  OSACA_TRY(auto file, ObjectFile::open(bytes, name));
  ObjectDecoder decoder(options);
  std::vector<ScannedRange> scanned;
  for (std::size_t r = 0; r < file.range_count(); ++r)
    scanned.push_back(decoder.scan(file, r));
  const ObjectPlan plan(file, std::move(scanned), options.regions);
  DecodedInput made;
  made.unmatched = plan.unmatched();
  made.named = plan.named();
  made.isa = file.isa();
  made.notes = plan.remarks().notes();
  for (std::size_t g = 0; g < plan.group_count(); ++g) {
    OSACA_TRY(auto part, decoder.decode(plan, g));
    std::move(part.kernels.begin(), part.kernels.end(), std::back_inserter(made.kernels));
    made.problems.insert(made.problems.end(), part.problems.begin(), part.problems.end());
  }
  if (made.kernels.empty())
    made.nothing = plan.nothing();
  return made;
}

} // namespace osaca
