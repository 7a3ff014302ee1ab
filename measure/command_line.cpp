#include "measure/command_line.h"

#include "base/suggest.h"

#include <cstdio>

namespace osaca::measure {
namespace {

std::string clean(std::string_view text) {
  std::string out;
  for (char c : text)
    out += static_cast<unsigned char>(c) < 0x20 || c == 0x7f ? ' ' : c;
  return out;
}

std::vector<std::string> option_names(const CLI::App &app) {
  std::vector<std::string> names;
  for (const CLI::Option *option : app.get_options())
    for (const std::string &name : option->get_lnames())
      names.push_back("--" + name);
  return names;
}

} // namespace

void complain(std::string_view message) { std::fprintf(stderr, "osaca: %s\n", clean(message).c_str()); }

void complain(const Error &error) {
  if (error.where.text().empty())
    complain(error.message);
  else
    std::fprintf(stderr, "%s\n", clean(error.text()).c_str());
}

std::optional<int> parse(CLI::App &app, const Words &words) {
  app.allow_extras();
  Words reversed(words.rbegin(), words.rend()); // CLI11 takes words from the end
  try {
    app.parse(reversed);
  } catch (const CLI::Success &) {
    std::fputs(app.help().c_str(), stdout);
    return success;
  } catch (const CLI::ParseError &mistake) {
    complain(std::string(mistake.what()) + "; see '" + app.get_name() + " --help'");
    return unusable_input;
  }
  for (const std::string &word : app.remaining()) {
    const bool option = word.size() > 1 && word.front() == '-';
    complain((option ? "unknown option '" : "one word too many: '") + word.substr(0, 80) + "'" +
             (option ? suggestion(word.substr(0, word.find('=')), option_names(app)) : "") + "; see '" +
             app.get_name() + " --help'");
    return unusable_input;
  }
  return std::nullopt;
}

bool next_line(std::istream &input, std::string &line) {
  constexpr std::size_t longest_line_bytes = 1U << 20U;
  line.clear();
  bool any = false;
  for (int c = input.rdbuf()->sbumpc(); c != std::char_traits<char>::eof(); c = input.rdbuf()->sbumpc()) {
    any = true;
    if (c == '\n')
      break;
    if (line.size() < longest_line_bytes)
      line += static_cast<char>(c);
  }
  if (!line.empty() && line.back() == '\r')
    line.pop_back();
  return any;
}

std::string csv_field(std::string_view text) {
  std::string out;
  bool quoted = false;
  for (char c : text) {
    quoted = quoted || c == ',' || c == '"';
    if (c == '"')
      out += '"';
    out += c != '\t' && (c < 0x20 || c > 0x7e) ? '?' : c;
  }
  return quoted ? '"' + out + '"' : out;
}

std::string decimal(double value, int digits) {
  char text[64];
  std::snprintf(text, sizeof text, "%.*f", digits, value);
  return text;
}

} // namespace osaca::measure
