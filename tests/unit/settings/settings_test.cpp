#include "settings/settings.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace osaca {
namespace {

TEST(Settings, ReadsEveryKey) {
  const SettingsRead read = read_settings("arch: [zen4, skx]\n"
                                          "rules:\n  scalar-code: off\n  osaca-call: error\n"
                                          "tolerance: 2.5%\nfail-on: regressions\nbaseline: ci/loops.json\n"
                                          "calls: ci/calls.yml\n"
                                          "exclude: \"third_party/*\"\n",
                                          "/p/.osaca.yml");
  EXPECT_TRUE(read.problems.empty()) << read.problems.front().text();
  EXPECT_EQ(read.settings.archs, (std::vector<std::string>{"zen4", "skx"}));
  EXPECT_EQ(read.settings.rules.at("osaca-scalar-code"), RuleLevel::off);
  EXPECT_EQ(read.settings.rules.at("osaca-call"), RuleLevel::error);
  EXPECT_DOUBLE_EQ(read.settings.tolerance_percent.value_or(0), 2.5);
  EXPECT_EQ(read.settings.fail_on, "regressions");
  EXPECT_EQ(read.settings.baseline, "/p/ci/loops.json");
  EXPECT_EQ(read.settings.calls, "/p/ci/calls.yml");
  EXPECT_EQ(read.settings.exclude, std::vector<std::string>{"third_party/*"});
}

TEST(Settings, SayWhereTheDataAre) {
  EXPECT_EQ(read_settings("data: L3\n", "f").settings.data.level, "L3");
  EXPECT_EQ(read_settings("data: memory\n", "f").settings.data.level, "MEM");
  EXPECT_EQ(read_settings("data: 48 MB\n", "f").settings.data.bytes, 48000000);
  EXPECT_FALSE(read_settings("arch: zen4\n", "f").settings.data.names_a_place());
  for (const char *text : {"data: L3\n", "data: 48 MB\n"}) {
    const Settings settings = read_settings(text, "f").settings;
    EXPECT_EQ(read_settings(text_of(settings), "f").settings.data, settings.data) << text;
  }
}

TEST(Settings, APlaceThatIsNoneIsAProblemOfItsLine) {
  for (const char *text : {"arch: zen4\ndata: L0\n", "arch: zen4\ndata: L9\n", "arch: zen4\ndata: 48 TB\n",
                           "arch: zen4\ndata: [L2, L3]\n"}) {
    const SettingsRead read = read_settings(text, "f.yml");
    ASSERT_EQ(read.problems.size(), 1U) << text;
    EXPECT_NE(read.problems[0].text().find("f.yml:2:"), std::string::npos) << read.problems[0].text();
    EXPECT_FALSE(read.settings.data.names_a_place()) << text;
  }
}

TEST(Settings, AnEmptyFileDecidesNothing) {
  for (const char *text : {"", "# nothing\n", "---\n"})
    EXPECT_TRUE(read_settings(text, "f").problems.empty()) << text;
}

TEST(Settings, MistakesHaveTheirLineAndASuggestion) {
  const auto problem = [](const std::string &text) {
    const SettingsRead read = read_settings(text, "f.yml");
    return read.problems.size() == 1 ? read.problems[0].text() : "problems: " + std::to_string(read.problems.size());
  };
  EXPECT_NE(problem("\nrules:\n  osaca-scaler-code: off\n").find("f.yml:3:"), std::string::npos);
  EXPECT_NE(problem("rules:\n  osaca-scaler-code: off\n").find("osaca-scalar-code"), std::string::npos);
  EXPECT_NE(problem("rules:\n  osaca-call: warn\n").find("warning"), std::string::npos);
  EXPECT_NE(problem("fail-on: finding\n").find("findings"), std::string::npos);
  EXPECT_NE(problem("tolerence: 5%\n").find("tolerence"), std::string::npos);
  EXPECT_NE(problem("tolerance: a lot\n").find("percentage"), std::string::npos);
  EXPECT_NE(problem("- a\n- b\n").find("f.yml:1:"), std::string::npos);
}

TEST(Settings, NamesOfCoresAreCheckedEachAtItsLine) {
  const auto isa_of = [](const std::string &arch) -> Expected<std::string> {
    if (arch == "mine.yml")
      return std::string();
    return arch == "x1" || arch == "x2" ? Expected<std::string>("x")
           : arch == "y1"               ? Expected<std::string>("y")
                                        : Error{"unknown"};
  };
  const auto read = [&](const std::string &text) { return read_settings(text, "f.yml", {.isa_of_arch = isa_of}); };
  EXPECT_TRUE(read("arch: [mine.yml, x1, x2]\n").problems.empty());
  const SettingsRead wrong = read("arch:\n  - x1\n  - x3\n  - y1\n  - x2\n");
  EXPECT_EQ(wrong.settings.archs, (std::vector<std::string>{"x1", "x2"}));
  ASSERT_EQ(wrong.problems.size(), 2U);
  EXPECT_EQ(wrong.problems[0].text(), "f.yml:3:5: 'arch': unknown");
  EXPECT_NE(wrong.problems[1].text().find("f.yml:4:5: 'arch': y1 has another instruction set (y) than x1 (x)"),
            std::string::npos)
      << wrong.problems[1].text();
}

TEST(Settings, NamedFilesMustExist) {
  const SettingsChecks checks = {.file_problem = [](const std::string &path) {
    return path == "/p/there.yml" ? std::nullopt : std::optional<std::string>("does not exist");
  }};
  EXPECT_EQ(read_settings("calls: there.yml\n", "/p/.osaca.yml", checks).settings.calls, "/p/there.yml");
  const SettingsRead wrong = read_settings("arch: x\ncalls: gone.yml\n", "/p/.osaca.yml", checks);
  EXPECT_FALSE(wrong.settings.calls);
  ASSERT_EQ(wrong.problems.size(), 1U);
  EXPECT_EQ(wrong.problems[0].text(), "/p/.osaca.yml:2:8: 'calls': /p/gone.yml does not exist");
}

TEST(Settings, HostileFilesAreProblemsNotCrashes) {
  for (const char *text :
       {"a: [", "x: &a [*a, *a]", "\xff\xfe", "rules: [1, 2]", "arch: {a: b}", "exclude: 3\nexclude: 4",
        "tolerance: 1e999", "tolerance: -1", "baseline: []", "calls: [a, b]"})
    EXPECT_FALSE(read_settings(text, "f").problems.empty()) << text;
}

TEST(Settings, WhatIsShownReadsBackTheSame) {
  const SettingsRead read = read_settings(
      "arch: [zen4]\nrules: {osaca-call: warning}\ntolerance: 7\ncalls: c.yml\nexclude: ['a\"b*', \"t\n\n\nst.cpp\"]\n",
      "f");
  const SettingsRead again = read_settings(text_of(read.settings), "f");
  EXPECT_TRUE(again.problems.empty()) << again.problems.front().text();
  EXPECT_EQ(again.settings.archs, read.settings.archs);
  EXPECT_EQ(again.settings.rules.at("osaca-call"), RuleLevel::warning);
  EXPECT_EQ(again.settings.exclude, read.settings.exclude);
  EXPECT_EQ(again.settings.calls, "c.yml");
  EXPECT_DOUBLE_EQ(*again.settings.tolerance_percent, 7);
}

/// These, and the folders that they are in. `asked` counts the questions.
SettingsFiles files_with(const std::map<std::string, std::string> &texts, int *asked = nullptr) {
  const auto is_folder = [=](const std::string &path) {
    if (asked != nullptr)
      ++*asked;
    return std::ranges::any_of(
        texts, [&](const auto &file) { return file.first.starts_with(path == "/" ? path : path + "/"); });
  };
  const auto read = [=](const std::string &path) {
    if (asked != nullptr)
      ++*asked;
    const auto found = texts.find(path);
    return found == texts.end() ? std::nullopt : std::optional(found->second);
  };
  return {is_folder, read};
}

TEST(SettingsFinder, TellsOfFilesThatCannotBeRead) {
  SettingsFiles files = files_with({{"/p/src/a.c", ""}, {"/.osaca.yml", "arch: outer"}});
  files.read = [given = files.read](const std::string &path) -> Expected<std::optional<std::string>> {
    if (path == "/p/.osaca.yml")
      return Error{"cannot be read: Permission denied", {path, 0, 0}};
    return given(path);
  };
  SettingsFinder finder("/p", files);
  EXPECT_EQ(finder.for_file("/p/src/a.c").archs, std::vector<std::string>{"outer"});
  EXPECT_EQ(finder.for_file("/p/src/b.c").archs, std::vector<std::string>{"outer"});
  ASSERT_EQ(finder.problems().size(), 1U) << "once";
  EXPECT_EQ(finder.problems().front().text(), "/p/.osaca.yml: cannot be read: Permission denied");
}

TEST(SettingsFinder, TheNearestFileAboveWins) {
  SettingsFinder finder("/p/build",
                        files_with({{"/p/.osaca.yml", "arch: outer"}, {"/p/src/deep/.osaca.yml", "tolerance: 1"}}));
  EXPECT_EQ(finder.for_file("/p/src/a.c").archs, std::vector<std::string>{"outer"});
  EXPECT_EQ(finder.for_file("../src/a.c").archs, std::vector<std::string>{"outer"}) << "relative to the working folder";
  EXPECT_TRUE(finder.for_file("/p/src/deep/a.c").archs.empty()) << "nothing is inherited";
  EXPECT_TRUE(finder.for_file("/elsewhere/a.c").file.empty());
}

TEST(SettingsFinder, TheRootAndTheWorkingFolderCount) {
  SettingsFinder finder("/p", files_with({{"/.osaca.yml", "arch: all"}, {"/p/.osaca.yml", "arch: here"}}));
  EXPECT_EQ(finder.for_file("/a.c").archs, std::vector<std::string>{"all"});
  EXPECT_EQ(finder.for_file("/q/a.c").archs, std::vector<std::string>{"all"});
  EXPECT_EQ(finder.for_folder(".").archs, std::vector<std::string>{"here"});
  EXPECT_EQ(finder.for_folder("/p/").archs, std::vector<std::string>{"here"});
  EXPECT_EQ(finder.for_file("").archs, std::vector<std::string>{"here"});
}

TEST(SettingsFinder, WhereNoFolderIsTheNearestOneAboveCounts) {
  SettingsFinder finder("/p", files_with({{"/p/.osaca.yml", "arch: here"}}));
  EXPECT_EQ(finder.for_file("/p/gone/deep/a.c").archs, std::vector<std::string>{"here"});
}

TEST(SettingsFinder, ANameOfManyFoldersThatAreNotThereCostsNoMoreThanOne) {
  int few = 0;
  int many = 0;
  std::string deep = "/p";
  while (deep.size() < 4000)
    deep += "/A";
  SettingsFinder one("/p", files_with({{"/p/.osaca.yml", "arch: here"}}, &few));
  SettingsFinder other("/p", files_with({{"/p/.osaca.yml", "arch: here"}}, &many));
  EXPECT_EQ(one.for_file("/p/A/a.c").archs, std::vector<std::string>{"here"});
  EXPECT_EQ(other.for_file(deep + "/a.c").archs, std::vector<std::string>{"here"});
  EXPECT_EQ(many, few);
}

TEST(SettingsFinder, WhatNoFileCanBeCalledIsAnUnknownFile) {
  int asked = 0;
  SettingsFinder finder("/p", files_with({{"/p/.osaca.yml", "arch: here"}}, &asked));
  (void)finder.for_file("a.c");
  const int before = asked;
  std::string longest = "/q";
  while (longest.size() <= 4096)
    longest += "/A";
  for (const std::string &name : {longest, "/q/" + std::string(1 << 20, 'A'), std::string("/q/\0.c", 6)})
    EXPECT_EQ(finder.for_file(name).archs, std::vector<std::string>{"here"}) << "those of the working folder";
  EXPECT_EQ(asked, before);
}

Report report_of_files(const std::vector<std::string> &files) {
  Report report;
  for (const std::string &file : files) {
    KernelReport kernel;
    kernel.source = {file, 1, 1};
    kernel.annotation = static_cast<int>(report.annotated.size());
    Finding finding;
    finding.rule = "osaca-call";
    kernel.findings = {finding};
    AnnotationReport annotation;
    annotation.source = kernel.source;
    annotation.kernels = {static_cast<int>(report.kernels.size())};
    report.kernels.push_back(kernel);
    report.annotated.push_back(annotation);
  }
  return report;
}

TEST(WithSettings, LeavesOutExcludedFilesAndKeepsIndicesTrue) {
  Settings settings;
  settings.file = "/p/.osaca.yml";
  settings.exclude = {"vendor/*"};
  const Report report = with_settings(report_of_files({"vendor/x.c", "a.c", "/p/vendor/y.c", "b.c"}), "/p",
                                      [&](const std::string &) -> const Settings & { return settings; });
  ASSERT_EQ(report.kernels.size(), 2U);
  ASSERT_EQ(report.annotated.size(), 2U);
  EXPECT_EQ(report.kernels[1].source.file, "b.c");
  EXPECT_EQ(report.kernels[1].annotation, 1);
  EXPECT_EQ(report.annotated[1].kernels, std::vector<int>{1});
}

TEST(WithSettings, ChoosesSeverities) {
  for (const auto &[level, count] : {std::pair(RuleLevel::off, 0U), std::pair(RuleLevel::error, 1U)}) {
    Settings settings;
    settings.rules["osaca-call"] = level;
    const Report report = with_settings(report_of_files({"a.c"}), "/p",
                                        [&](const std::string &) -> const Settings & { return settings; });
    ASSERT_EQ(report.kernels[0].findings.size(), count);
    if (count > 0) {
      EXPECT_EQ(report.kernels[0].findings[0]->severity, Severity::error);
    }
  }
}

} // namespace
} // namespace osaca
