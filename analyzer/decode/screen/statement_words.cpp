#include "decode/screen/statement_words.h"

#include <algorithm>
#include <cctype>

namespace osaca {

bool is_name_character(char character) {
  return std::isalnum(static_cast<unsigned char>(character)) != 0 ||
         std::string_view("_.$?").find(character) != std::string_view::npos;
}

std::string_view after_blanks(std::string_view text) {
  text.remove_prefix(std::min(text.size(), text.find_first_not_of(" \t\r\f\v")));
  return text;
}

std::string_view first_word(std::string_view text) {
  const auto *end = std::ranges::find_if_not(text, is_name_character);
  return text.substr(0, static_cast<std::size_t>(end - text.begin()));
}

std::string_view without_labels(std::string_view statement) {
  while (true) {
    statement = after_blanks(statement);
    const std::string_view word = first_word(statement);
    const std::string_view rest = after_blanks(statement.substr(word.size()));
    if (word.empty() || !rest.starts_with(':'))
      return statement;
    statement = rest.substr(1);
  }
}

} // namespace osaca
