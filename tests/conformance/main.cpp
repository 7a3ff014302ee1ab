// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The conformance suite: every source with every set of options in one compiler, held against the table in the source.
//
//   osaca_conformance IDENTITY COMPILER C++-COMPILER PLUGIN DRIVER OSACA OBJDUMP AR SOURCES [--target=TARGET]
//
// IDENTITY names the plugin's folder (gcc-12-x86_64-linux-gnu, clang-22). DRIVER stands in for OSACA, the real one, and
// keeps the capture. Sources with a line `OPTIONS: ...` are compiled with these as well. OSACA_CONFORMANCE_SET in the
// environment leaves one set of options, OSACA_CONFORMANCE_ONLY one source.
#include "checks.h"
#include "process.h"
#include "same_text.h"
#include "static_library.h"

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iostream>

#include <unistd.h>

namespace osaca::conformance {
namespace {

namespace fs = std::filesystem;

struct Setup {
  std::string identity;
  std::string compiler;
  std::string cxx;
  std::string plugin;
  std::string driver;
  std::string osaca;
  std::string objdump;
  std::string archiver;
  fs::path sources;
  std::vector<std::string> target; ///< options
  std::string isa;
  fs::path work;
};

std::string isa_of(const std::string &text) {
  return text.find("aarch64") != std::string::npos   ? "aarch64"
         : text.find("riscv64") != std::string::npos ? "riscv64"
                                                     : "x86-64";
}

/// A core for a report that is made on a machine of another kind.
std::string core_of(const std::string &isa) {
  return isa == "aarch64" ? "v2" : isa == "riscv64" ? "sifive-p670" : "zen4";
}

std::vector<std::string> option_sets(const std::string &isa) {
  if (const char *const only = std::getenv("OSACA_CONFORMANCE_SET"); only != nullptr)
    return {only};
  std::vector<std::string> sets = {"-O0", "-O1", "-O2", "-O2 -g", "-O3"};
  if (isa == "x86-64")
    sets.push_back("-O3 -march=x86-64-v3");
  if (isa == "aarch64")
    sets.push_back("-O3 -march=armv8.2-a+sve");
  return sets;
}

/// What conditions of the table can ask for.
std::vector<std::string> facts_of(const Setup &setup, const std::vector<std::string> &options) {
  std::vector<std::string> facts = options;
  const std::string family = setup.identity.substr(0, setup.identity.find('-'));
  const std::size_t version_end = setup.identity.find('-', family.size() + 1);
  facts.insert(facts.end(), {family, setup.identity.substr(0, version_end), setup.isa});
  return facts;
}

std::vector<std::string> options_in(const fs::path &source) {
  const std::string text = content_of(source);
  const std::size_t at = text.find("OPTIONS: ");
  return at == std::string::npos ? std::vector<std::string>{}
                                 : words_of(text.substr(at + 9, text.find('\n', at) - at - 9));
}

class SourceRun {
public:
  SourceRun(const Setup &setup, const fs::path &source, const std::string &options)
      : setup_(setup), source_(source), name_(source.filename()), folder_(setup.work / "d"),
        options_(words_of(options)), tool_(source.extension() == ".cc" ? setup.cxx : setup.compiler) {
    label_ = name_ + " " + options;
    for (const std::string &option : options_in(source))
      options_.push_back(option);
  }

  /// False: the source is not for this compiler.
  bool run() {
    if (tool_.empty() || !compile_without())
      return false;
    if (!compile_with())
      return true;
    if (content_of(folder_ / "unit.o") != content_of(setup_.work / "without.o"))
      fail("the object differs from the one without the plugin");
    const std::optional<Captured> capture = read_capture(content_of(setup_.work / "capture.json"));
    if (!capture)
      fail("no capture");
    else
      check(*capture);
    return true;
  }

