#include "binary_inputs.h"

#include <fstream>
#include <sstream>

namespace osaca::test {
namespace {

const std::string folder = OSACA_BINARIES_INPUTS;

Inputs inputs_of(const std::vector<std::string> &names, const FileOpener &open) {
  Inputs inputs;
  for (const std::string &name : names)
    inputs.files.push_back({name, name});
  inputs.read = [](const std::string &name) {
    std::optional<std::string> bytes = file(name);
    return bytes ? Expected<std::string>(*std::move(bytes)) : Expected<std::string>(Error{"is missing", {name, 0, 0}});
  };
  inputs.open = open;
  return inputs;
}

std::string arch_of(const std::string &name) {
  return name.starts_with("aarch64") ? "v2" : name.starts_with("riscv64") ? "x60" : "zen4";
}

class StringSource : public ByteSource {
public:
  explicit StringSource(std::string bytes) : bytes_(std::move(bytes)) {}
  [[nodiscard]] std::uint64_t size_bytes() const override { return bytes_.size(); }
  [[nodiscard]] std::string read(std::uint64_t offset, std::uint64_t count) const override {
    return offset < bytes_.size() ? bytes_.substr(offset, count) : std::string();
  }

private:
  std::string bytes_;
};

} // namespace

std::optional<std::string> file(const std::string &name) {
  std::ifstream stream(folder + "/" + name, std::ios::binary);
  if (!stream)
    return std::nullopt;
  std::ostringstream text;
  text << stream.rdbuf();
  return text.str();
}

Expected<std::unique_ptr<ByteSource>> open_input(const std::string &name) {
  std::optional<std::string> bytes = file(name);
  if (!bytes)
    return Error{"is missing", {name, 0, 0}};
  return Expected<std::unique_ptr<ByteSource>>(std::make_unique<StringSource>(*std::move(bytes)));
}

Report analyzed(const std::vector<std::string> &names, std::vector<std::string> functions, int jobs,
                const FileOpener &open, const std::string &arch) {
  AnalyzeOptions options;
  options.archs = {arch.empty() ? arch_of(names.front()) : arch};
  options.functions = std::move(functions);
  WorkOptions work;
  work.jobs = jobs;
  return analyze_inputs(inputs_of(names, open), options, work);
}

std::multimap<std::uint64_t, std::string> names_by_address(const std::string &text) {
  std::multimap<std::uint64_t, std::string> names;
  std::istringstream lines(text);
  std::string address, kind, name;
  for (std::string line; std::getline(lines, line);)
    if (std::istringstream words(line); words >> address >> kind >> name)
      names.emplace(std::stoull(address, nullptr, 16), name);
  return names;
}

std::optional<std::uint64_t> address_of(const KernelReport &kernel) {
  if (!kernel.name.starts_with("L_"))
    return std::nullopt;
  return std::stoull(kernel.name.substr(2), nullptr, 16);
}

} // namespace osaca::test
