// osaca-model-compile OUTPUT.S MODEL.yml...: checks the models and compiles them for the library. Run by the build.
//
// Writes one compiled model per file beside OUTPUT.S, and OUTPUT.S, which embeds them with .incbin and lists them.
#include "decode/decoder.h"
#include "model/compiled_model.h"
#include "model/model_set.h"

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>

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

/// Relative to the output's folder, which the assembler gets with -I.
std::string embedding(const std::vector<std::string> &names) {
  std::string text = "    .section .rodata\n";
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
                 OpcodeNames &opcodes) {
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
  return write_file(output, embedding(names));
}

} // namespace

int main(int argc, char **argv) {
  if (argc < 2) {
    std::fprintf(stderr, "usage: osaca-model-compile OUTPUT.S MODEL.yml...\n");
    return 2;
  }
  std::vector<ModelText> texts;
  for (int i = 2; i < argc; ++i) {
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
  return compile_all(reading.models, argv[1], opcodes) ? 0 : 2;
}
