// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "statement_span.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace osaca::source {
namespace {

std::optional<StatementSpan> span_in(const std::string &text, const SpanStart &start = {}) {
  long tokens_left = most_statement_tokens;
  return statement_after(text, start, tokens_left);
}

/// The text from the statement's first to its last character; "none" if there is no statement.
std::string statement_in(const std::string &text) {
  const std::optional<StatementSpan> span = span_in(text);
  if (!span)
    return "none";
  std::string found;
  Place place = {1, 1};
  for (const char c : text) {
    if (!(place < span->first) && !(span->last < place))
      found += c;
    place = c == '\n' ? Place{place.line + 1, 1} : Place{place.line, place.column + 1};
  }
  return found;
}

TEST(StatementSpans, EndAtTheSemicolon) {
  EXPECT_EQ(statement_in("s = f(a, b); t = 0;"), "s = f(a, b);");
  EXPECT_EQ(statement_in("\n  return f({1, 2}, [&] { g(); h(); });\n}"), "return f({1, 2}, [&] { g(); h(); });");
  EXPECT_EQ(statement_in("auto x = T{1}, y = T{2}; f();"), "auto x = T{1}, y = T{2};");
  EXPECT_EQ(statement_in("auto [a, b] = f(); g();"), "auto [a, b] = f();");
  EXPECT_EQ(statement_in("f(\";\", ';'); // ;\ng();"), "f(\";\", ';');");
}

TEST(StatementSpans, SkipPragmasLabelsAndComments) {
  EXPECT_EQ(statement_in("#pragma GCC ivdep\n/* ; */ f();"), "f();");
  EXPECT_EQ(statement_in("_Pragma(\"GCC ivdep\") f();"), "f();");
  EXPECT_EQ(statement_in("again: f();"), "f();");
  EXPECT_EQ(statement_in("case A::b + 1: default: f();"), "f();");
  EXPECT_EQ(statement_in("std::f(); g();"), "std::f();");
}

TEST(StatementSpans, KnowBlocksAndCompoundStatements) {
  EXPECT_EQ(statement_in("{ f(); { g(); } } h();"), "{ f(); { g(); } }");
  EXPECT_EQ(statement_in("if (a) f(); else if (b) { g(); } else h(); i();"),
            "if (a) f(); else if (b) { g(); } else h();");
  EXPECT_EQ(statement_in("if constexpr (a) { f(); } g();"), "if constexpr (a) { f(); }");
  EXPECT_EQ(statement_in("try { f(); } catch (A) { g(); } catch (...) { h(); } i();"),
            "try { f(); } catch (A) { g(); } catch (...) { h(); }");
  EXPECT_EQ(statement_in("switch (a) { case 1: f(); } g();"), "switch (a) { case 1: f(); }");
  EXPECT_EQ(statement_in("for (auto x : y) f(x); g();"), "for (auto x : y) f(x);");
  EXPECT_EQ(statement_in("do f(); while (g()); h();"), "do f(); while (g());");
}

TEST(StatementSpans, KnowDefinitionsOfFunctions) {
  EXPECT_EQ(statement_in("int f(int n) { return n; }\nint g();"), "int f(int n) { return n; }");
  EXPECT_EQ(statement_in("template <class T> auto f(T x) -> T { return x; } }"),
            "template <class T> auto f(T x) -> T { return x; }");
  EXPECT_EQ(statement_in("A() : a{1}, b(2) { f(); } ~A();"), "A() : a{1}, b(2) { f(); }");
  EXPECT_EQ(statement_in("void f() {}\n::T g();"), "void f() {}");
  EXPECT_EQ(statement_in("void f() {}\n[[nodiscard]] int g();"), "void f() {}");
  EXPECT_EQ(statement_in("template <class T> requires requires(T t) { t.x; } void f(T) {} int y;"),
            "template <class T> requires requires(T t) { t.x; } void f(T) {}");
}

TEST(StatementSpans, KnowLambdas) {
  EXPECT_EQ(statement_in("[&](int i) { f(i); }, 3);"), "[&](int i) { f(i); }");
  EXPECT_EQ(statement_in("[&](int i) { f(i); });"), "[&](int i) { f(i); }");
  EXPECT_EQ(statement_in("[&](int i) { f(i); }(3); g();"), "[&](int i) { f(i); }(3);");
}

TEST(StatementSpans, AreMissingWhereNothingFollows) {
  for (const char *text : {"", "}", ";", ")", "  // f();\n", "#pragma GCC ivdep", "} f();", "; f();"})
    EXPECT_EQ(statement_in(text), "none") << text;
}

TEST(StatementSpans, DescribeTheStatement) {
  EXPECT_TRUE(span_in("again: while (x) f();")->is_loop);
  EXPECT_TRUE(span_in("{ for (;;) f(); }")->only_loop);
  EXPECT_FALSE(span_in("{ for (;;) f(); g(); }")->only_loop);
  EXPECT_FALSE(span_in("x = y[3] + 1;")->has_calls);
  EXPECT_TRUE(span_in("x = f(3);")->has_calls);
}

TEST(StatementSpans, BeginInAMacro) {
  const SpanStart macro = {{}, true};
  const auto inside = span_in("RUN(f(a), b); g();", macro);
  ASSERT_TRUE(inside);
  EXPECT_EQ(inside->last.column, 13);
  const auto behind = span_in("HERE(x) f(a); g();", macro);
  ASSERT_TRUE(behind);
  EXPECT_EQ(behind->from.column, 1);
  EXPECT_EQ(behind->first.column, 9);
  EXPECT_EQ(behind->last.column, 13);
}

TEST(StatementSpans, AreBounded) {
  std::string deep;
  for (int i = 0; i < 100000; ++i)
    deep += "if (a) ";
  EXPECT_FALSE(span_in(deep + "f();"));
  std::string pragmas;
  for (int i = 0; i < 1000; ++i)
    pragmas += "#pragma GCC ivdep\n";
  EXPECT_FALSE(span_in(pragmas + "f();"));
  for (const char c : {'+', '('}) {
    long tokens_left = 1000;
    EXPECT_FALSE(statement_after("f" + std::string(100000, c) + ";", {}, tokens_left));
    EXPECT_LE(tokens_left, 0);
  }
}

} // namespace
} // namespace osaca::source
