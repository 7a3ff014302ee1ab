// ibench ("vaddpd-avx-TP:  1.003 (clock cycles)") and asmbench ("VADDPDYrr  LAT 4.002 cy  TP 0.523 cy"): one line per
// figure. The source operand of a latency's chain is not reported, so the latency is entered for all sources of the
// result's kind.
#include "base/format.h"
#include "measure/tables/example_forms.h"
#include "measure/tables/import.h"

#include <array>
#include <functional>
#include <map>
#include <sstream>

namespace osaca::measure {
namespace {

using Line = std::function<void(const std::string &line, int number)>;

void for_each_line(std::string_view text, const Line &use) {
  constexpr std::size_t longest = 1000;
  for (int number = 1; !text.empty(); ++number) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    use(std::string(text.substr(0, std::min(end, longest))), number);
    text.remove_prefix(std::min(end + 1, text.size()));
  }
}

class Forms {
public:
  MeasuredForm &at(const MeasuredForm &record) {
    const auto [place, is_new] = places_.emplace(record.opcode, made.file.forms.size());
    if (is_new)
      made.file.forms.push_back(record);
    return made.file.forms[place->second];
  }
  Imported made;

private:
  std::map<std::string, std::size_t> places_;
};

void set_figure(MeasuredForm &form, double cycles, bool is_throughput) {
  if (is_throughput) {
    form.throughput = {plain_throughput(cycles)};
    return;
  }
  form.latencies.clear();
  add_single_latency(form, cycles, true);
}

std::vector<std::string> split(const std::string &text, char at) {
  std::vector<std::string> parts;
  std::istringstream stream(text);
  for (std::string part; std::getline(stream, part, at) && parts.size() < 16;)
    parts.push_back(part);
  return parts;
}

bool is_scalar(const std::string &mnemonic) { return mnemonic.ends_with("ss") || mnemonic.ends_with("sd"); }

/// The register file that the words of a benchmark's name mean.
char register_letter(const std::vector<std::string> &words) {
  for (std::size_t i = 1; i < words.size(); ++i) {
    if (words[i] == "sse")
      return 'x';
    if (words[i] == "avx")
      return 'y';
    if (words[i] == "avx512")
      return 'z';
  }
  return is_scalar(words.front()) ? 'x' : 0;
}

bool is_operand_word(const std::string &word) {
  return !word.empty() && word.size() <= 5 && word.find_first_not_of("xyzkm") == std::string::npos;
}

std::string operand_text(char letter, int number) {
  const std::string n = std::to_string(number + 1);
  switch (letter) {
  case 'k': return "%k" + n;
  case 'm': return "(%r13)";
  default: return format_text("%{}mm{}", letter, n);
  }
}

std::string assembly(const std::string &mnemonic, const std::string &letters) {
  std::string out = mnemonic;
  for (std::size_t i = 0; i < letters.size(); ++i)
    out += (i == 0 ? " " : ", ") + operand_text(letters[i], static_cast<int>(i));
  return out;
}

/// Empty: no instruction, or more than one, matches the name.
std::optional<Instruction> instruction_named(const std::string &name, OpcodeFinder &finder) {
  std::vector<std::string> words = split(name, '-');
  if (!words.empty() && words.back() == "TP")
    words.pop_back();
  if (words.empty())
    return std::nullopt;
  std::vector<std::string> candidates;
  for (std::size_t i = 1; i < words.size(); ++i) {
    const bool operands = is_operand_word(words[i]);
    const bool file = words[i] == "sse" || words[i] == "avx" || words[i] == "avx512" || words[i] == "LT";
    if (operands)
      candidates = {words[i], std::string(words[i].rbegin(), words[i].rend())};
    else if (!file && words[i] != "load" && words[i] != "store")
      return std::nullopt; // interleaved with others, masked, ...
  }
  const char letter = register_letter(words);
  if (candidates.empty() && letter != 0) {
    if (words.size() > 1 && words[1] == "load")
      candidates = {std::string("m") + letter};
    else if (words.size() > 1 && words[1] == "store")
      candidates = {std::string(1, letter) + "m"};
    else
      for (const std::size_t count : {2u, 3u})
        candidates.emplace_back(count, letter);
  }
  std::optional<Instruction> found;
  for (const std::string &letters : candidates)
    if (auto one = finder.find(assembly(words.front(), letters))) {
      if (found && found->opcode != one->opcode)
        return std::nullopt;
      found = std::move(one);
    }
  return found;
}

} // namespace

Expected<Imported> import_ibench(const ImportSource &source) {
  const Isa isa = isa_or_x86(source.isa);
  if (isa != Isa::x86_64)
    return Error{"files of ibench can be imported for x86-64 only", {source.name, 0, 0}};
  OSACA_TRY(OpcodeFinder finder, OpcodeFinder::create(isa));
  Forms forms;
  int figures = 0;
  for_each_line(source.text, [&](const std::string &line, int number) {
    const std::size_t colon = line.find(':');
    const std::size_t unit = line.find("(clock cycles)");
    if (colon == std::string::npos || unit == std::string::npos || unit < colon)
      return;
    ++figures;
    std::istringstream value(line.substr(colon + 1, unit - colon - 1));
    std::string word;
    value >> word;
    const auto cycles = cycles_in(word);
    const std::string name = line.substr(0, colon);
    const auto instruction = cycles ? instruction_named(name, finder) : std::nullopt;
    if (!instruction) {
      forms.made.unmapped.push_back(
          {format_text("'{}' does not match exactly one instruction", name.substr(0, 60)), {source.name, number, 0}});
      return;
    }
    set_figure(forms.at(record_of(*instruction, isa)), *cycles, name.ends_with("-TP"));
  });
  if (figures == 0)
    return Error{"not output of ibench: there is no line 'NAME: ... (clock cycles)'", {source.name, 1, 0}};
  forms.made.file.machine = {"unknown", "x86-64", "", "", "ibench, imported"};
  return std::move(forms.made);
}

Expected<Imported> import_asmbench(const ImportSource &source) {
  const Isa isa = isa_or_x86(source.isa);
  ExampleForms examples(isa);
  Forms forms;
  int figures = 0;
  for_each_line(source.text, [&](const std::string &line, int number) {
    std::istringstream words(line);
    std::string opcode;
    std::string lat;
    std::string latency;
    std::string unit;
    std::string tp;
    std::string throughput;
    words >> opcode >> lat >> latency >> unit >> tp >> throughput;
    const SourceLocation where{source.name, number, 0};
    if (opcode.empty() || line.find("LAT") == std::string::npos)
      return;
    ++figures;
    const auto latency_cycles = cycles_in(latency);
    const auto throughput_cycles = cycles_in(throughput);
    if (lat != "LAT" || tp != "TP" || !latency_cycles || !throughput_cycles) {
      forms.made.unmapped.push_back({"the line has several instructions or no figures", where});
      return;
    }
    const Expected<FormShape> shape = examples.shape(opcode).made;
    if (!shape) {
      forms.made.unmapped.push_back({format_text("{}: {}", opcode.substr(0, 60), shape.error().message), where});
      return;
    }
    MeasuredForm &form = forms.at(record_of(shape->example.instruction, isa));
    set_figure(form, *throughput_cycles, true);
    set_figure(form, *latency_cycles, false);
  });
  if (figures == 0)
    return Error{"not a table of asmbench: there is no line 'OPCODE LAT n cy TP n cy'", {source.name, 1, 0}};
  forms.made.file.machine = {"unknown", std::string(name_of(isa)), "", "", "asmbench, imported"};
  return std::move(forms.made);
}

} // namespace osaca::measure