  /// As a unit of a static library.
  LibraryUnit embed() {
    LibraryUnit unit{setup_.work / (name_ + ".o"), read_expectations(source_), facts_of(setup_, options_)};
    const Finished finished =
        compile({"-fplugin=" + setup_.plugin, "-fplugin-arg-osaca-driver=" + setup_.osaca, "-fplugin-arg-osaca-embed",
                 "-fplugin-arg-osaca-arch=" + core_of(setup_.isa), "-c", "-o", unit.object});
    if (finished.status != 0)
      fail("does not compile with an embedded report: " + finished.errors.substr(0, 1000));
    return unit;
  }

  [[nodiscard]] int failures() const { return failures_; }

private:
  void fail(const std::string &text) {
    std::cout << "FAILED: " << label_ << ": " << text << '\n';
    ++failures_;
  }

  [[nodiscard]] Finished compile(std::vector<std::string> extra) const {
    std::vector<std::string> command{tool_, "-w", "-frandom-seed=x"};
    // At -O0 Clang up to 18 writes each branch in its longest form, on RISC-V as two instructions; but not of assembly.
    if (setup_.identity.starts_with("clang-"))
      command.emplace_back("-mno-relax-all");
    command.insert(command.end(), setup_.target.begin(), setup_.target.end());
    command.insert(command.end(), options_.begin(), options_.end());
    command.insert(command.end(), extra.begin(), extra.end());
    command.push_back(name_);
    return conformance::run(command, folder_);
  }

  bool compile_without() {
    const Finished finished = compile({"-c", "-o", "unit.o"});
    // Only the source itself may say that it is not for this compiler; other targets of Clang have no headers here.
    const bool is_declined = finished.errors.find("#error") != std::string::npos || !setup_.target.empty();
    if (finished.status != 0 && !is_declined)
      fail("does not compile without the plugin: " + finished.errors.substr(0, 1000));
    if (finished.status != 0) {
      std::cout << "left out: " << label_ << ": " << finished.errors.substr(0, finished.errors.find('\n')) << '\n';
      return false;
    }
    fs::rename(folder_ / "unit.o", setup_.work / "without.o");
    return true;
  }

  bool compile_with() {
    fs::remove(setup_.work / "capture.json");
    const Finished finished =
        compile({"-fplugin=" + setup_.plugin, "-fplugin-arg-osaca-driver=" + setup_.driver, "-c", "-o", "unit.o"});
    if (finished.status != 0)
      fail("does not compile with the plugin: " + finished.errors.substr(0, 1000));
    return finished.status == 0;
  }

  void check(const Captured &capture) {
    const std::vector<ExpectedLoop> table = read_expectations(source_);
    const std::vector<std::string> facts = facts_of(setup_, options_);
    report(check_table(capture, table, facts));
    report(check_shapes(capture, table, facts));
    check_same_text(capture);
    std::vector<std::string> with_lines = {"-g", "-S", "-o", "unit.s"};
    if (setup_.identity.starts_with("gcc-")) // or GCC 16 for RISC-V writes the table of lines by itself
      with_lines.emplace_back("-gno-variable-location-views");
    const Finished assembly = compile(with_lines);
    if (assembly.status != 0)
      return fail("no assembly");
    const std::vector<MachineCode> unit = functions_of_unit(content_of(folder_ / "unit.s"), capture.isa);
    report(check_counts(capture, table, facts, unit));
  }

  void report(const std::vector<std::string> &complaints) {
    for (const std::string &complaint : complaints)
      fail(complaint);
  }

  [[nodiscard]] Disassembly disassembly_of(const fs::path &object) const {
    std::vector<std::string> command{setup_.objdump, "-d", "-r", "--no-show-raw-insn", object};
    if (setup_.isa == "aarch64")
      command.emplace_back("--mattr=+all");
    return read_disassembly(conformance::run(command, setup_.work).output);
  }

