// A compilation database with every option of Clang, one in each command, in every way that it can be given. Options
// that take a value get the name of a file, of a file that is not there, and of a folder: what writes, writes there.
//
//     every_option FOLDER SOURCE >compile_commands.json
#include <clang/Options/Options.h>

#include <nlohmann/json.hpp>

#include <iostream>
#include <string>
#include <vector>

namespace {

using Words = std::vector<std::string>;
using Class = llvm::opt::Option::OptionClass;

/// With `value` in every place for one.
std::vector<Words> spellings(const llvm::opt::Option &option, const std::string &name, const std::string &value) {
  switch (static_cast<Class>(option.getKind())) {
  case Class::FlagClass: return {{name}};
  case Class::JoinedClass:
  case Class::CommaJoinedClass: return {{name + value}};
  case Class::SeparateClass: return {{name, value}};
  case Class::JoinedOrSeparateClass: return {{name + value}, {name, value}};
  case Class::JoinedAndSeparateClass: return {{name + value, value}};
  case Class::MultiArgClass: {
    Words words = {name};
    words.resize(1 + option.getNumArgs(), value);
    return {words};
  }
  default: return {};
  }
}

/// Passed on to the compiler proper, too.
std::vector<Words> ways_of(const Words &words) {
  Words by_xclang;
  Words by_preprocessor;
  std::string by_comma = "-Wp";
  for (const std::string &word : words) {
    by_xclang.insert(by_xclang.end(), {"-Xclang", word});
    by_preprocessor.insert(by_preprocessor.end(), {"-Xpreprocessor", word});
    by_comma += "," + word;
  }
  return {words, by_xclang, by_preprocessor, {by_comma}};
}

} // namespace

int main(int argc, char **argv) {
  if (argc != 3)
    return 2;
  const std::string folder = argv[1];
  const std::string source = argv[2];
  const llvm::opt::OptTable &table = clang::getDriverOptTable();
  nlohmann::json database = nlohmann::json::array();
  for (unsigned id = 1; id <= table.getNumOptions(); ++id) {
    const llvm::opt::Option option = table.getOption(id);
    const std::string name = table.getOptionPrefixedName(id).str();
    for (const char *value : {"out/file", "out/none", "out/folder"})
      for (const Words &spelling : spellings(option, name, value))
        for (const Words &way : ways_of(spelling)) {
          Words command = {name.front() == '/' ? "clang-cl" : "clang", "-c", source};
          command.insert(command.end() - 1, way.begin(), way.end());
          database.push_back({{"directory", folder}, {"file", source}, {"arguments", command}});
        }
  }
  std::cout << database.dump(0) << "\n";
}
