#include "osaca/instruction_figures.h"

#include "base/format.h"
#include "base/index.h"
#include "base/name_matching.h"
#include "base/text.h"
#include "decode/decoder.h"
#include "model/library/library.h"
#include "model/vector_types.h"
#include "pipeline/arch_resolution.h"
#include "pipeline/lookup/core_figures.h"
#include "pipeline/lookup/isa_cores.h"

#include <algorithm>
#include <exception>
#include <functional>
#include <map>
#include <span>

namespace osaca {

namespace {

constexpr std::size_t longest_query = 300;
constexpr std::size_t most_compared_forms = 40; ///< other cores are looked up for so many forms of a name or pattern

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
  VectorType vector_type;

  [[nodiscard]] Expected<LookupResult> find(const std::string &query);

private:
  using Instructions = std::vector<InstructionParts>;
  using Reader = std::function<Expected<InstructionParts>(IsaCores &)>;

  enum class NameKind { opcode, any_name_or_pattern };
  [[nodiscard]] std::optional<LookupResult> find_forms(std::string_view name, NameKind kind);
  [[nodiscard]] Expected<LookupResult> find_text(const std::string &text);
  [[nodiscard]] Expected<Instructions> assembled(IsaCores &isa, const std::string &text) const;
  [[nodiscard]] Error not_found(const std::string &text, const Error &problem);
  /// `read` decodes the same instruction for other cores.
  void add(LookupResult &result, std::size_t isa, const InstructionParts &parts, const std::vector<bool> &has_it,
           const Reader &read);
  [[nodiscard]] std::vector<std::string> shipped_cores_with_figures(Isa isa, const Reader &read);

  std::map<Isa, IsaCores> shipped_; ///< all cores with a model; read when they are needed first
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

/// Of one instruction set, or of all.
std::vector<std::string> shipped_names(std::optional<Isa> isa = std::nullopt) {
  std::vector<std::string> names;
  for (const ModelSummary &summary : ModelLibrary::shipped().list())
    if (!isa || summary.isa == *isa)
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
    OSACA_TRY(state->vector_type, vector_type_of(options.vector_type));
    OSACA_TRY(const auto groups, names_by_isa(names));
    for (const std::vector<std::string> &group : groups) {
      OSACA_TRY(ResolvedArchs archs, resolve_archs(group));
      if (options.archs.empty())
        state->notes.push_back({"", note_on_host_core(archs, "--arch")});
      for (const MachineModel &model : archs.models)
        for (const ArchNote &note : model.data().notes)
          if (note.kind == ArchNote::Kind::borrowed_figures || note.kind == ArchNote::Kind::assumed_core)
            state->notes.push_back({model.name(), note.text});
      state->cores.emplace_back(std::move(archs), state->vector_type);
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
      const auto read = [&](IsaCores &of) { return of.decoded(example.encoded.bytes); };
      if (const Expected<InstructionParts> parts = read(cores[isa]))
        add(result, isa, *parts, has_it, read);
    }
  return result.instructions.empty() ? std::nullopt : std::optional(std::move(result));
}

/// x86: in the syntax that the text shows, or else in the other one.
Expected<std::vector<InstructionParts>> InstructionLookup::State::assembled(IsaCores &isa,
                                                                            const std::string &text) const {
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
    for (std::size_t i = 0; i < instructions.size(); ++i)
      add(result, isa, instructions[i], has_it, [&](IsaCores &of) -> Expected<InstructionParts> {
        OSACA_TRY(Instructions again, assembled(of, text));
        return i < again.size() ? Expected<InstructionParts>(std::move(again[i]))
                                : Error{"there are fewer instructions"};
      });
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

std::vector<std::string> InstructionLookup::State::shipped_cores_with_figures(Isa isa, const Reader &read) {
  auto known = shipped_.find(isa);
  if (known == shipped_.end()) {
    Expected<ResolvedArchs> archs = resolve_archs(shipped_names(isa));
    if (!archs)
      return {};
    known = shipped_.emplace(isa, IsaCores(*std::move(archs), vector_type)).first;
  }
  std::vector<std::string> names;
  const Expected<InstructionParts> parts = read(known->second);
  for (std::size_t core = 0; parts && core < known->second.models().size(); ++core)
    if (const CoreFigures figures = known->second.figures(core, *parts); figures.status == CoreFigures::Status::known)
      names.push_back(figures.arch);
  return names;
}

void InstructionLookup::State::add(LookupResult &result, std::size_t isa, const InstructionParts &parts,
                                   const std::vector<bool> &has_it, const Reader &read) {
  std::string text;
  for (const Instruction &part : parts)
    text += format_text("{}{}", text.empty() ? "" : " ", trimmed(part.text));
  InstructionFigures made{std::move(text),       parts.size() > 1 ? parts.front().opcode : "", parts.back().opcode,
                          parts.back().mnemonic, std::string(name_of(cores[isa].isa())),       {}};
  for (const Place &place : order) {
    if (place.isa == isa)
      made.cores.push_back(cores[isa].figures(place.core, parts));
    else if (!all_archs && !has_it[place.isa])
      made.cores.push_back(figures_of_other_isa(cores[place.isa].models()[place.core]));
  }
  const auto lacks_figures = [](const CoreFigures &core) { return core.status == CoreFigures::Status::no_figures; };
  if (!all_archs && result.instructions.size() < most_compared_forms && std::ranges::any_of(made.cores, lacks_figures))
    made.known_on = shipped_cores_with_figures(cores[isa].isa(), read);
  result.instructions.push_back(std::move(made));
}

} // namespace osaca
