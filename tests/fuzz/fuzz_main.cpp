// Feeds damaged input to everything that reads input:
//
//   osaca-fuzz TARGET [--runs N] [--seed N] SEEDFILE...      TARGET: see targets.cpp
//   osaca-fuzz TARGET --once FILE                            repeat one input
//
// The input of the moment lies in osaca-fuzz-TARGET.input in the folder of this program, so whatever ends the program
// leaves what did it, in whatever folder it was started. An input may take ten seconds (the alarm then ends the
// program) and the process 2 GB. Build with the asan preset to see more.
#include "mutator.h"
#include "targets.h"

#include <sys/resource.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

namespace {

using osaca::test::FuzzTarget;

constexpr unsigned seconds_per_input = 10;

struct Options {
  std::string target;
  unsigned long runs = 1000;
  unsigned long seed = 1;
  std::string once;
  std::vector<std::string> seed_files;
};

int usage() {
  std::fprintf(stderr, "usage: osaca-fuzz TARGET [--runs N] [--seed N] SEEDFILE... | osaca-fuzz TARGET --once FILE\n");
  for (const FuzzTarget &target : osaca::test::fuzz_targets())
    std::fprintf(stderr, "  %-16s%s\n", std::string(target.name).c_str(), std::string(target.what).c_str());
  return 2;
}

Options read_options(int argc, char **argv) {
  Options options;
  for (int i = 1; i < argc; ++i) {
    const std::string argument = argv[i];
    const char *value = i + 1 < argc ? argv[i + 1] : "";
    if (argument == "--runs")
      options.runs = std::strtoul(value, nullptr, 10), ++i;
    else if (argument == "--seed")
      options.seed = std::strtoul(value, nullptr, 10), ++i;
    else if (argument == "--once")
      options.once = value, ++i;
    else if (options.target.empty())
      options.target = argument;
    else
      options.seed_files.push_back(argument);
  }
  return options;
}

std::string read_file(const std::string &path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) {
    std::fprintf(stderr, "osaca-fuzz: cannot read %s\n", path.c_str());
    std::exit(2);
  }
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

void limit_memory() {
#ifndef __SANITIZE_ADDRESS__ // which reserves terabytes of addresses
  const rlimit two_gigabytes = {rlim_t{2} << 30, rlim_t{2} << 30};
  setrlimit(RLIMIT_AS, &two_gigabytes);
#endif
}

void run(const FuzzTarget &target, const std::string &input) {
  alarm(seconds_per_input);
  target.run(input);
  alarm(0);
}

/// In the build folder: in the current one, which may be that of the sources, somebody commits it.
std::string kept_input_path(const char *program, const std::string &target) {
  const std::filesystem::path name = "osaca-fuzz-" + target + ".input";
  return (std::filesystem::path(program).parent_path() / name).string();
}

int mutate_and_run(const FuzzTarget &target, const Options &options, const std::string &kept) {
  std::vector<std::string> seeds;
  for (const std::string &path : options.seed_files)
    seeds.push_back(read_file(path));
  if (seeds.empty())
    return usage();
  for (unsigned long i = 0; i < options.runs; ++i) {
    osaca::test::Mutator mutator(options.seed * 1'000'003 + i, target.dictionary);
    const std::string &seed = seeds[i % seeds.size()];
    const std::string input =
        target.binary ? mutator.mutate_in_place(seed) : mutator.mutate(seed, seeds[(i * 7 + 1) % seeds.size()]);
    std::ofstream(kept, std::ios::binary) << input;
    run(target, input);
  }
  std::remove(kept.c_str());
  std::printf("%s: %lu inputs, seed %lu: no crash, no hang, no broken promise\n", options.target.c_str(), options.runs,
              options.seed);
  return 0;
}

} // namespace

int main(int argc, char **argv) {
  const Options options = read_options(argc, argv);
  const FuzzTarget *target = osaca::test::find_fuzz_target(options.target);
  if (target == nullptr)
    return usage();
  limit_memory();
  if (!options.once.empty()) {
    run(*target, read_file(options.once));
    return 0;
  }
  return mutate_and_run(*target, options, kept_input_path(argv[0], options.target));
}