  void check_same_text(const Captured &capture) {
    std::ofstream(setup_.work / "captured.s") << assemblable(capture);
    std::vector<std::string> command{setup_.compiler, "-c", "captured.s", "-o", "captured.o"};
    command.insert(command.end(), setup_.target.begin(), setup_.target.end());
    for (const std::string &option : options_)
      if (option.rfind("-m", 0) == 0)
        command.push_back(option);
    const Finished assembled = conformance::run(command, setup_.work);
    if (assembled.status != 0)
      return fail("the captured text does not assemble: " + assembled.errors.substr(0, 1000));
    const Disassembly object = disassembly_of(folder_ / "unit.o");
    const Disassembly captured = disassembly_of(setup_.work / "captured.o");
    for (const CapturedFunction &function : capture.functions)
      if (const std::string text = difference(function.name, object, captured); !text.empty())
        fail("the text of '" + function.name + "': " + text);
  }

  const Setup &setup_;
  fs::path source_;
  std::string name_;
  fs::path folder_;
  std::vector<std::string> options_;
  std::string tool_;
  std::string label_;
  int failures_ = 0;
};

int run_suite(const Setup &setup) {
  fs::create_directories(setup.work / "d");
  fs::copy(setup.sources, setup.work / "d", fs::copy_options::recursive);
  setenv("OSACA_FAKE_OUT", setup.work.c_str(), 1);
  std::vector<fs::path> sources;
  for (const fs::directory_entry &entry : fs::directory_iterator(setup.sources))
    if (entry.path().extension() == ".c" || entry.path().extension() == ".cc")
      sources.push_back(entry.path());
  std::sort(sources.begin(), sources.end());
  const char *const only = std::getenv("OSACA_CONFORMANCE_ONLY");
  const std::vector<std::string> sets = option_sets(setup.isa);
  std::vector<LibraryUnit> library; // of the objects with -O2
  int failures = 0;
  int tried = 0;
  for (const fs::path &source : sources) {
    if (only != nullptr && source.filename() != only)
      continue;
    for (const std::string &options : sets) {
      SourceRun run(setup, source, options);
      const bool is_for_us = run.run();
      tried += is_for_us ? 1 : 0;
      if (is_for_us && options == "-O2")
        library.push_back(run.embed());
      failures += run.failures();
    }
  }
  if (std::find(sets.begin(), sets.end(), "-O2") != sets.end())
    for (const std::string &complaint : check_static_library(library, setup.work, setup.osaca, setup.archiver)) {
      std::cout << "FAILED: " << complaint << '\n';
      ++failures;
    }
  std::cout << setup.identity << ": " << tried << " compiles, " << failures << " complaints\n";
  return failures == 0 && tried > 0 ? 0 : 1;
}

} // namespace
} // namespace osaca::conformance

int main(int count, char **words) {
  namespace fs = std::filesystem;
  using namespace osaca::conformance;
  if (count < 10) {
    std::cerr << "usage: osaca_conformance IDENTITY COMPILER C++-COMPILER PLUGIN DRIVER OSACA OBJDUMP AR SOURCES "
                 "[OPTIONS...]\n";
    return 2;
  }
  Setup setup{words[1], words[2], words[3], words[4], words[5],
              words[6], words[7], words[8], words[9], {words + 10, words + count},
              {},       {}};
  setup.isa = isa_of(setup.identity + (setup.target.empty() ? "" : setup.target.front()));
  std::string folder = (fs::temp_directory_path() / "osaca-conformance-XXXXXX").string();
  if (mkdtemp(folder.data()) == nullptr)
    return 2;
  setup.work = folder;
  int status = 2;
  try {
    status = run_suite(setup);
  } catch (const std::exception &problem) {
    std::cerr << "osaca_conformance: " << problem.what() << '\n';
  }
  if (std::getenv("OSACA_CONFORMANCE_KEEP") == nullptr)
    fs::remove_all(setup.work);
  else
    std::cout << "kept: " << setup.work << '\n';
  return status;
}
