// osaca-model-compile OUTPUT.S SHORT_NAMES.txt VECTOR_LENGTHS.txt CHIPS.txt MODEL.yml...: checks the models and
// compiles them for the library. It is run by the build.
//
// It writes one compiled model per file next to OUTPUT.S, and the summaries of all models. OUTPUT.S embeds these and
// the lists of other CPUs with .incbin.
#include "base/files.h"
#include "base/text.h"
#include "decode/decoder.h"
#include "model/compiled/compiled_model.h"
#include "model/library/chips.h"
#include "model/read/model_reader.h"

#include <algorithm>
#include <bit>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <sstream>

namespace {

using namespace osaca;

class OpcodeNames {
public:
  std::span<const std::string> of(Isa isa) {
    auto [found, fresh] = names_.try_emplace(isa);
    if (fresh)
      found->second = opcode_names(isa);
    return found->second;
  }

private:
  std::map<Isa, std::vector<std::string>> names_;
};

bool written(const std::string &path, const std::string &bytes) {
  const std::optional<Error> error = write_file(path, bytes);
  if (error)
    std::fprintf(stderr, "osaca-model-compile: cannot write %s\n", path.c_str());
  return !error;
}

/// A list of CPUs, in the format that the library reads.
class CpuList {
public:
  explicit CpuList(const char *path) : path_(path), cpus_(compiler_cpus()) {}

  /// Calls `check` with the words of each line that is not a comment.
  template <class Check> bool check_lines(Check check) {
    std::ifstream file(path_);
    if (!file) {
      std::fprintf(stderr, "%s: cannot open the list\n", path_);
      return false;
    }
    for (std::string line; std::getline(file, line);) {
      ++number_;
      std::istringstream words(line);
      if (!line.empty() && line.front() != '#')
        check(words);
    }
    return fine_;
  }

  void check_cpu(const std::string &cpu) {
    if (std::ranges::none_of(cpus_, [&](const CompilerCpu &known) { return known.name == cpu; }))
      complain("LLVM does not know the CPU '" + cpu + "'");
  }

  void complain(const std::string &problem) {
    std::fprintf(stderr, "%s:%d: %s\n", path_, number_, problem.c_str());
    fine_ = false;
  }

private:
  const char *path_;
  std::vector<CompilerCpu> cpus_;
  int number_ = 0;
  bool fine_ = true;
};

/// Whether LLVM knows all CPUs that have a short name.
bool check_short_names(const char *path) {
  CpuList list(path);
  return list.check_lines([&list](std::istringstream &words) {
    std::string name;
    std::string cpu;
    words >> name >> cpu;
    list.check_cpu(cpu);
  });
}

/// Whether the lengths are valid, follow their source, and are for CPUs that LLVM knows.
bool check_vector_lengths(const char *path) {
  CpuList list(path);
  bool has_source = false;
  return list.check_lines([&](std::istringstream &words) {
    std::string word;
    words >> word;
    if (word == "source") {
      has_source = true;
      return;
    }
    const int bits = std::atoi(word.c_str());
    if (!has_source || bits < 64 || bits > 65536 || !std::has_single_bit(static_cast<unsigned>(bits)))
      list.complain("'" + word + "' is not a vector length, or there is no 'source' line before it");
    while (words >> word)
      list.check_cpu(word);
  });
}

/// Whether LLVM knows all CPUs that use the model of another one.
bool check_stand_ins(const std::vector<MachineModel::Data> &models) {
  const std::vector<CompilerCpu> cpus = compiler_cpus();
  bool fine = true;
  for (const MachineModel::Data &data : models)
    for (const StandIn &stand_in : data.stand_ins)
      if (std::ranges::none_of(
              cpus, [&](const CompilerCpu &known) { return known.name == stand_in.cpu && known.isa == data.isa; })) {
        std::fprintf(stderr, "%s: 'stands_in_for': LLVM does not know the CPU '%s' for the ISA of the model\n",
                     data.name.c_str(), stand_in.cpu.c_str());
        fine = false;
      }
  return fine;
}

/// Which core a name stands for: the name of a model, or LLVM's name of a CPU without one.
class CoreNames {
public:
  CoreNames(const std::vector<MachineModel::Data> &models, const char *short_names) {
    for (const CompilerCpu &cpu : compiler_cpus())
      cores_.try_emplace(cpu.name, Core{cpu.name, cpu.isa});
    for (const MachineModel::Data &data : models) {
      cores_[data.name] = {data.name, data.isa};
      for (const std::string &alias : data.aliases)
        cores_[lower_cased(alias)] = {data.name, data.isa};
    }
    (void)CpuList(short_names).check_lines([this](std::istringstream &words) {
      std::string name;
      std::string cpu;
      if (words >> name >> cpu && cores_.contains(cpu))
        cores_.try_emplace(name, cores_.at(cpu));
    });
  }

