// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "report/capture_builder.h"

#include "ir/access_places.h"
#include "ir/places.h"
#include "report/remains.h"
#include "text/machine_text.h"

#include "called_texts.h"

namespace osaca::clang_plugin {

namespace {

bool is_generic(llvm::StringRef cpu) { return cpu.empty() || cpu.contains("generic") || cpu.take_front(6) == "x86-64"; }

} // namespace

bool is_supported_target(const clang::CompilerInstance &instance) {
  const llvm::Triple &triple = instance.getTarget().getTriple();
  const bool is_known = triple.getArch() == llvm::Triple::x86_64 || triple.getArch() == llvm::Triple::aarch64 ||
                        triple.getArch() == llvm::Triple::riscv64;
  return is_known && triple.isOSBinFormatELF() && triple.getEnvironment() != llvm::Triple::GNUX32;
}

capture::Target target_of_unit(const clang::CompilerInstance &instance) {
  const llvm::Triple &triple = instance.getTarget().getTriple();
  const clang::TargetOptions &options = instance.getTarget().getTargetOpts();
  capture::Target target;
  target.isa = triple.isAArch64() ? "aarch64" : triple.isRISCV() ? "riscv64" : "x86-64";
  target.march = options.CPU;
  target.mtune = options.TuneCPU;
  if (!is_generic(options.TuneCPU))
    target.cpu = options.TuneCPU;
  else if (!is_generic(options.CPU))
    target.cpu = options.CPU;
  return target;
}

namespace {

class Builder {
public:
  Builder(clang::CompilerInstance &instance, const LoopExtents &extents, const RecordedPragmas &pragmas,
          LoopRequests &requested, const SecondRun &run)
      : extents_(extents), pragmas_(pragmas), requested_(requested), run_(run), likelihood_(run.blocks),
        locations_(instance.getSourceManager(), run.places), remains_(extents, run) {
    // Everything in one use of a macro has the same place in the capture. The loops' own places are added first, so
    // that the driver's messages refer to the loops.
    for (const LoopRequest &request : requested_.requests())
      locations_.index_of(location_of(request));
  }

  void add(const TextFunction &text) {
    remains_.add(text);
    capture::Function function;
    for (const TextLoop &loop : text.loops)
      add_loop(text, loop, function);
    if (text.loops.empty())
      add_whole_function(text, function);
    const bool is_called = run_.called.count(text.name) != 0;
    if (function.loops.empty() && !is_called)
      return;
    function.name = text.name;
    if (const auto options = run_.options.find(text.name); options != run_.options.end())
      function.options = options->second;
    function.assembly = text.text;
    function.branches = branches_taken(text, [&](int line) { return is_called || is_inside(line, function.loops); });
    if (function.loops.empty()) {
      add_called_function(text, std::move(function));
      return;
    }
    for (const TextInstruction &instruction : text.instructions) {
      const int location = locations_.index_of(known_place(instruction.place));
      function.instructions.push_back({{instruction.line, instruction.line}, location});
    }
    function.accesses = named_accesses(text, function.loops);
    functions_.push_back(std::move(function));
  }

  BuiltCapture finish() {
    BuiltCapture built;
    built.first = location_of(requested_.requests().front());
    int index = 0;
    for (const LoopRequest &request : requested_.requests())
      built.capture.annotations.push_back(describe(request, found_.count(index++) != 0));
    capture::prefer_loops(functions_);
    add_called(functions_, std::move(called_));
    built.capture.functions = std::move(functions_);
    built.capture.locations = locations_.entries();
    built.places = locations_.locations();
    return built;
  }

private:
  /// The locations of its instructions are left out, so that the table of locations contains those of annotated loops
  /// only.
  void add_called_function(const TextFunction &text, capture::Function function) {
    for (const TextInstruction &instruction : text.instructions)
      function.instructions.push_back({{instruction.line, instruction.line}, -1});
    called_.push_back(std::move(function));
  }

  [[nodiscard]] static bool is_inside(int line, const std::vector<capture::Loop> &loops) {
    return llvm::any_of(loops, [line](const capture::Loop &loop) {
      return llvm::any_of(
          loop.lines, [line](const capture::LineRange &range) { return range.first <= line && line <= range.last; });
    });
  }

  [[nodiscard]] std::vector<capture::NamedAccess> named_accesses(const TextFunction &text,
                                                                 const std::vector<capture::Loop> &loops) const {
    std::vector<TextInstruction> inside;
    llvm::copy_if(text.instructions, std::back_inserter(inside),
                  [&loops](const TextInstruction &instruction) { return is_inside(instruction.line, loops); });
    return NamedAccesses(run_.places, inside).take();
  }

  template <class IsWanted>
  [[nodiscard]] std::vector<capture::BranchProbability> branches_taken(const TextFunction &text,
                                                                       IsWanted is_wanted) const {
    std::vector<capture::BranchProbability> branches;
    const std::vector<std::optional<double>> taken = likelihood_.taken(text.branches);
    for (std::size_t i = 0; i < taken.size(); ++i)
      if (taken[i] && is_wanted(text.branches[i].line))
        branches.push_back({text.branches[i].line, *taken[i]});
    return branches;
  }

