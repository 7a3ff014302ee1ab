// The list of mechanisms, compared with the page about them and with the reference of the model's fields.
#include "analysis/bounds/mechanisms.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <set>
#include <sstream>
#include <string>

namespace osaca {
namespace {

std::string text_of(const std::string &path) {
  std::ifstream file(std::string(OSACA_SOURCE_DIR) + "/" + path);
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

TEST(Mechanisms, AreOnTheirPageInTheSameOrder) {
  std::istringstream page(text_of("docs/understand/mechanisms.md"));
  std::vector<std::string> rows;
  for (std::string line; std::getline(page, line);)
    if (line.starts_with("| ") && !line.starts_with("| mechanism ") && !line.starts_with("| ---"))
      rows.push_back(line);
  ASSERT_EQ(rows.size(), mechanisms().size());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const Mechanism &mechanism = mechanisms()[i];
    const std::string field =
        mechanism.model_field.empty() ? " | |" : " | `" + std::string(mechanism.model_field) + "` |";
    EXPECT_THAT(rows[i], testing::StartsWith("| " + std::string(mechanism.name) + field));
  }
}

TEST(Mechanisms, NameFieldsOfTheModel) {
  const std::string reference = text_of("models/reference.md");
  for (const Mechanism &mechanism : mechanisms()) {
    if (mechanism.model_field.empty())
      continue;
    // The key in its own section: `late_ports` below "## core.renamed_additions".
    const std::string field(mechanism.model_field);
    const std::string section = "## " + field.substr(0, field.rfind('.')) + "\n";
    const std::size_t begin = reference.find(section);
    ASSERT_NE(begin, std::string::npos) << section;
    const std::size_t end = reference.find("\n## ", begin + 1);
    EXPECT_THAT(reference.substr(begin, end - begin),
                testing::HasSubstr("| `" + field.substr(field.rfind('.') + 1) + "` |"));
  }
}

TEST(Mechanisms, GiveAReasonForTheirPlace) {
  std::set<std::string_view> names;
  for (const Mechanism &mechanism : mechanisms()) {
    EXPECT_FALSE(mechanism.reason.empty()) << mechanism.name;
    EXPECT_TRUE(names.insert(mechanism.name).second) << mechanism.name;
  }
}

} // namespace
} // namespace osaca