  struct Core {
    std::string name;
    Isa isa;
  };
  /// Null: no core has this name.
  [[nodiscard]] const Core *find(const std::string &name) const {
    const auto found = cores_.find(name);
    return found == cores_.end() ? nullptr : &found->second;
  }

private:
  std::map<std::string, Core> cores_;
};

/// Whether a chip has cores that exist and are of one instruction set. A name that a model or LLVM knows, too, must
/// stand for the same core there.
bool check_chip(const char *path, const Chip &chip, const CoreNames &cores) {
  const CoreNames::Core *fastest = cores.find(chip.fastest_core);
  bool fine = fastest != nullptr;
  for (const std::string &other : chip.other_cores) {
    const CoreNames::Core *core = cores.find(other);
    fine = fine && core != nullptr && core->isa == fastest->isa && core->name != fastest->name;
  }
  for (const std::string &name : chip.names)
    if (const CoreNames::Core *core = cores.find(name); fine && core != nullptr)
      fine = core->name == fastest->name || core->name == name;
  if (!fine)
    std::fprintf(stderr, "%s: chip '%s': its cores are not known, are not of one ISA, or are not those of its name\n",
                 path, chip.names.front().c_str());
  return fine;
}

bool check_chips(const char *path, const CoreNames &cores) {
  std::ifstream file(path);
  const std::string text{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  const ChipList chips(text);
  bool fine = !chips.chips().empty() && chips.unreadable_lines().empty();
  for (const int line : chips.unreadable_lines())
    std::fprintf(stderr, "%s:%d: this line has neither form of the list\n", path, line);
  std::map<std::string, int> uses;
  for (const Chip &chip : chips.chips()) {
    fine = check_chip(path, chip, cores) && fine;
    for (const std::string &name : chip.names)
      if (++uses[lower_cased(name)] > 1) {
        std::fprintf(stderr, "%s: '%s' is the name of two chips\n", path, name.c_str());
        fine = false;
      }
  }
  for (const CpuIdRule &rule : chips.rules())
    if (cores.find(rule.arch) == nullptr && chips.find(rule.arch) == nullptr) {
      std::fprintf(stderr, "%s: no core or chip is called '%s'\n", path, rule.arch.c_str());
      fine = false;
    }
  return fine;
}

/// The paths of the lists.
struct Lists {
  const char *short_names;
  const char *vector_lengths;
  const char *chips;
};

const std::string summaries_file = "models.osacasummaries";

std::string embedded_list(const std::string &symbol, const std::string &path) {
  return "    .globl " + symbol + "\n    .hidden " + symbol + "\n" + symbol + ":\n    .incbin \"" + path +
         "\"\n    .byte 0\n";
}

/// The models' paths are relative to the output's folder, which the assembler gets with -I.
std::string embedding(const Lists &lists, const std::vector<std::string> &names) {
  std::string text = "    .section .rodata\n" + embedded_list("osaca_short_names", lists.short_names) +
                     embedded_list("osaca_vector_lengths", lists.vector_lengths) +
                     embedded_list("osaca_chips", lists.chips) + "    .balign 8\n.Lsummaries:\n    .incbin \"" +
                     summaries_file + "\"\n.Lend_of_summaries:\n";
  for (std::size_t i = 0; i < names.size(); ++i)
    text += "    .balign 8\n.Lbegin" + std::to_string(i) + ":\n    .incbin \"" + names[i] + ".osacamodel\"\n.Lend" +
            std::to_string(i) + ":\n";
  text += "    .section .data.rel.ro,\"aw\"\n    .balign 8\n    .globl osaca_model_blocks\n"
          "    .hidden osaca_model_blocks\nosaca_model_blocks:\n";
  for (std::size_t i = 0; i < names.size(); ++i)
    text += "    .quad .Lbegin" + std::to_string(i) + ", .Lend" + std::to_string(i) + " - .Lbegin" + std::to_string(i) +
            "\n";
  text += "    .quad 0, 0\n    .globl osaca_model_summaries\n    .hidden osaca_model_summaries\n"
          "osaca_model_summaries:\n    .quad .Lsummaries, .Lend_of_summaries - .Lsummaries\n    .section .rodata\n    "
          ".balign 8\n    .globl osaca_model_block_count\n"
          "    .hidden osaca_model_block_count\nosaca_model_block_count:\n    .quad " +
          std::to_string(names.size()) + "\n    .section .note.GNU-stack,\"\",%progbits\n";
  return text;
}

bool compile_all(const std::vector<MachineModel::Data> &models, const std::filesystem::path &output, const Lists &lists,
                 OpcodeNames &opcodes) {
  std::vector<std::string> names;
  std::vector<std::string> blocks;
  for (const MachineModel::Data &data : models) {
    Expected<std::string> block = compile_model(MachineModel(data), opcodes.of(data.isa));
    if (!block) {
      std::fprintf(stderr, "%s: %s\n", data.name.c_str(), block.error().text().c_str());
      return false;
    }
    if (!written(output.parent_path() / (data.name + ".osacamodel"), *block))
      return false;
    names.push_back(data.name);
    blocks.push_back(*std::move(block));
  }
  const Expected<std::string> summaries = compile_summaries(blocks);
  return summaries && written(output.parent_path() / summaries_file, *summaries) &&
         written(output, embedding(lists, names));
}

} // namespace

int main(int argc, char **argv) {
  if (argc < 5) {
    std::fprintf(stderr,
                 "usage: osaca-model-compile OUTPUT.S SHORT_NAMES.txt VECTOR_LENGTHS.txt CHIPS.txt MODEL.yml...\n");
    return 2;
  }
  std::vector<ModelText> texts;
  for (int i = 5; i < argc; ++i) {
    std::ifstream file(argv[i], std::ios::binary);
    if (!file) {
      std::fprintf(stderr, "%s: cannot open the model file\n", argv[i]);
      return 2;
    }
    texts.push_back({argv[i], {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()}});
  }
  OpcodeNames opcodes;
  ReadModelOptions options;
  options.opcode_names = [&](Isa isa) { return opcodes.of(isa); };
  const ModelSetReading reading = read_model_set(texts, options);
  for (const Error &problem : reading.problems)
    std::fprintf(stderr, "%s\n", problem.text().c_str());
  if (!reading.problems.empty())
    return 1;
  return check_short_names(argv[2]) && check_vector_lengths(argv[3]) && check_stand_ins(reading.models) &&
                 check_chips(argv[4], CoreNames(reading.models, argv[2])) &&
                 compile_all(reading.models, argv[1], {argv[2], argv[3], argv[4]}, opcodes)
             ? 0
             : 2;
}
