#include "osaca/instruction_figures.h"

#include "base/format.h"
#include "base/index.h"
#include "base/name_matching.h"
#include "base/text.h"
#include "decode/block_reader.h"
#include "decode/decoder.h"
#include "model/library/library.h"
#include "model/vector_types.h"
#include "pipeline/arch_resolution.h"
#include "pipeline/kernel_reports.h"
#include "pipeline/lookup/core_figures.h"
#include "pipeline/lookup/form_search.h"

#include <algorithm>
#include <exception>

namespace osaca {

namespace {

constexpr std::size_t longest_query = 300;
constexpr std::size_t most_instructions_of_text = 8; ///< a lock prefix and its instruction are two

/// The cores of one instruction set.
class IsaCores {
public:
  IsaCores(ResolvedArchs archs, const VectorType &vector_type)
      : archs_(std::move(archs)), costs_(form_costs(archs_)), vector_type_(vector_type) {}

  [[nodiscard]] bool is_riscv() const { return isa() == Isa::riscv64; }
  [[nodiscard]] Isa isa() const { return archs_.models.front().data().isa; }
  [[nodiscard]] const std::vector<MachineModel> &models() const { return archs_.models; }

  /// The forms of the instruction set. They are listed when they are needed first, because that takes a while.
  [[nodiscard]] FormSearch &forms() {
    if (!forms_)
      forms_.emplace(isa());
    return *forms_;
  }

  /// Decodes a line of assembly. Error: it is not code of this instruction set.
  [[nodiscard]] Expected<std::vector<Instruction>> assembled(const std::string &text, bool intel_syntax) {
    DecodeOptions options;
    options.isa = isa();
    options.scheduling_cpus = archs_.scheduling_cpus;
    options.intel_syntax = intel_syntax;
    options.regions.mode = RegionSelection::Mode::lines;
    options.regions.lines = {{1, 1}};
    OSACA_TRY(DecodedInput input, assembly_.decode(text + "\n", "", options));
    if (!input.problems.empty())
      return Error{input.problems.front().message};
    std::vector<Instruction> found =
        input.kernels.empty() ? std::vector<Instruction>() : std::move(input.kernels.front().instructions);
    if (found.empty())
      return Error{"this is not an instruction"};
    if (found.size() > most_instructions_of_text)
      return Error{"these are too many instructions"};
    for (Instruction &instruction : found) {
      instruction.vector_type = vector_type_;
      instruction.compiler_costs = input.compiler.costs_of(instruction);
      leave_out_absent(instruction,
                       [&](const NamesOfCore &names) { return input.compiler.is_on_core(names, instruction.number); });
    }
    return found;
  }

  /// An instruction of machine code. Error: it cannot be decoded.
  [[nodiscard]] Expected<Instruction> decoded(const std::vector<std::uint8_t> &bytes) {
    if (!reader_) {
      DecodeOptions options;
      options.scheduling_cpus = archs_.scheduling_cpus;
      OSACA_TRY(BlockReader reader, BlockReader::create(isa(), options));
      reader_.emplace(std::move(reader));
    }
    if (reader_->read(bytes) == 0)
      return Error{"the instruction cannot be decoded"};
    Instruction instruction = reader_->instruction(true);
    instruction.vector_type = vector_type_;
    instruction.compiler_costs = reader_->compiler_costs(vector_type_);
    leave_out_absent(instruction, [&](const NamesOfCore &names) { return reader_->is_on_core(names); });
    return instruction;
  }

  [[nodiscard]] CoreFigures figures(std::size_t core, const Instruction &instruction) {
    return figures_on_core(costs_[core], instruction);
  }

private:
  template <class Has> void leave_out_absent(const Instruction &instruction, Has has) {
    for (FormCosts &costs : costs_)
      costs.leave_out_absent(instruction, has);
  }

  ResolvedArchs archs_;
  std::vector<FormCosts> costs_;
  VectorType vector_type_; ///< of RISC-V's instructions
  AssemblyDecoder assembly_;
  std::optional<BlockReader> reader_;
  std::optional<FormSearch> forms_;
};

/// Why the text cannot be looked up; empty: it can.
std::optional<Error> unusable_query(std::string_view text) {
  if (text.empty())
    return Error{"the instruction is empty"};
  if (text.size() > longest_query)
    return Error{format_text("the instruction is longer than {} characters", longest_query)};
  if (std::ranges::any_of(text, [](unsigned char c) { return c < ' ' && c != '\t'; }))
    return Error{"an instruction is one line of text: pass each instruction as an argument of its own"};
  if (text.front() == '.' || text.front() == '#')
    return Error{"this is a directive or a comment, not an instruction"};
  return std::nullopt;
}

/// LLVM says in no other way that it does not know the mnemonic. It does not say so for every unknown one.
bool is_about_mnemonic(std::string_view llvm_message) { return contains(llvm_message, "instruction mnemonic"); }

/// For some instruction sets, LLVM suggests a mnemonic itself.
bool has_suggestion(std::string_view llvm_message) { return contains(llvm_message, "did you mean"); }

} // namespace

struct InstructionLookup::State {
  LookupOptions options;
  bool all_archs = false;
  std::vector<IsaCores> cores;
  struct Place {
    std::size_t isa = 0;
    std::size_t core = 0;
  };
  std::vector<Place> order; ///< of the cores, as the user named them
  std::vector<LookupNote> notes;

