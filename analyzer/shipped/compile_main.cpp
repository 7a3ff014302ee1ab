// osaca-model-compile OUTPUT.S SHORT_NAMES.txt MODEL.yml...: checks the models and compiles them for the library. Run
// by the build.
//
// Writes one compiled model per file beside OUTPUT.S, and OUTPUT.S, which embeds them and the short names of other CPUs
// with .incbin and lists them.
#include "decode/decoder.h"
#include "model/compiled/compiled_model.h"
#include "model/library/model_set.h"

#include <algorithm>
#include <cstdio>
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

bool write_file(const std::filesystem::path &path, const std::string &bytes) {
  std::ofstream file(path, std::ios::binary | std::ios::trunc);
  file << bytes;
  file.close();
  if (!file)
    std::fprintf(stderr, "osaca-model-compile: cannot write %s\n", path.c_str());
  return !file.fail();
}

/// Whether LLVM knows all the CPUs that get a short name.
bool check_short_names(const char *path) {
  std::ifstream file(path);
  if (!file) {
    std::fprintf(stderr, "%s: cannot open the list of short names\n", path);
    return false;
  }
  const std::vector<CompilerCpu> cpus = compiler_cpus();
  bool fine = true;
  int number = 0;
  for (std::string line; std::getline(file, line);) {
    ++number;
    std::istringstream words(line);
    std::string name;
    std::string cpu;
    if (line.empty() || line.front() == '#')
      continue;
    words >> name >> cpu;
    if (std::none_of(cpus.begin(), cpus.end(), [&](const CompilerCpu &known) { return known.name == cpu; })) {
      std::fprintf(stderr, "%s:%d: LLVM knows no CPU '%s'\n", path, number, cpu.c_str());
      fine = false;
    }
  }
  return fine;
}

/// Whether LLVM knows all the CPUs without a model that a model serves.
bool check_stand_ins(const std::vector<MachineModel::Data> &models) {
  const std::vector<CompilerCpu> cpus = compiler_cpus();
  bool fine = true;
  for (const MachineModel::Data &data : models)
    for (const StandIn &stand_in : data.stand_ins)
      if (std::none_of(cpus.begin(), cpus.end(),
                       [&](const CompilerCpu &known) { return known.name == stand_in.cpu && known.isa == data.isa; })) {
        std::fprintf(stderr, "%s: 'stands_in_for': LLVM knows no CPU '%s' of its ISA\n", data.name.c_str(),
                     stand_in.cpu.c_str());
        fine = false;
      }
  return fine;
}

/// Models relative to the output's folder, which the assembler gets with -I.
std::string embedding(const std::string &short_names, const std::vector<std::string> &names) {
  std::string text = "    .section .rodata\n    .globl osaca_short_names\n    .hidden osaca_short_names\n"
                     "osaca_short_names:\n    .incbin \"" +
                     short_names + "\"\n    .byte 0\n";
  for (std::size_t i = 0; i < names.size(); ++i)
    text += "    .balign 8\n.Lbegin" + std::to_string(i) + ":\n    .incbin \"" + names[i] + ".osacamodel\"\n.Lend" +
            std::to_string(i) + ":\n";
  text += "    .section .data.rel.ro,\"aw\"\n    .balign 8\n    .globl osaca_model_blocks\n"
          "    .hidden osaca_model_blocks\nosaca_model_blocks:\n";
  for (std::size_t i = 0; i < names.size(); ++i)
    text += "    .quad .Lbegin" + std::to_string(i) + ", .Lend" + std::to_string(i) + " - .Lbegin" + std::to_string(i) +
            "\n";
  text += "    .quad 0, 0\n    .section .rodata\n    .balign 8\n    .globl osaca_model_block_count\n"
          "    .hidden osaca_model_block_count\nosaca_model_block_count:\n    .quad " +
          std::to_string(names.size()) + "\n    .section .note.GNU-stack,\"\",%progbits\n";
  return text;
}

bool compile_all(const std::vector<MachineModel::Data> &models, const std::filesystem::path &output,
                 const std::string &short_names, OpcodeNames &opcodes) {
  std::vector<std::string> names;
  for (const MachineModel::Data &data : models) {
    const Expected<std::string> block = compile_model(MachineModel(data), opcodes.of(data.isa));
    if (!block) {
      std::fprintf(stderr, "%s: %s\n", data.name.c_str(), block.error().text().c_str());
      return false;
    }
    if (!write_file(output.parent_path() / (data.name + ".osacamodel"), *block))
      return false;
    names.push_back(data.name);
  }
  return write_file(output, embedding(short_names, names));
}

} // namespace

int main(int argc, char **argv) {
  if (argc < 3) {
    std::fprintf(stderr, "usage: osaca-model-compile OUTPUT.S SHORT_NAMES.txt MODEL.yml...\n");
    return 2;
  }
  std::vector<ModelText> texts;
  for (int i = 3; i < argc; ++i) {
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
  return check_short_names(argv[2]) && check_stand_ins(reading.models) &&
                 compile_all(reading.models, argv[1], argv[2], opcodes)
             ? 0
             : 2;
}
