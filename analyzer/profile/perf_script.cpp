#include "profile/perf_script.h"

#include "base/text.h"

#include <algorithm>

namespace osaca {
namespace {

constexpr std::size_t most_samples = 20'000'000;
constexpr std::size_t longest_line = 1U << 16U;
constexpr std::string_view blanks = " \t\r";

bool is_all(std::string_view text, std::string_view of) {
  return !text.empty() && text.find_first_not_of(of) == std::string_view::npos;
}

bool is_hexadecimal(std::string_view text) { return text.size() <= 16 && is_all(text, "0123456789abcdefABCDEF"); }

bool is_decimal(std::string_view text) { return text.size() <= 18 && is_all(text, "0123456789"); }

/// Recognises "cycles:u:". Times end with a colon, too, but contain no letter.
bool ends_event(std::string_view word) {
  return word.size() > 1 && word.back() == ':' &&
         std::ranges::any_of(word, [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); });
}

std::vector<std::string_view> words_in(std::string_view line) {
  std::vector<std::string_view> words;
  for (std::size_t begin = line.find_first_not_of(blanks); begin != std::string_view::npos;) {
    const std::size_t end = std::min(line.find_first_of(blanks, begin), line.size());
    words.push_back(line.substr(begin, end - begin));
    begin = line.find_first_not_of(blanks, end);
  }
  return words;
}

std::string_view trimmed(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(blanks);
  return begin == std::string_view::npos ? std::string_view()
                                         : text.substr(begin, text.find_last_not_of(blanks) + 1 - begin);
}

/// The offset of " (/lib/libc.so.6)". Function names contain brackets and blanks, too; file names seldom do.
std::size_t beginning_of_object(std::string_view text) {
  if (text.empty() || text.back() != ')')
    return std::string_view::npos;
  for (const std::string_view opening : {" (/", " ([", " ("})
    if (const std::size_t found = text.rfind(opening); found != std::string_view::npos)
      return found;
  return text.front() == '(' ? 0 : std::string_view::npos;
}

/// Reads "name+0x10 (file)". The offset, the name and the file may be missing.
void read_place(std::string_view text, ProfileSample &sample) {
  text = trimmed(text);
  if (const std::size_t object = beginning_of_object(text); object != std::string_view::npos) {
    const std::string_view named = trimmed(text.substr(object));
    sample.object = named.substr(1, named.size() - 2);
    text = trimmed(text.substr(0, object));
  }
  const std::size_t plus = text.rfind("+0x");
  if (plus != std::string_view::npos && is_hexadecimal(text.substr(plus + 3))) {
    sample.offset = parse_number<std::uint64_t>(text.substr(plus + 3), 16).value_or(0);
    text = text.substr(0, plus);
  }
  sample.symbol = text.empty() ? "[unknown]" : std::string(text);
}

std::string_view text_after(std::string_view line, std::string_view word) {
  return line.substr(static_cast<std::size_t>(word.data() + word.size() - line.data()));
}

class PerfScriptReader {
public:
  ProfileReading read(std::string_view text) {
    for (std::size_t begin = 0; begin < text.size() && made_.samples.size() < most_samples;) {
      const std::size_t end = std::min(text.find('\n', begin), text.size());
      line(text.substr(begin, end - begin));
      begin = end + 1;
    }
    return std::move(made_);
  }

private:
  void line(std::string_view text) {
    const std::vector<std::string_view> words =
        text.size() <= longest_line ? words_in(text) : std::vector<std::string_view>{};
    if (words.empty()) {
      made_.lines_not_understood += text.size() > longest_line ? 1 : 0;
      is_in_chain_ = has_begun_ = false;
    } else if (has_begun_ && is_hexadecimal(words.front())) {
      begun_.address = parse_number<std::uint64_t>(words.front(), 16).value_or(0);
      read_place(text_after(text, words.front()), begun_);
      if (begun_.object ==
          "inlined") // a later line with the same address names the function that contains the inlined code
        return;
      made_.samples.push_back(begun_);
      has_begun_ = false;
      is_in_chain_ = true;
    } else if (!(is_in_chain_ && is_hexadecimal(words.front()) && (text.front() == ' ' || text.front() == '\t'))) {
      is_in_chain_ = has_begun_ = false;
      whole_or_beginning(text, words);
    }
  }

  void whole_or_beginning(std::string_view text, const std::vector<std::string_view> &words) {
    // Searches up to the first bracket, which begins a parameter list or a file name.
    std::optional<std::size_t> event;
    for (std::size_t i = 0; i < words.size() && words[i].find('(') == std::string_view::npos; ++i)
      if (ends_event(words[i]) && (i + 1 == words.size() || is_hexadecimal(words[i + 1])))
        event = i;
    if (!event) {
      // Comment lines of perf are not counted.
      made_.lines_not_understood += words.front().front() == '#' ? 0 : 1;
      return;
    }
    ProfileSample sample;
    sample.event = words[*event].substr(0, words[*event].size() - 1);
    if (*event > 0 && is_decimal(words[*event - 1]))
      sample.period = parse_number<decltype(sample.period)>(words[*event - 1]).value_or(0);
    if (*event + 1 == words.size()) {
      begun_ = std::move(sample);
      has_begun_ = true;
      return;
    }
    sample.address = parse_number<std::uint64_t>(words[*event + 1], 16).value_or(0);
    read_place(text_after(text, words[*event + 1]), sample);
    made_.samples.push_back(std::move(sample));
  }

  ProfileReading made_;
  ProfileSample begun_; ///< the sample whose frames follow
  bool has_begun_ = false;
  bool is_in_chain_ = false; ///< the remaining lines are callers of the sampled function
};

} // namespace

ProfileReading read_perf_script(std::string_view text) { return PerfScriptReader().read(text); }

} // namespace osaca