  [[nodiscard]] int known_place(int place) const { return place < static_cast<int>(run_.places.size()) ? place : -1; }

  [[nodiscard]] const IrLoop *ir_loop_of(const TextLoop &loop) const {
    return loop.ir_loop >= 0 && loop.ir_loop < static_cast<int>(run_.loops.size()) ? &run_.loops[loop.ir_loop]
                                                                                   : nullptr;
  }

  /// Whether the code generator made a single loop from the optimiser's loop. If it made several, it is unknown how
  /// often each of them runs.
  [[nodiscard]] static bool is_only_one(const TextFunction &text, int ir_loop) {
    return llvm::count_if(text.loops, [ir_loop](const TextLoop &loop) { return loop.ir_loop == ir_loop; }) == 1;
  }

  void add_loop(const TextFunction &text, const TextLoop &loop, capture::Function &function) {
    const IrLoop *ir = ir_loop_of(loop);
    const int extent = ir != nullptr ? ir->extent : -1;
    int annotation = requested_.for_machine_loop(extent, loop.works_itself);
    clang::SourceLocation statement;
    if (annotation < 0 && loop.innermost)
      annotation = around(text, loop, extent);
    bool is_of_statement = false;
    if (ir != nullptr && (loop.innermost || loop.works_itself))
      for (const IrLoop::InStatement &part : ir->statements)
        if (const int request = by_statement(part.statement, annotation, extent); request >= 0) {
          add_loop_of_statement(text, loop, *ir, part, function);
          is_of_statement = true;
        }
    if (annotation < 0 || is_of_statement)
      return;
    found_.insert(annotation);
    if (extent >= 0) {
      statement = extents_[extent].first;
      remains_.add_loop(extent, ir->place >= 0 ? run_.places[ir->place].function : std::string(), text.name);
    }
    function.loops.push_back(describe(text, loop, ir, annotation, statement));
    const bool has_vectors =
        ir != nullptr && ir->role != capture::LoopRole::plain && ir->role != capture::LoopRole::copy;
    if (extent >= 0 && !has_vectors)
      function.loops.back().not_vectorised = not_vectorised(extent, text.name);
  }

  /// A function whose definition is annotated and that contains no loop is analysed as a whole.
  void add_whole_function(const TextFunction &text, capture::Function &function) {
    int index = -1;
    for (const LoopRequest &request : requested_.requests()) {
      ++index;
      if (!request.has_statement() || !defines(extents_.statements()[request.statement], text.name))
        continue;
      capture::Loop whole;
      whole.annotation = index;
      whole.location = locations_.index_of(location_of(request));
      whole.innermost = whole.is_whole_function = true;
      whole.lines = {{1, std::max(1, static_cast<int>(llvm::StringRef(text.text).count('\n')))}};
      function.loops.push_back(std::move(whole));
      found_.insert(index);
      remains_.add_loop_of_statement(request.statement, text.name, text.name);
      return;
    }
  }

  [[nodiscard]] bool defines(const AnnotatedStatement &statement, const std::string &symbol) const {
    return statement.is_definition && llvm::any_of(statement.instances, [&](const clang::FunctionDecl *instance) {
             const auto symbols = run_.symbols.find(instance);
             return symbols != run_.symbols.end() && llvm::is_contained(symbols->second, symbol);
           });
  }

  /// The request for the annotated statement that became the loop; -1: the pragma of `other`, a request for a loop, is
  /// nearer to it. `extent` is where the loop is written.
  [[nodiscard]] int by_statement(int statement, int other, int extent) {
    const int request = requested_.by_statement(statement);
    if (request < 0 || other < 0 || requested_.requests()[other].kind != capture::AnnotationKind::pragma ||
        request == other)
      return request;
    const auto is_in_statement = [&](int loop) {
      return loop >= 0 && extents_.statements().innermost_at(extents_[loop].keyword_place) == statement;
    };
    // The statement leads to the loop by calls, and the pragma is where the loop is written.
    const int around = extents_.innermost_at(extents_.statements()[statement].from_place, nullptr);
    const bool is_at_loop = requested_.by_pragma_around(extent) == other &&
                            requested_.by_pragma_around(around) != other && !is_in_statement(extent);
    if (!is_in_statement(requested_.requests()[other].loop) && !is_at_loop)
      return request;
    remains_.note_pragmas_of_loops(statement);
    return -1;
  }

