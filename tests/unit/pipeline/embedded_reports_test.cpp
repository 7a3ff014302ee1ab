// Objects and archives are built here byte by byte, after the ELF specification and ar(5): no code of the reader is
// used but ReportPacker, whose bytes are held against plugin-common/embedded_format.md.
#include "osaca/analyze_inputs.h"
#include "osaca/embedded_reports.h"
#include "osaca/read_report.h"
#include "render/json/json_documents.h"
#include "sample_report.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <cstring>
#include <elf.h>
#include <map>
#include <random>

namespace osaca {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

class Memory : public ByteSource {
public:
  explicit Memory(std::string bytes) : bytes_(std::move(bytes)) {}
  [[nodiscard]] std::uint64_t size_bytes() const override { return bytes_.size(); }
  [[nodiscard]] std::string read(std::uint64_t offset, std::uint64_t count) const override {
    return offset < bytes_.size() ? bytes_.substr(offset, count) : std::string();
  }

private:
  std::string bytes_;
};

template <class T> std::string bytes_of(const T &value) { return {reinterpret_cast<const char *>(&value), sizeof(T)}; }

/// An object with these sections, the names in .shstrtab behind them.
std::string object(const std::vector<std::pair<std::string, std::string>> &sections) {
  std::string content(sizeof(Elf64_Ehdr), '\0');
  std::string names(1, '\0');
  std::vector<Elf64_Shdr> headers(1);
  const auto add = [&](const std::string &name, const std::string &bytes, unsigned type) {
    Elf64_Shdr header = {};
    header.sh_name = static_cast<Elf64_Word>(names.size());
    header.sh_type = type;
    header.sh_offset = content.size();
    header.sh_size = bytes.size();
    names += name + '\0';
    content += bytes;
    headers.push_back(header);
  };
  for (const auto &[name, bytes] : sections)
    add(name, bytes, SHT_PROGBITS);
  add(".shstrtab", names + ".shstrtab" + '\0', SHT_STRTAB);
  Elf64_Ehdr header = {};
  std::memcpy(header.e_ident, ELFMAG, SELFMAG);
  header.e_ident[EI_CLASS] = ELFCLASS64;
  header.e_ident[EI_DATA] = ELFDATA2LSB;
  header.e_type = ET_REL;
  header.e_shoff = content.size();
  header.e_shentsize = sizeof(Elf64_Shdr);
  header.e_shnum = static_cast<Elf64_Half>(headers.size());
  header.e_shstrndx = static_cast<Elf64_Half>(headers.size() - 1);
  std::memcpy(content.data(), &header, sizeof header);
  for (const Elf64_Shdr &section : headers)
    content += bytes_of(section);
  return content;
}

std::string record(const std::string &report) {
  ReportPacker packer;
  packer.add(report);
  return *packer.record();
}

std::string object_with(const std::string &report) { return object({{".text", "code"}, {".osaca", record(report)}}); }

std::string padded(std::string text, std::size_t width) {
  text.resize(width, ' ');
  return text;
}

std::string member(const std::string &name, const std::string &content, bool stored = true) {
  return padded(name, 16) + padded("0", 12) + padded("0", 6) + padded("0", 6) + padded("644", 8) +
         padded(std::to_string(content.size()), 10) + "`\n" +
         (stored ? content + (content.size() % 2 != 0 ? "\n" : "") : "");
}

struct Found {
  EmbeddedReports::Container container;
  std::vector<std::string> documents; ///< "name: report"
  std::vector<std::string> problems;
};

Found find_in(const std::string &bytes, const std::string &path = "f.o",
              const std::map<std::string, std::string> &files = {}) {
  const EmbeddedReports found =
      embedded_reports(Memory(bytes), path, [&](const std::string &wanted) -> Expected<std::unique_ptr<ByteSource>> {
        const auto file = files.find(wanted);
        if (file == files.end())
          return Error{"no such file", {wanted, 0, 0}};
        return std::unique_ptr<ByteSource>(std::make_unique<Memory>(file->second));
      });
  Found out{found.container, {}, {}};
  for (const EmbeddedReports::Document &document : found.documents)
    out.documents.push_back(document.name + ": " + document.json);
  for (const Error &problem : found.problems)
    out.problems.push_back(problem.text());
  return out;
}

std::string with_byte(std::string bytes, std::size_t at, char value) {
  bytes.at(at) = value;
  return bytes;
}

TEST(EmbeddedRecord, BeginsAsTheFormatSays) {
  const std::string report(1000, 'x');
  const std::string made = record(report);
  EXPECT_EQ(made.substr(0, 8), std::string("OSACA\r\n\x1a"));
  EXPECT_EQ(made.substr(8, 8), std::string("\1\0\0\0\1\0\0\0", 8)) << "version 1, encoding 1";
  EXPECT_EQ(made.substr(16, 8), bytes_of(static_cast<std::uint64_t>(made.size() - 32)));
  EXPECT_EQ(made.substr(24, 8), bytes_of(std::uint64_t{1000}));
  EXPECT_EQ(made[32], '\x78') << "RFC 1950: deflate with a window of 32 kB";
  EXPECT_LT(made.size(), 100U) << "a thousand times the same letter packs well";
}

TEST(EmbeddedRecord, IsTheSameWhereTheReportComesInParts) {
  std::mt19937 random(5);
  std::uniform_int_distribution<int> digit('0', '9');
  std::string report;
  while (report.size() < 300'000)
    report += static_cast<char>(digit(random));
  ReportPacker packer;
  std::uniform_int_distribution<std::size_t> length(0, 20'000);
  for (std::size_t begin = 0; begin < report.size();) {
    const std::string part = report.substr(begin, length(random));
    packer.add(part);
    begin += part.size();
  }
  const Expected<std::string> made = packer.record();
  ASSERT_TRUE(made);
  EXPECT_TRUE(*made == record(report));
  EXPECT_TRUE(find_in(object({{".osaca", *made}})).documents == std::vector{"f.o: " + report});
}

TEST(EmbeddedRecord, NeedsNoMoreThanOneLoopOfTheReportAtATime) {
  const Report report = testing::report_of(std::vector<KernelReport>(100, testing::sample_kernel()));
  std::string whole;
  std::size_t longest = 0;
  render_compact_json(report, [&](std::string_view part) {
    whole += part;
    longest = std::max(longest, part.size());
  });
  EXPECT_TRUE(whole == render_compact_json(report));
  EXPECT_LT(longest, whole.size() / 50);
}

TEST(EmbeddedReports, AreFoundInAnObject) {
  const Found found = find_in(object_with("{\"a\": 1}"));
  EXPECT_EQ(found.container, EmbeddedReports::Container::object);
  EXPECT_THAT(found.documents, ElementsAre("f.o: {\"a\": 1}"));
  EXPECT_THAT(found.problems, IsEmpty());
}

TEST(EmbeddedReports, AreAllFoundWhereAPartialLinkPutThemTogether) {
  const std::string padding(5, '\0');
  const Found found = find_in(object({{".osaca", record("one") + record("two") + padding + record("three") + padding},
                                      {".osaca.not", record("not this")},
                                      {".osaca", record("four")}}));
  EXPECT_THAT(found.documents, ElementsAre("f.o: one", "f.o: two", "f.o: three", "f.o: four"));
  EXPECT_THAT(found.problems, IsEmpty());
}

TEST(EmbeddedReports, AreNotMissedInObjectsWithoutAny) {
  const Found found = find_in(object({{".text", "code"}}));
  EXPECT_EQ(found.container, EmbeddedReports::Container::object);
  EXPECT_THAT(found.documents, IsEmpty());
  EXPECT_THAT(found.problems, IsEmpty());
}

TEST(EmbeddedReports, AreNotLookedForInOtherFiles) {
  for (const std::string text : {"", "x",
                                 "\x7f"
                                 "EL",
                                 "#include <stdio.h>\n", "!<arch", "OSACA\r\n\x1a"}) {
    const Found found = find_in(text);
    EXPECT_EQ(found.container, EmbeddedReports::Container::neither);
    EXPECT_THAT(found.problems, IsEmpty());
  }
}

TEST(EmbeddedReports, AreFoundInArchivesWithGnuNames) {
  const std::string names = "a_name_that_is_too_long.o/\nanother_that_is_too_long.o/\n";
  const std::string archive = "!<arch>\n" + member("/", "symbols") + member("//", names) +
                              member("/0", object_with("one")) + member("short.o/", object_with("two")) +
                              member("readme/", "no object") + member("/27", object_with("three"));
  const Found found = find_in(archive, "dir/lib.a");
  EXPECT_EQ(found.container, EmbeddedReports::Container::archive);
  EXPECT_THAT(found.documents, ElementsAre("dir/lib.a(a_name_that_is_too_long.o): one", "dir/lib.a(short.o): two",
                                           "dir/lib.a(another_that_is_too_long.o): three"));
  EXPECT_THAT(found.problems, IsEmpty());
}

TEST(EmbeddedReports, AreFoundInArchivesWithBsdNames) {
  const std::string name = "a name with blanks.o";
  const Found found = find_in("!<arch>\n" + member("#1/24", name + std::string(4, '\0') + object_with("one")) +
                                  member("b.o", object_with("two")),
                              "lib.a");
  EXPECT_THAT(found.documents, ElementsAre("lib.a(a name with blanks.o): one", "lib.a(b.o): two"));
}

TEST(EmbeddedReports, AreFoundInTheFilesOfThinArchives) {
  const std::string inner = "!<arch>\n" + member("x.o/", object_with("x")) + member("y.o/", object_with("y"));
  const std::string place_of_y = std::to_string(inner.rfind("y.o/"));
  const std::string archive = "!<thin>\n" + member("//", "../a.o/\n/abs/b.o/\ninner.a/\n") +
                              member("/0", object_with("a"), false) + member("/8", object_with("b"), false) +
                              member("/18:" + place_of_y, object_with("y"), false);
  const Found found =
      find_in(archive, "dir/thin.a",
              {{"dir/../a.o", object_with("a")}, {"/abs/b.o", object_with("b")}, {"dir/inner.a", inner}});
  EXPECT_THAT(found.documents,
              ElementsAre("dir/thin.a(../a.o): a", "dir/thin.a(/abs/b.o): b", "dir/thin.a(inner.a): y"));
  EXPECT_THAT(found.problems, IsEmpty());
}

TEST(EmbeddedReports, AreShownWhereAnotherMemberOfAThinArchiveIsMissing) {
  const std::string archive =
      "!<thin>\n" + member("gone.o/", object_with("a"), false) + member("here.o/", object_with("b"), false);
  const Found found = find_in(archive, "thin.a", {{"here.o", object_with("b")}});
  EXPECT_THAT(found.documents, ElementsAre("thin.a(here.o): b"));
  EXPECT_THAT(found.problems, ElementsAre(HasSubstr("gone.o: no such file")));
}

std::string stored(const std::string &report) {
  const std::string size = bytes_of(static_cast<std::uint64_t>(report.size()));
  return std::string("OSACA\r\n\x1a\1\0\0\0\0\0\0\0", 16) + size + size + report;
}

TEST(EmbeddedReports, MayBeStoredAsTheyAre) {
  const Found found = find_in(object({{".osaca", stored("one") + record("two")}}));
  EXPECT_THAT(found.documents, ElementsAre("f.o: one", "f.o: two"));
  EXPECT_THAT(found.problems, IsEmpty());
  const Found longer = find_in(object({{".osaca", with_byte(stored("three"), 24, '\x09')}}));
  EXPECT_THAT(longer.documents, IsEmpty());
  EXPECT_EQ(longer.problems.size(), 1U);
  const Found unknown = find_in(object({{".osaca", with_byte(stored("four"), 12, '\x02')}}));
  EXPECT_THAT(unknown.documents, IsEmpty());
  EXPECT_EQ(unknown.problems.size(), 1U);
}

TEST(EmbeddedReports, AreReadAfterADamagedOne) {
  const std::string good = record("good");
  const std::string lie = with_byte(record("lie"), 20, '\x7f');       // 2^37 times as many bytes as there are
  const std::string larger = with_byte(record("larger"), 25, '\x01'); // unpacks to less than it says
  const std::string newer = with_byte(record("newer"), 8, '\x02');
  const std::string broken = with_byte(record("broken"), 36, '\x55');
  const std::map<std::string, std::string> cases = {
      {"garbage" + good, "other data was found where a report should begin"},
      {lie + good, "longer than the section"},
      {larger + good, "damaged"},
      {newer + good, "version 2"},
      {broken + good, "damaged"},
      {good + good.substr(0, 20), "ends in the middle"},
      {good + good.substr(0, good.size() - 1), "longer than the section"}};
  for (const auto &[section, problem] : cases) {
    const Found found = find_in(object({{".osaca", section}}));
    EXPECT_THAT(found.documents, ElementsAre("f.o: good")) << problem;
    EXPECT_THAT(found.problems, ElementsAre(HasSubstr(problem)));
  }
}

TEST(EmbeddedReports, DoNotMakeAReaderTakeAllMemory) {
  // 2^40 bytes announced by a record of a few.
  const Found found = find_in(object({{".osaca", with_byte(record("small"), 29, '\x01')}}));
  EXPECT_THAT(found.documents, IsEmpty());
  EXPECT_THAT(found.problems, ElementsAre(HasSubstr("too large")));
}

/// A file with holes: these bytes, then zeros up to any size.
class Holes : public ByteSource {
public:
  Holes(std::string begin, std::uint64_t size) : begin_(std::move(begin)), size_bytes_(size) {}
  [[nodiscard]] std::uint64_t size_bytes() const override { return size_bytes_; }
  [[nodiscard]] std::string read(std::uint64_t offset, std::uint64_t count) const override {
    EXPECT_LE(count, std::uint64_t{256} << 20U) << "no section that is read has more";
    std::string bytes(std::min<std::uint64_t>(count, 1U << 20U), '\0');
    for (std::size_t i = 0; i < bytes.size() && offset + i < begin_.size(); ++i)
      bytes[i] = begin_[offset + i];
    return bytes;
  }

private:
  std::string begin_;
  std::uint64_t size_bytes_;
};

// zlib packs what repeats itself up to a thousand times.
TEST(EmbeddedReports, OfBlanksAreNotUnpacked) {
  const Found found = find_in(object_with(std::string(16U << 20U, ' ')));
  EXPECT_THAT(found.documents, IsEmpty());
  EXPECT_THAT(found.problems, ElementsAre(HasSubstr("200 times")));
}

TEST(EmbeddedReports, OfMillionsOfValuesAreNoReports) {
  std::string zeros = "[0";
  for (int i = 0; i < 2'000'000; ++i)
    zeros += ",0";
  const Expected<Report> report = read_report(zeros + "]", "r.json");
  ASSERT_FALSE(report);
  EXPECT_THAT(report.error().message, HasSubstr("more values than a report"));
}

TEST(EmbeddedReports, OfFilesWithHolesAreNotWorthTheMemoryOfTheHoles) {
  constexpr std::uint64_t terabyte = std::uint64_t{1} << 40U;
  std::string begin = object({{".osaca", "x"}});
  Elf64_Ehdr header;
  std::memcpy(&header, begin.data(), sizeof header);
  header.e_shnum = 0; // then the first section's size is their number
  header.e_shstrndx = 1;
  begin.replace(0, sizeof header, bytes_of(header));
  Elf64_Shdr first = {};
  first.sh_size = terabyte / sizeof(Elf64_Shdr) - 1000;
  begin.replace(header.e_shoff, sizeof first, bytes_of(first));
  const auto none = [](const std::string &path) {
    return Expected<std::unique_ptr<ByteSource>>(Error{"no", {path, 0, 0}});
  };
  const EmbeddedReports found = embedded_reports(Holes(begin, terabyte), "f.o", none);
  EXPECT_TRUE(found.documents.empty());
  ASSERT_EQ(found.problems.size(), 1U);
  EXPECT_THAT(found.problems[0].message, HasSubstr("too many sections"));
}

TEST(ThinArchives, DoNotBringInFilesOfAnySize) {
  const std::string names = "big.o/\n";
  std::string archive = "!<thin>\n" + member("//", names);
  for (int i = 0; i < 100; ++i)
    archive += member("/0", "", false);
  Inputs inputs;
  inputs.files = {{"thin.a", "thin.a"}};
  inputs.read = [&](const std::string &) { return Expected<std::string>(archive); };
  inputs.open = [](const std::string &) {
    return Expected<std::unique_ptr<ByteSource>>(std::make_unique<Holes>(object({}), std::uint64_t{2} << 30U));
  };
  const Report report = analyze_inputs(inputs, {}, {});
  ASSERT_EQ(report.problems.size(), 1U);
  EXPECT_THAT(report.problems[0].text(), HasSubstr("larger than 1 GiB"));
}

TEST(EmbeddedReports, OfObjectsThatAreCutOffAreAClearError) {
  const std::string whole = object_with("report");
  int problems = 0;
  for (std::size_t size = 4; size < whole.size(); ++size) {
    const Found found = find_in(whole.substr(0, size));
    EXPECT_THAT(found.documents, IsEmpty()) << size;
    problems += static_cast<int>(found.problems.size());
  }
  EXPECT_EQ(problems, static_cast<int>(whole.size()) - 4) << "the section headers come last: every cut is an error";
}

TEST(EmbeddedReports, OfArchivesThatAreCutOffAreShownUpToThere) {
  const std::string first = member("a.o/", object_with("a"));
  const std::string archive = "!<arch>\n" + first + member("b.o/", object_with("b"));
  for (std::size_t size = 8 + first.size() + 1; size < archive.size() - 1; ++size) {
    const Found found = find_in(archive.substr(0, size), "lib.a");
    EXPECT_THAT(found.documents, ElementsAre("lib.a(a.o): a")) << size;
    EXPECT_THAT(found.problems, ElementsAre(HasSubstr("lib.a: the archive is"))) << size;
  }
}

TEST(EmbeddedReports, OfSectionsThatLieAboutTheirPlaceAreAnError) {
  std::string bytes = object_with("report");
  const std::size_t headers = bytes.size() - 4 * sizeof(Elf64_Shdr);
  const std::size_t size_of_osaca = headers + 2 * sizeof(Elf64_Shdr) + offsetof(Elf64_Shdr, sh_size);
  EXPECT_THAT(find_in(with_byte(bytes, size_of_osaca + 7, '\x7f')).problems, ElementsAre(HasSubstr("is truncated")));
  const std::size_t offset_of_osaca = headers + 2 * sizeof(Elf64_Shdr) + offsetof(Elf64_Shdr, sh_offset);
  EXPECT_THAT(find_in(with_byte(bytes, offset_of_osaca + 7, '\xff')).problems, ElementsAre(HasSubstr("is truncated")));
}

} // namespace
} // namespace osaca