  [[nodiscard]] Expected<LookupResult> find(const std::string &query);

private:
  using Instructions = std::vector<Instruction>;

  enum class NameKind { opcode, any_name_or_pattern };
  [[nodiscard]] std::optional<LookupResult> find_forms(std::string_view name, NameKind kind);
  [[nodiscard]] Expected<LookupResult> find_text(const std::string &text);
  [[nodiscard]] Expected<Instructions> assembled(IsaCores &isa, const std::string &text) const;
  [[nodiscard]] Error not_found(const std::string &text, const Error &problem);
  void add(LookupResult &result, std::size_t isa, const Instruction &instruction, const std::vector<bool> &has_it);
};

namespace {

/// The names of the user, by instruction set. Error: an arch is unknown.
Expected<std::vector<std::vector<std::string>>> names_by_isa(const std::vector<std::string> &names) {
  std::vector<std::vector<std::string>> groups;
  std::vector<Isa> isas;
  for (const std::string &name : names) {
    OSACA_TRY(const MachineModel model, resolve_arch(name));
    auto place = std::ranges::find(isas, model.data().isa) - isas.begin();
    if (at(place) == isas.size()) {
      isas.push_back(model.data().isa);
      groups.emplace_back();
    }
    groups[at(place)].push_back(name);
  }
  return groups;
}

std::vector<std::string> shipped_names() {
  std::vector<std::string> names;
  for (const ModelSummary &summary : ModelLibrary::shipped().list())
    names.push_back(summary.name);
  return names;
}

/// "e32,m2"; empty: not known.
Expected<VectorType> vector_type_of(const std::string &text) {
  if (text.empty())
    return VectorType{};
  std::string word = text;
  std::erase_if(word, [](char c) { return c == ',' || c == ' '; });
  const std::optional<VectorTypes> types = VectorTypes::named(word);
  if (!types || !types->single())
    return Error{format_text("'{}' is no vector type: SEW and LMUL are needed, as in e32,m2", text.substr(0, 40))};
  return *types->single();
}

bool names_all(const std::vector<std::string> &names) {
  return std::ranges::any_of(names, [](const std::string &name) { return equal_in_any_case(name, "all"); });
}

} // namespace

Expected<InstructionLookup> InstructionLookup::create(const LookupOptions &options) {
  try {
    auto state = std::make_shared<State>();
    state->options = options;
    state->all_archs = names_all(options.archs);
    std::vector<std::string> names = state->all_archs ? shipped_names() : options.archs;
    if (names.empty())
      names = {"native"};
    OSACA_TRY(const VectorType vector_type, vector_type_of(options.vector_type));
    OSACA_TRY(const auto groups, names_by_isa(names));
    for (const std::vector<std::string> &group : groups) {
      OSACA_TRY(ResolvedArchs archs, resolve_archs(group));
      if (options.archs.empty())
        state->notes.push_back({"", note_on_host_core(archs, "--arch")});
      for (const MachineModel &model : archs.models)
        for (const ArchNote &note : model.data().notes)
          if (note.kind == ArchNote::Kind::borrowed_figures || note.kind == ArchNote::Kind::assumed_core)
            state->notes.push_back({model.name(), note.text});
      state->cores.emplace_back(std::move(archs), vector_type);
    }
    if (!options.vector_type.empty() && std::ranges::none_of(state->cores, &IsaCores::is_riscv))
      return Error{"vector types exist only on RISC-V, and none of the cores is one (--vtype)"};
    for (const std::string &name : names) {
      OSACA_TRY(const MachineModel model, resolve_arch(name));
      for (std::size_t isa = 0; isa < state->cores.size(); ++isa)
        for (std::size_t core = 0; core < state->cores[isa].models().size(); ++core) {
          const bool is_listed = std::ranges::any_of(
              state->order, [&](const State::Place &place) { return place.isa == isa && place.core == core; });
          if (!is_listed && state->cores[isa].models()[core].name() == model.name())
            state->order.push_back({isa, core});
        }
    }
    return InstructionLookup(std::move(state));
  } catch (const std::exception &problem) {
    return Error{std::string("internal error: ") + problem.what()};
  }
}

std::vector<LookupNote> InstructionLookup::notes() const { return state_->notes; }

Expected<LookupResult> InstructionLookup::find(const std::string &query) const {
  try {
    return state_->find(query);
  } catch (const std::exception &problem) {
    return Error{std::string("internal error: ") + problem.what()};
  }
}

Expected<LookupResult> InstructionLookup::State::find(const std::string &query) {
  const std::string text(trimmed(query));
  if (const std::optional<Error> problem = unusable_query(text))
    return *problem;
  const bool is_word = text.find_first_of(" \t") == std::string::npos;
  if (!is_word)
    return find_text(text);
  if (is_glob(text)) {
    if (std::optional<LookupResult> found = find_forms(text, NameKind::any_name_or_pattern))
      return *std::move(found);
    return Error{"no opcode and no mnemonic of the cores' instruction sets matches this pattern"};
  }
  if (std::optional<LookupResult> found = find_forms(text, NameKind::opcode))
    return *std::move(found);
  Expected<LookupResult> found = find_text(text); // an instruction without operands
  if (!found)
    if (std::optional<LookupResult> forms = find_forms(text, NameKind::any_name_or_pattern))
      return *std::move(forms);
  return found;
}

/// Empty: no form has the name.
std::optional<LookupResult> InstructionLookup::State::find_forms(std::string_view name, NameKind kind) {
  std::vector<std::vector<FormSearch::Example>> examples;
  std::vector<bool> has_it;
  for (IsaCores &isa : cores) {
    FormSearch &forms = isa.forms();
    examples.push_back(forms.examples(kind == NameKind::opcode ? forms.with_opcode(name) : forms.named(name)));
    has_it.push_back(!examples.back().empty());
  }
  LookupResult result;
  for (std::size_t isa = 0; isa < cores.size(); ++isa)
    for (const FormSearch::Example &example : examples[isa]) {
      if (result.instructions.size() >= options.most_forms) {
        ++result.more_forms;
        continue;
      }
      if (const Expected<Instruction> instruction = cores[isa].decoded(example.encoded.bytes))
        add(result, isa, *instruction, has_it);
    }
  return result.instructions.empty() ? std::nullopt : std::optional(std::move(result));
}

/// x86: in the syntax that the text shows, or else in the other one.
Expected<std::vector<Instruction>> InstructionLookup::State::assembled(IsaCores &isa, const std::string &text) const {
  Expected<Instructions> usual = isa.assembled(text, options.intel_syntax);
  if (usual || isa.isa() != Isa::x86_64)
    return usual;
  Expected<Instructions> other = isa.assembled(text, !options.intel_syntax);
  return other ? std::move(other) : std::move(usual);
}

Expected<LookupResult> InstructionLookup::State::find_text(const std::string &text) {
  std::vector<std::pair<std::size_t, Instructions>> found;
  std::vector<bool> has_it(cores.size(), false);
  std::optional<Error> problem;
  const Isa likely = guessed_isa(text);
  for (std::size_t isa = 0; isa < cores.size(); ++isa) {
    Expected<Instructions> instructions = assembled(cores[isa], text);
    has_it[isa] = static_cast<bool>(instructions);
    if (instructions)
      found.emplace_back(isa, *std::move(instructions));
    else if (!problem || cores[isa].isa() == likely)
      problem = instructions.error();
  }
  if (found.empty())
    return not_found(text, *problem);
  LookupResult result;
  for (const auto &[isa, instructions] : found)
    for (const Instruction &instruction : instructions)
      add(result, isa, instruction, has_it);
  return result;
}

Error InstructionLookup::State::not_found(const std::string &text, const Error &problem) {
  for (const Isa isa : {Isa::x86_64, Isa::aarch64, Isa::riscv64}) {
    if (std::ranges::any_of(cores, [&](const IsaCores &known) { return known.isa() == isa; }))
      continue;
    DecodeOptions decoding;
    decoding.isa = isa;
    decoding.regions.mode = RegionSelection::Mode::lines;
    decoding.regions.lines = {{1, 1}};
    const Expected<DecodedInput> input = decode_assembly(text + "\n", "", decoding);
    if (input && input->problems.empty() && !input->kernels.empty())
      return Error{format_text("this is an instruction of {}, but no core of this instruction set was named: pass one "
                               "with --arch ('osaca models' lists all names)",
                               name_of(isa))};
  }
  const std::string mnemonic = text.substr(0, text.find_first_of(" \t"));
  std::vector<std::string> known;
  for (IsaCores &isa : cores) {
    if (!isa.forms().named(mnemonic).empty())
      return Error{format_text("{} ('osaca instruction {}' lists its forms)", problem.message, mnemonic)};
    const std::vector<std::string> names = isa.forms().names();
    known.insert(known.end(), names.begin(), names.end());
  }
  if (has_suggestion(problem.message))
    return problem;
  const std::string nearest = suggestion(mnemonic, known);
  if (nearest.empty() || is_about_mnemonic(problem.message))
    return Error{problem.message + nearest};
  return Error{format_text("{}, and no form is named '{}'{}", problem.message, mnemonic, nearest)};
}

void InstructionLookup::State::add(LookupResult &result, std::size_t isa, const Instruction &instruction,
                                   const std::vector<bool> &has_it) {
  InstructionFigures made{std::string(trimmed(instruction.text)),
                          instruction.opcode,
                          instruction.mnemonic,
                          std::string(name_of(cores[isa].isa())),
                          {}};
  for (const Place &place : order) {
    if (place.isa == isa)
      made.cores.push_back(cores[isa].figures(place.core, instruction));
    else if (!all_archs && !has_it[place.isa])
      made.cores.push_back(figures_of_other_isa(cores[place.isa].models()[place.core]));
  }
  result.instructions.push_back(std::move(made));
}

} // namespace osaca
