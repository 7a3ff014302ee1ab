// Pages of rvv-bench-results, with invented figures.
#include "opcodes.h"

namespace osaca::measure {
namespace {

std::string rvv_page(const std::string &unmasked_rows, const std::string &undisturbed_rows = "") {
  const std::string head = "<thead><tr><th>instruction</th><th>e8mf2</th><th>e32m2</th></tr></thead>\n";
  return "<!DOCTYPE html>\n<header><h1>RVV benchmark Invented &trade; V1 (Board)</h1></header>\n<br>\n"
         "<table id=\"tblMaa\" class=\"tabPage\">\n" +
         head + unmasked_rows + "</table>\n<table id=\"tblMau\">\n" + head + undisturbed_rows + "</table>\n";
}

PublishedTable rvv_table(const std::string &page) {
  const auto table = read_rvv_bench({page, "index.html", "", ""});
  EXPECT_TRUE(table) << table.error().text();
  return table ? *table : PublishedTable{};
}

TEST(RvvBench, OneRowPerVectorType) {
  const PublishedTable table =
      rvv_table(rvv_page("<tr><td>vadd.vv v8,v16,v24,v0.t</td><td>1.50</td><td>3.00</td></tr>\n"));
  EXPECT_EQ(table.isa, "riscv64");
  EXPECT_EQ(table.cpu, "Invented V1 (Board)");
  ASSERT_EQ(table.rows.size(), 2u);
  EXPECT_EQ(table.rows[1].name, "vadd.vv v8,v16,v24,v0.t @e32,m2");
  EXPECT_EQ(table.rows[1].assembly, "vadd.vv v8,v16,v24,v0.t");
  EXPECT_EQ(table.rows[1].note, "e32,m2");
  EXPECT_EQ(table.rows[0].note, "e8,mf2");
  EXPECT_FALSE(table.rows[1].latency_cycles);
  EXPECT_DOUBLE_EQ(table.rows[1].throughput_cycles.value_or(0), 3);
  EXPECT_EQ(table.rows[1].line, 6);
}

TEST(RvvBench, VectorTypeIsAFact) {
  const auto table = read_published_table("rvv-bench", {rvv_page(""), "index.html", "", ""});
  ASSERT_TRUE(table) << table.error().text();
  for (const PublishedRow &row : table->rows)
    EXPECT_FALSE(row.vector_types.empty()) << row.name;
  const auto csv =
      read_published_table("csv", {"instruction,asm,latency_cycles,reciprocal_throughput_cycles,note\n"
                                   "\"vadd.vv v8,v16,v24 @e8,mf4\",\"vadd.vv v8,v16,v24\",,1,\n"
                                   "\"add t0,t1,t2\",\"add t0,t1,t2\",,0.6,between latency and throughput\n",
                                   "t.csv", "riscv64", ""});
  ASSERT_TRUE(csv) << csv.error().text();
  EXPECT_EQ(csv->rows[0].vector_types, *VectorTypes::named("e8mf4"));
  EXPECT_TRUE(csv->rows[1].vector_types.empty());
  EXPECT_TRUE(csv->rows[1].throughput_is_mixed);
}

TEST(RvvBench, CommentsAreNoPartOfTheInstruction) {
  const PublishedTable table =
      rvv_table(rvv_page("<tr><td>vlse8.v v8,(t2),t1/*-1*/</td><td>2.00</td><td></td></tr>\n"));
  ASSERT_EQ(table.rows.size(), 1u);
  EXPECT_EQ(table.rows[0].assembly, "vlse8.v v8,(t2),t1");
  EXPECT_TRUE(table.rows[0].note.starts_with("e8,mf2; ")) << table.rows[0].note;
}

TEST(RvvBench, OtherTableFillsGaps) {
  const PublishedTable table = rvv_table(rvv_page("<tr><td>vfadd.vv v8,v16,v24</td><td></td><td>4.00</td></tr>\n",
                                                  "<tr><td>vfadd.vv v8,v16,v24</td><td>1.00</td><td>9.00</td></tr>\n"));
  ASSERT_EQ(table.rows.size(), 2u);
  EXPECT_DOUBLE_EQ(table.rows[0].throughput_cycles.value_or(0), 4);
  EXPECT_EQ(table.rows[0].note, "e32,m2");
  EXPECT_EQ(table.rows[1].note, "e8,mf2; with mask undisturbed");
}

TEST(RvvBench, ScalarInstructionHasOneRow) {
  const PublishedTable table = rvv_table(rvv_page("<tr><td>add t0,t1,t2</td><td>0.60</td><td>0.50</td></tr>\n"));
  ASSERT_EQ(table.rows.size(), 1u);
  EXPECT_EQ(opcode_in(table.rows[0].assembly, Isa::riscv64), "ADD");
}

TEST(RvvBench, ReportsCellsThatAreNoFigures) {
  const PublishedTable table =
      rvv_table(rvv_page("<tr><td>vadd.vv v8,v16,v24</td><td>fast</td><td>0.00</td></tr>\n"
                         "<tr><td>vsub.vv v8,v16,v24</td><td>1.00</td><td>1.00</td><td>1.00</td></tr>\n"));
  EXPECT_TRUE(table.rows.empty());
  ASSERT_EQ(table.unmapped.size(), 3u);
  EXPECT_EQ(table.unmapped[0].where.line, 6);
  EXPECT_EQ(table.unmapped[2].where.line, 7);
}

TEST(RvvBench, RefusesOtherFiles) {
  EXPECT_FALSE(read_rvv_bench({"<html></html>", "other.html", "", ""}));
  EXPECT_FALSE(read_rvv_bench({"<table id=\"tblMaa\"><tr><td>x", "other.html", "", ""}));
}

} // namespace
} // namespace osaca::measure
