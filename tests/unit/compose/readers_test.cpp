#include "made_up_files.h"
#include "measure/compose/result_files.h"

#include <gtest/gtest.h>

namespace osaca::measure::compose {
namespace {

TEST(StructureReader, DistinguishesValuesFromUndeterminedFindings) {
  const auto read = read_structure(structure_text() + finding("renaming.general_64", "\"yes\"", "yes or no") +
                                       finding("window.reorder_buffer", "null", "entries"),
                                   "s.yml");
  ASSERT_TRUE(read) << read.error().text();
  EXPECT_EQ(read->number("loads.base"), 3.01);
  EXPECT_EQ(read->truth("renaming.general_64"), true);
  EXPECT_EQ(read->number("window.reorder_buffer"), std::nullopt);
  EXPECT_EQ(read->number("nobody.asked"), std::nullopt);
}

/// A file may be cut off anywhere: that is an error or a shorter file, never a crash.
TEST(StructureReader, LivesThroughFilesThatAreCutOff) {
  const std::string text = structure_text();
  for (std::size_t length = 0; length < text.size(); ++length) {
    const auto read = read_structure(text.substr(0, length), "s.yml");
    if (read) {
      EXPECT_EQ(read->machine().cpu, "a machine");
    }
  }
}

TEST(StructureReader, SaysThatTheLastLineIsMissing) {
  const std::string text = structure_text();
  const auto read = read_structure(text.substr(0, text.size() - 3), "s.yml");
  ASSERT_FALSE(read);
  EXPECT_NE(read.error().text().find("cut off"), std::string::npos) << read.error().text();
}

TEST(PortsReader, ReadsUopsAndTheResidual) {
  const auto read = read_ports(ports_text(), "p.yml");
  ASSERT_TRUE(read) << read.error().text();
  const InferredForm *form = read->find("ADD64rr");
  ASSERT_NE(form, nullptr);
  ASSERT_EQ(form->uops.size(), 1U);
  EXPECT_EQ(form->uops.front().pipes, 0b1111U);
  EXPECT_EQ(read->random_mixes, 3);
}

TEST(PortsReader, LivesThroughFilesThatAreCutOff) {
  const std::string text = ports_text();
  for (std::size_t length = 0; length < text.size(); ++length) {
    const auto read = read_ports(text.substr(0, length), "p.yml");
    EXPECT_TRUE(!read || read->find("ADD64rr") != nullptr);
  }
}

TEST(PortsReader, RefusesPipesThatCannotBe) {
  std::string text = ports_text();
  text.replace(text.find("p3"), 2, "p99");
  const auto read = read_ports(text, "p.yml");
  ASSERT_FALSE(read);
  EXPECT_NE(read.error().text().find("p63"), std::string::npos);
}

} // namespace
} // namespace osaca::measure::compose
