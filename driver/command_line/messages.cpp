#include "driver/command_line/messages.h"

#include "base/files.h"
#include "base/format.h"
#include "base/printable.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <unistd.h>

namespace osaca::driver {
namespace {

/// On one line.
std::string clean(std::string_view text) {
  std::string out = printable(text);
  std::replace_if(out.begin(), out.end(), [](char c) { return c == '\n' || c == '\t'; }, ' ');
  return out;
}

} // namespace

std::string in_quotes(std::string_view word) {
  return format_text("'{}{}'", clean(word.substr(0, 80)), word.size() > 80 ? "..." : "");
}

void complain(std::string_view message) { std::fprintf(stderr, "osaca: %s\n", clean(message).c_str()); }

void complain(const Error &error) {
  if (error.where.text().empty())
    complain(error.message);
  else
    std::fprintf(stderr, "%s\n", clean(error.text()).c_str());
}

std::optional<Error> write_to_stdout(std::string_view text) {
  if (write_all(STDOUT_FILENO, text) || errno == EPIPE)
    return std::nullopt;
  return Error{format_text("cannot be written: {}", std::strerror(errno)), {"<stdout>", 0, 0}};
}

} // namespace osaca::driver
