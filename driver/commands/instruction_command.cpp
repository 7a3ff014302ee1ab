// `osaca instruction`: looks up single instructions.
#include "base/format.h"
#include "driver/command_line/messages.h"
#include "driver/command_line/terminal.h"
#include "driver/commands/commands.h"
#include "driver/commands/instruction_output.h"
#include "driver/files/files.h"

#include <set>

namespace osaca::driver {
namespace {

constexpr unsigned default_limit = 40;

struct InstructionOptions {
  Words instructions;
  Words archs;
  std::string syntax = "ATT";
  std::string vector_type;
  std::string format = "text";
  std::string colour = "auto";
  unsigned limit = default_limit;
};

void declare_instruction(OptionSet &options, InstructionOptions &settings) {
  options.texts = {
      "osaca instruction",
      "Shows what an instruction costs on one or several cores, one row per core: its latency from each source to each "
      "result, the cycles per copy if the copies do not wait for each other, what limits them, its macro-ops at "
      "dispatch, its ports, and the source of these figures. Besides instructions in assembly, names of opcodes (as in "
      "models and reports), mnemonics, and patterns of them with * or ? are accepted; the forms that they match are "
      "listed, each with an example.",
      "\nExamples:\n"
      "  osaca instruction --arch zen4,zen5 'vfmadd231pd %ymm0, %ymm1, %ymm2'\n"
      "  osaca instruction --arch v2,m1 'fmla v0.2d, v1.2d, v2.2d'\n"
      "  osaca instruction --arch x60 --vtype e32,m2 'vadd.vv v8, v16, v24'\n"
      "  osaca instruction --arch skx VFMADD231PDYr       by LLVM's name of its opcode\n"
      "  osaca instruction --arch all 'vpmull*'           all forms, on all cores with a model"};
  options
      .option("instructions", settings.instructions,
              "an instruction in assembly, an opcode, a mnemonic, or a pattern with * or ?")
      .called("INSTRUCTION...")
      .required();
  options
      .list("--arch,-a", settings.archs,
            "cores: names listed by 'osaca models', CPU names of LLVM, model files (*.yml), 'native', or 'all' for all "
            "cores with a model; separated by commas, repeatable (default: the core of this machine, with a note)")
      .called("A[,B...]");
  options.option("--syntax", settings.syntax, "syntax of x86 assembly if the text does not show it (default: ATT)")
      .one_of({"ATT", "INTEL", "att", "intel"});
  options
      .option("--vtype", settings.vector_type,
              "RISC-V: the width of elements and LMUL, as in vsetvli (default: not known)")
      .called("eSEW,mLMUL");
  options.option("--format,-f", settings.format, "form of the output (default: text)").one_of({"text", "json"});
  options
      .option("--limit", settings.limit,
              format_text("show at most N forms of a name or pattern (default: {})", default_limit))
      .called("N")
      .within(1, 100000, true);
  add_colour_option(options, settings.colour);
}

/// The notes on cores with figures in the answers.
std::vector<LookupNote> notes_on(const std::vector<AnsweredQuery> &answers, const std::vector<LookupNote> &all) {
  std::set<std::string> archs = {""};
  for (const AnsweredQuery &answer : answers)
    for (const InstructionFigures &instruction : answer.result.instructions)
      for (const CoreFigures &core : instruction.cores)
        if (core.status == CoreFigures::Status::known)
          archs.insert(core.arch);
  std::vector<LookupNote> kept;
  for (const LookupNote &note : all)
    if (archs.contains(note.arch))
      kept.push_back(note);
  return kept;
}

int run_instruction(InstructionOptions settings) {
  LookupOptions options;
  options.archs = settings.archs;
  options.intel_syntax = settings.syntax == "INTEL" || settings.syntax == "intel";
  options.vector_type = settings.vector_type;
  options.most_forms = settings.limit;
  const Expected<InstructionLookup> lookup = InstructionLookup::create(options);
  if (!lookup) {
    complain(lookup.error());
    return unusable_input;
  }
  std::vector<AnsweredQuery> answers;
  bool all_found = true;
  for (const std::string &query : settings.instructions) {
    Expected<LookupResult> result = lookup->find(query);
    if (result)
      answers.push_back({query, *std::move(result)});
    else
      complain(format_text("{}: {}", in_quotes(query), result.error().message));
    all_found = all_found && result;
  }
  const bool is_json = settings.format == "json";
  const std::vector<LookupNote> notes = notes_on(answers, lookup->notes());
  if (!is_json)
    for (const LookupNote &note : notes)
      complain(format_text("note: {}{}{}", note.arch, note.arch.empty() ? "" : ": ", note.text));
  std::string text;
  if (is_json)
    text = instruction_json(answers, notes);
  else if (!answers.empty())
    text = instruction_tables(answers, wants_colour(settings.colour, true), terminal_width());
  if (const auto error = write_text("-", text)) {
    complain(*error);
    return unusable_input;
  }
  return all_found ? success : unusable_input;
}

} // namespace

const Command instruction_command = command<InstructionOptions, declare_instruction, run_instruction>(
    "instruction", "look up latency, throughput and ports of instructions");

} // namespace osaca::driver
