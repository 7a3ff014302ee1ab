// Tables of calls: what is read, what is refused, and which symbols a table covers.
#include "calls/call_costs.h"
#include "calls/call_table.h"

#include <gmock/gmock.h>

namespace osaca {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;

const std::string head = "schema: osaca-calls-1\ncore: mine\nlibrary: lib 1\nsource: a manual\nfunctions:\n";

std::string function(const std::string &name, const std::string &classes) {
  return "  - name: " + name + "\n    signature: double(double)\n    classes:\n" + classes;
}

std::string typical(const std::string &figures) { return "      - {class: typical, " + figures + "}\n"; }

std::string first_problem(const std::string &yaml, bool is_users = false) {
  const CallTableReading reading = read_call_table(yaml, "calls.yml", is_users);
  EXPECT_FALSE(reading.table) << yaml;
  return reading.problems.empty() ? "" : reading.problems.front().text();
}

TEST(CallTables, AreRead) {
  const CallTableReading reading = read_call_table(
      head + function("sin", typical("arguments: 1 to 2, throughput: 12.5, latency: 40")), "calls.yml", false);
  ASSERT_TRUE(reading.table) << reading.problems.front().text();
  EXPECT_EQ(reading.table->core, "mine");
  EXPECT_EQ(reading.table->library, "lib 1");
  const CallEntry *entry = reading.table->find("sin");
  ASSERT_NE(entry, nullptr);
  EXPECT_EQ(text_of(entry->signature), "double(double)");
  EXPECT_EQ(entry->classes.at(0).throughput_cycles, Cycles(25, 2));
  EXPECT_EQ(entry->classes.at(0).latency_cycles, Cycles(40));
  EXPECT_EQ(entry->classes.at(0).source, "a manual");
}

TEST(CallTables, RefuseFiguresThatNoCallCanHave) {
  for (const char *figure : {"-3", "nan", "inf", "0", "1e9", "2000000", "fast", "[1]", "\"\""})
    EXPECT_THAT(first_problem(head + function("f", typical("throughput: " + std::string(figure)))),
                HasSubstr("'throughput'"))
        << figure;
  EXPECT_THAT(first_problem(head + function("f", typical("throughput: 12, latency: 11"))), HasSubstr("'latency'"));
  EXPECT_THAT(first_problem(head + function("f", typical("throughput: 12, latency: nan"))), HasSubstr("'latency'"));
}

TEST(CallTables, SayWhereTheProblemIs) {
  const std::string problem = first_problem(head + function("f", typical("throughput: -3")));
  EXPECT_THAT(problem, HasSubstr("calls.yml:9")); // the ninth line of the text
}

TEST(CallTables, RefuseUnknownKeysAndDuplicates) {
  EXPECT_THAT(first_problem(head + function("f", typical("throughput: 3, latenci: 4"))), HasSubstr("latenci"));
  EXPECT_THAT(first_problem(head + function("f", typical("throughput: 3")) + function("f", typical("throughput: 4"))),
              HasSubstr("f is listed twice"));
  EXPECT_THAT(first_problem(head + function("f", typical("throughput: 3") + typical("throughput: 4"))),
              HasSubstr("listed twice"));
  EXPECT_THAT(first_problem(head + function("f", "      - {class: rare, throughput: 3}\n")), HasSubstr("'typical'"));
  EXPECT_THAT(first_problem(head + function("f@GLIBC_2", typical("throughput: 3"))), HasSubstr("without a version"));
  EXPECT_THAT(first_problem("schema: osaca-calls-2\n"), HasSubstr("osaca-calls-1"));
  EXPECT_THAT(first_problem(""), HasSubstr("calls.yml"));
}

TEST(CallTables, OfUsersNeedNoCore) {
  const std::string short_head = "schema: osaca-calls-1\nfunctions:\n";
  EXPECT_THAT(first_problem(short_head + function("f", typical("throughput: 3"))), HasSubstr("'core'"));
  EXPECT_TRUE(read_call_table(short_head + function("f", typical("throughput: 3")), "calls.yml", true).table);
}

TEST(CallTables, RefuseSignaturesThatCannotBeRead) {
  for (const char *signature :
       {"double", "double(", "void(void,int)", "quad(double)", "int(int,int,int,int,int,int,int)"})
    EXPECT_FALSE(parse_signature(signature)) << signature;
  EXPECT_EQ(text_of(*parse_signature("int (const char *, size_t)")), "integer(integer,integer)");
  EXPECT_EQ(text_of(*parse_signature("void(void)")), "void()");
}

/// glibc's names for the same function.
TEST(CallTables, KnowTheOtherNamesOfAFunction) {
  EXPECT_THAT(names_in_tables("sin@GLIBC_2.2.5"), Contains("sin"));
  EXPECT_THAT(names_in_tables("exp@PLT"), Contains("exp"));
  EXPECT_THAT(names_in_tables("pow@@GLIBC_2.29"), Contains("pow"));
  EXPECT_THAT(names_in_tables("__exp_finite"), Contains("exp"));
  EXPECT_THAT(names_in_tables("__memcpy_chk"), Contains("memcpy"));
  EXPECT_THAT(names_in_tables("_Znwm"), Contains("malloc"));
  EXPECT_EQ(names_in_tables("sine"), std::vector<std::string>{"sine"});
}

std::shared_ptr<const CallTable> table_of(const std::string &yaml) {
  CallTableReading reading = read_call_table(yaml, "calls.yml", true);
  return std::make_shared<const CallTable>(reading.table.value_or(CallTable()));
}

std::string copying(const std::string &argument, const std::string &first, const std::string &second) {
  return head + "  - name: copy\n    signature: integer(integer,double,integer)\n    typical: a\n    bytes_argument: " +
         argument + "\n    classes:\n      - {class: a, " + first + "}\n      - {class: b, " + second + "}\n";
}

TEST(CallTable, HasFiguresBetweenMeasuredLengths) {
  const CallTableReading reading =
      read_call_table(copying("3", "bytes: 100, throughput: 10, latency: 20", "bytes: 20, throughput: 6, latency: 8"),
                      "calls.yml", true);
  ASSERT_TRUE(reading.table);
  const CallEntry &copy = reading.table->functions.at(0);
  EXPECT_EQ(copy.with_bytes(60)->throughput_cycles, Cycles(8));
  EXPECT_EQ(copy.with_bytes(60)->latency_cycles, Cycles(14));
  EXPECT_EQ(copy.with_bytes(0)->throughput_cycles, Cycles(6));
  EXPECT_EQ(copy.with_bytes(100)->throughput_cycles, Cycles(10));
  EXPECT_FALSE(copy.with_bytes(101));
  EXPECT_FALSE(copy.with_bytes(-1));
}

TEST(CallTable, RefusesImpossibleLengths) {
  const auto problem_of = [](const std::string &yaml) {
    const CallTableReading reading = read_call_table(yaml, "calls.yml", true);
    return reading.problems.empty() ? "" : reading.problems.front().message;
  };
  const std::string a = "bytes: 16, throughput: 1";
  const std::string b = "bytes: 32, throughput: 1";
  EXPECT_EQ(problem_of(copying("3", a, b)), "");
  for (const char *argument : {"0", "2", "4", "7", "1.5", "x"}) // the second one is a double
    EXPECT_NE(problem_of(copying(argument, a, b)), "") << argument;
  EXPECT_NE(problem_of(copying("3", a, "throughput: 1")), "");
  EXPECT_NE(problem_of(copying("3", a, a)), "");
  for (const char *bytes : {"0", "-5", "0.5", "99999999999"})
    EXPECT_NE(problem_of(copying("3", a, std::string("throughput: 1, bytes: ") + bytes)), "") << bytes;
  EXPECT_NE(problem_of(head + function("f", typical("throughput: 3, bytes: 16"))), "");
}

TEST(CallCosts, PreferTheTableThatWasAddedFirst) {
  const auto first = table_of(head + function("f", typical("throughput: 3")));
  const auto second =
      table_of(head + function("f", typical("throughput: 5")) + function("g", typical("throughput: 7, latency: 9")));
  CallCosts costs;
  costs.add([&] { return CallCosts::ScaledTable{first, {}}; });
  costs.add([&] { return CallCosts::ScaledTable{second, {.latency = 2, .throughput = 0.5, .is_estimated = true}}; });
  EXPECT_EQ(costs.find("f")->throughput_cycles, Cycles(3));
  EXPECT_FALSE(costs.find("f")->is_estimated);
  EXPECT_EQ(costs.find("g")->throughput_cycles, Cycles(7, 2));
  EXPECT_EQ(costs.find("g")->latency_cycles, Cycles(18));
  EXPECT_TRUE(costs.find("g")->is_estimated);
  EXPECT_FALSE(costs.find("h"));
}

TEST(CallCosts, CanBeLimitedToTheTablesOfTheUser) {
  const auto own = table_of(head + function("f", typical("throughput: 3")));
  const auto shipped = table_of(head + function("g", typical("throughput: 7")));
  CallCosts costs;
  costs.add([&] { return CallCosts::ScaledTable{own, {}, true}; });
  costs.add([&] { return CallCosts::ScaledTable{shipped, {}}; });
  EXPECT_TRUE(costs.find("f", std::nullopt, CallCosts::Tables::of_user));
  EXPECT_FALSE(costs.find("g", std::nullopt, CallCosts::Tables::of_user));
  EXPECT_TRUE(costs.find("g"));
}

} // namespace
} // namespace osaca