  /// The loop is reported where the user's code leads to it: at the loop itself, or at the statement that calls it.
  void add_loop_of_statement(const TextFunction &text, const TextLoop &loop, const IrLoop &ir,
                             const IrLoop::InStatement &part, capture::Function &function) {
    const int request = requested_.by_statement(part.statement);
    const AnnotatedStatement &statement = extents_.statements()[part.statement];
    const bool has_parts = statement.span.is_block || statement.is_definition;
    const clang::SourceLocation begin = ir.extent >= 0 ? extents_[ir.extent].first : clang::SourceLocation();
    const InlinedPlace *written = ir.place >= 0 ? &run_.places[ir.place] : nullptr;
    capture::Loop described = describe(text, loop, &ir, request, begin);
    if (written == nullptr || extents_.statements().innermost_at(written->place) != part.statement) {
      described.written_at = begin.isValid() ? locations_.index_of(begin) : described.location;
      const std::string symbol = written != nullptr ? written->function : "";
      described.written_in = capture::function_name(symbol.empty() && ir.extent >= 0 ? extents_[ir.extent].function
                                                                                     : remains_.readable(symbol));
      described.location = has_parts ? locations_.index_of(part.site) : locations_.index_of(statement.first, part.site);
    }
    if (ir.extent >= 0 && (ir.role == capture::LoopRole::plain || ir.role == capture::LoopRole::copy))
      described.not_vectorised = not_vectorised(ir.extent, text.name);
    remains_.add_loop_of_statement(part.statement, part.site >= 0 ? run_.places[part.site].function : "", text.name);
    found_.insert(request);
    function.loops.push_back(std::move(described));
  }

  /// The vectoriser's first reason in the function, "" if there is none.
  [[nodiscard]] std::string not_vectorised(int extent, const std::string &function) const {
    for (const LoopRemark &refusal : run_.refusals)
      if (refusal.function == function && extents_.innermost_at(refusal.place, nullptr) == extent)
        return capture::compilers_words(refusal.message);
    return {};
  }

  /// The annotated loop around an innermost one that is not annotated itself, in the source or in the machine code.
  [[nodiscard]] int around(const TextFunction &text, const TextLoop &loop, int extent) const {
    if (const int index = requested_.by_pragma_around(extent); index >= 0)
      return index;
    for (int outer = loop.parent; outer >= 0; outer = text.loops[outer].parent)
      if (const IrLoop *ir = ir_loop_of(text.loops[outer]))
        if (const int index = requested_.by_pragma_around(ir->extent); index >= 0)
          return index;
    return -1;
  }

  [[nodiscard]] capture::Loop describe(const TextFunction &text, const TextLoop &loop, const IrLoop *ir, int annotation,
                                       clang::SourceLocation statement) {
    capture::Loop described;
    described.annotation = annotation;
    const int place = ir != nullptr ? ir->place : -1;
    described.location = statement.isValid() ? locations_.index_of(statement, place) : locations_.index_of(place);
    if (described.location < 0)
      described.location = locations_.index_of(location_of(requested_.requests()[annotation]));
    described.header_line = loop.header_line;
    for (const auto &[first, last] : loop.lines)
      described.lines.push_back({first, last});
    described.innermost = loop.innermost;
    if (ir != nullptr) {
      const bool is_inlined = place >= 0 && run_.places[place].call_site >= 0;
      described.role = ir->role == capture::LoopRole::plain && is_inlined ? capture::LoopRole::copy : ir->role;
      described.source_iterations = ir->iterations_per_turn;
      described.nest = ir->nest;
      if (is_only_one(text, loop.ir_loop))
        described.frequency = ir->frequency;
    }
    return described;
  }

  [[nodiscard]] capture::Annotation describe(const LoopRequest &request, bool is_found) {
    const vanish::Fate fate = request.has_loop()        ? remains_.fate_of(request.loop)
                              : request.has_statement() ? remains_.fate_of_statement(request.statement)
                                                        : vanish::Fate();
    capture::Annotation annotation = annotation_of(request, is_found, fate);
    const bool is_at_pragma = request.has_statement() && annotation.status == capture::AnnotationStatus::not_a_loop;
    annotation.location = locations_.index_of(is_at_pragma ? pragmas_.places[static_cast<std::size_t>(request.pragma)]
                                                           : location_of(request));
    return annotation;
  }

  [[nodiscard]] clang::SourceLocation location_of(const LoopRequest &request) const {
    return clang_plugin::location_of(request, extents_, pragmas_);
  }

  const LoopExtents &extents_;
  const RecordedPragmas &pragmas_;
  LoopRequests &requested_;
  const SecondRun &run_;
  BranchLikelihood likelihood_;
  LocationTable locations_;
  RemainsOfLoops remains_;
  std::set<int> found_;
  std::vector<capture::Function> functions_;
  std::vector<capture::Function> called_; ///< functions without annotated loops, which such loops call
};

} // namespace

BuiltCapture build_capture(clang::CompilerInstance &instance, const std::string &unit, const LoopExtents &extents,
                           const RecordedPragmas &pragmas, LoopRequests &requested, const SecondRun &run) {
  const llvm::Triple &triple = instance.getTarget().getTriple();
  Builder builder(instance, extents, pragmas, requested, run);
  for (const TextFunction &function : read_machine_text(run.assembly, triple.isAArch64() ? "//" : "#"))
    builder.add(function);
  BuiltCapture built = builder.finish();
  built.capture.unit = unit;
  built.capture.compiler = "clang " + std::string(CLANG_VERSION_STRING);
  built.capture.target = target_of_unit(instance);
  built.capture.target.intel_syntax = run.assembly.find("\t.intel_syntax") != std::string::npos;
  return built;
}

} // namespace osaca::clang_plugin
