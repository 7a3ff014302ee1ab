// Texts of Fortran, written by hand after the rules of the standard for both source forms.
#include "fortran_directives.h"

#include <gmock/gmock.h>

namespace osaca::fortran {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

Source free_form(std::string_view text) { return read_source(text, "a.f90", {}); }

Source fixed_form(std::string_view text) {
  Dialect dialect;
  dialect.form = Form::fixed;
  return read_source(text, "a.f", dialect);
}

std::vector<std::string> words(const Source &source) {
  std::vector<std::string> words;
  for (const Directive &directive : source.directives)
    words.push_back(directive.word);
  return words;
}

/// The statement that the directive belongs to.
const Statement &statement_of(const Source &source, std::size_t directive = 0) {
  return source.statements.at(static_cast<std::size_t>(source.directives.at(directive).statement));
}

TEST(FortranDirectives, BelongsToTheNextStatement) {
  const Source source = free_form("x = 1\n  !OSACA$ analyze\n\n  ! comment\n  do i = 1, n\n    a(i) = 0\n  end do\n");
  ASSERT_THAT(words(source), ElementsAre("analyze"));
  EXPECT_EQ(source.directives[0].place.line, 2);
  EXPECT_EQ(source.directives[0].place.column, 3);
  const Statement &loop = statement_of(source);
  EXPECT_EQ(loop.shape.kind, StatementKind::do_loop);
  EXPECT_EQ(loop.shape.variable, "i");
  EXPECT_EQ(loop.first.line, 5);
  EXPECT_EQ(loop.last.place.line, 5);
  EXPECT_EQ(loop.end.place.line, 7);
  EXPECT_TRUE(loop.is_first_on_line);
  EXPECT_TRUE(loop.last.is_last_on_line);
  EXPECT_TRUE(loop.end.is_last_on_line);
}

TEST(FortranDirectives, KeepsWhatFollowsAsItWasWritten) {
  const Source source = free_form("!osaca$ ANALYZE expect(cycles <= 4.0, arch zen4)  no(Divider) ! because\n"
                                  "!OSACA$analyze(x)\n!OSACA$ analyze bound(ports) &\n!OSACA$ & no(calls)\ni = 1\n");
  EXPECT_THAT(words(source), ElementsAre("analyze", "analyze", "analyze"));
  EXPECT_EQ(source.directives[0].expectations, "expect(cycles <= 4.0, arch zen4)  no(Divider)");
  EXPECT_EQ(source.directives[1].expectations, "(x)");
  EXPECT_EQ(source.directives[2].expectations, "bound(ports) no(calls)");
}

TEST(FortranDirectives, AFormFeedIsABlank) {
  const Source source = free_form("!OSACA$\fanalyze\f\n!OSACA$ analyze\fno(calls)\f! because\ni = 1\n");
  EXPECT_THAT(words(source), ElementsAre("analyze", "analyze"));
  EXPECT_EQ(source.directives[1].expectations, "no(calls)");
}

TEST(FortranDirectives, TellsWrongWordsAndSentinels) {
  const Source source =
      free_form("!OSACA$ analyse\n!OSACA$\n!$osaca analyze\n! OSACA$ analyze\n!OSACA analyze\ni = 1\n");
  EXPECT_THAT(words(source), ElementsAre("analyse", "", "$"));
}

TEST(FortranDirectives, AStringIsNone) {
  EXPECT_THAT(words(free_form("t = '!OSACA$ analyze'\nt = \"it's !OSACA$ analyze\"\n")), IsEmpty());
  EXPECT_THAT(words(free_form("t = 'it''s &\n   &!OSACA$ analyze'\n")), IsEmpty());
  EXPECT_THAT(words(fixed_form("      T = 'A\n     1!OSACA$ analyze'\n")), IsEmpty());
}

TEST(FortranDirectives, OneOnALineOfCodeOrWithinAStatementIsMisplaced) {
  const Source behind = free_form("i = 1 !OSACA$ analyze\ndo i = 1, n; end do\n");
  ASSERT_EQ(behind.directives.size(), 1U);
  EXPECT_EQ(behind.directives[0].misplacement, Misplacement::after_code);
  EXPECT_EQ(behind.directives[0].statement, -1);
  const Source inside = free_form("do i = &\n!OSACA$ analyze\n 1, n\nend do\n");
  ASSERT_EQ(inside.directives.size(), 1U);
  EXPECT_EQ(inside.directives[0].misplacement, Misplacement::inside_statement);
  const Source fixed = fixed_form("      DO 10 I =\nC$OMP PARALLEL\nCOSACA$ analyze\n     & 1, N\n   10 CONTINUE\n");
  ASSERT_EQ(fixed.directives.size(), 1U);
  EXPECT_EQ(fixed.directives[0].misplacement, Misplacement::inside_statement);
}

TEST(FortranDirectives, FixedFormHasItsOwnComments) {
  const Source source =
      fixed_form("COSACA$ analyze\n      I = 1\ncosaca$ analyze\n      I = 2\n*OSACA$ analyze\n      I = 3\n"
                 "!OSACA$ analyze\n      I = 4\n  !OSACA$ analyze\n      I = 5\n      COSACA$ = 6\n");
  EXPECT_EQ(source.directives.size(), 5U);
  for (std::size_t i = 0; i < source.directives.size(); ++i)
    EXPECT_EQ(statement_of(source, i).first.line, static_cast<int>(2 * i + 2));
}

TEST(FortranDirectives, FixedFormEndsAtItsLastColumn) {
  const std::string line = "      DO I = 1, N" + std::string(60, ' ') + "= 3\n";
  const Source source = fixed_form("!OSACA$ analyze\n" + line + "      END DO\n");
  EXPECT_EQ(statement_of(source).shape.kind, StatementKind::do_loop);
  Dialect wide;
  wide.form = Form::fixed;
  wide.last_column = 0;
  EXPECT_EQ(read_source("!OSACA$ analyze\n      DO I = 1" + std::string(70, ' ') + ", N\n", "a.f", wide)
                .statements[0]
                .shape.kind,
            StatementKind::do_loop);
}

TEST(FortranDirectives, FixedFormContinuesAfterATabulator) {
  const Source source = fixed_form("!OSACA$ analyze\n\tDO 10 I = 1,\n\t1  N\n10\tCONTINUE\n");
  EXPECT_EQ(statement_of(source).shape.kind, StatementKind::do_loop);
  EXPECT_EQ(statement_of(source).last.place.line, 3);
  EXPECT_EQ(statement_of(source).end.place.line, 4);
}

TEST(FortranDirectives, OneLabelEndsSeveralLoops) {
  const Source source = fixed_form(
      "      DO 10 J = 1, N\n      DO 10 I = 1, N\n   10 A(I,J) = 0\n      DO 20 I = 1, N\n   20 CONTINUE\n");
  ASSERT_EQ(source.statements.size(), 3U);
  EXPECT_EQ(source.statements[0].end.place.line, 3);
  EXPECT_EQ(source.statements[1].end.place.line, 3);
  EXPECT_EQ(source.statements[2].end.place.line, 5);
}

TEST(FortranDirectives, ConstructsEndWhereTheyDo) {
  const Source source =
      free_form("do concurrent (i=1:n)\n  where (m)\n    where (k) a = 0\n    do j = 1, 2\n    end do\n  end where\n"
                "end do\nforall (i=1:n)\n  enddo = 1\nend forall\n");
  ASSERT_EQ(source.statements.size(), 5U);
  EXPECT_EQ(source.statements[0].end.place.line, 7);
  EXPECT_EQ(source.statements[1].end.place.line, 6);
  EXPECT_EQ(source.statements[2].end.place.line, 3);
  EXPECT_EQ(source.statements[3].end.place.line, 5);
  EXPECT_EQ(source.statements[4].end.place.line, 10);
}

TEST(FortranDirectives, DistinguishesStatementsOnOneLineByColumn) {
  const Source source = free_form("!OSACA$ analyze\ndo i = 1, n; a(i) = 0; end do; do j = 1, n; end do\n");
  ASSERT_EQ(source.statements.size(), 2U);
  const Statement &first = source.statements[0];
  EXPECT_TRUE(first.is_first_on_line);
  EXPECT_EQ(first.last.place.column, 11);
  EXPECT_FALSE(first.last.is_last_on_line);
  EXPECT_EQ(first.end.place.column, 29);
  EXPECT_FALSE(first.end.is_last_on_line);
  const Statement &second = source.statements[1];
  EXPECT_FALSE(second.is_first_on_line);
  EXPECT_EQ(second.first.column, 32);
  EXPECT_EQ(second.last.place.column, 42);
  EXPECT_FALSE(second.last.is_last_on_line);
  EXPECT_EQ(second.end.place.column, 50);
  EXPECT_TRUE(second.end.is_last_on_line);
}

TEST(FortranDirectives, LinesOfAPreprocessorNameTheirPlace) {
  const Source source =
      free_form("# 1 \"a.F90\"\n# 1 \"<built-in>\"\n#pragma once\n# 7 \"dir/b \\\"x\\\".h\" 1\n!OSACA$ analyze\n"
                "do i = 1, n\n# 20 \"a.F90\" 2\nend do\n");
  EXPECT_THAT(source.files, ElementsAre("a.f90", "a.F90", "<built-in>", "dir/b \"x\".h"));
  EXPECT_EQ(source.directives[0].place.file, 3);
  EXPECT_EQ(source.directives[0].place.line, 7);
  EXPECT_EQ(statement_of(source).first.line, 8);
  EXPECT_EQ(statement_of(source).end.place.line, 8) << "its end lies in another file";
}

TEST(FortranDirectives, OpenMpMakesCodeOfConditionalLines) {
  constexpr std::string_view text = "!OSACA$ analyze\n!$ do i = 1, n\n!$omp simd\ni = 1\n";
  EXPECT_EQ(statement_of(free_form(text)).first.line, 4);
  Dialect openmp;
  openmp.has_openmp = true;
  const Source source = read_source(text, "a.f90", openmp);
  EXPECT_EQ(statement_of(source).first.line, 2);
  EXPECT_EQ(statement_of(source).first.column, 4);
}

TEST(FortranDirectives, OneAtTheEndHasNoStatement) {
  const Source source = free_form("i = 1\n!OSACA$ analyze");
  ASSERT_EQ(source.directives.size(), 1U);
  EXPECT_EQ(source.directives[0].statement, -1);
}

TEST(FortranDirectives, SaysThatThereAreTooMany) {
  std::string text;
  for (int i = 0; i < 10001; ++i)
    text += "!OSACA$ analyze\ni = 1\n";
  const Source source = free_form(text);
  EXPECT_EQ(source.directives.size(), 10000U);
  EXPECT_TRUE(source.is_cut);
}

TEST(FortranDirectives, MayHaveSentinelMissesNone) {
  EXPECT_TRUE(may_have_sentinel("x\n!OsAcA$ analyze"));
  EXPECT_TRUE(may_have_sentinel("!$OSACA"));
  EXPECT_TRUE(may_have_sentinel("osaca$"));
  EXPECT_FALSE(may_have_sentinel("!$omp\n! osaca analyze\n$"));
  EXPECT_FALSE(may_have_sentinel(""));
}

TEST(FortranForm, GoesByTheName) {
  for (const char *name : {"a.f", "a.F", "dir.f90/a.for", "a.FTN", "a.fpp"})
    EXPECT_EQ(form_of(name), Form::fixed) << name;
  for (const char *name : {"a.f90", "a.F03", "a", "", "dir.f/a", "a.inc"})
    EXPECT_EQ(form_of(name), Form::free) << name;
}

struct Judged {
  const char *code;
  StatementKind kind;
};

class FortranShape : public testing::TestWithParam<Judged> {};

TEST_P(FortranShape, IsJudgedByItsText) {
  EXPECT_EQ(shape_of(GetParam().code).kind, GetParam().kind) << GetParam().code;
}

INSTANTIATE_TEST_SUITE_P(
    All, FortranShape,
    testing::Values(
        Judged{"do", StatementKind::do_loop}, Judged{"do10", StatementKind::do_loop},
        Judged{"do10i=1,n", StatementKind::do_loop}, Judged{"do10,i=1,n", StatementKind::do_loop},
        Judged{"do10i=1.9", StatementKind::other}, Judged{"doi=f(1,2)", StatementKind::other},
        Judged{"doi=f(1,2),3", StatementKind::do_loop}, Judged{"dox=[1,2]", StatementKind::other},
        Judged{"dowhile(a<b)", StatementKind::do_loop}, Judged{"dowhile(3)=1", StatementKind::other},
        Judged{"do10while(a)", StatementKind::do_loop}, Judged{"outer:doi=1,n", StatementKind::do_loop},
        Judged{"double::doi", StatementKind::other}, Judged{"doconcurrent(i=1:n)", StatementKind::do_concurrent},
        Judged{"doconcurrent(1)=2", StatementKind::other}, Judged{"where(a>0)", StatementKind::where_construct},
        Judged{"where(a>0)a=0", StatementKind::where_statement}, Judged{"where(i)=3", StatementKind::other},
        Judged{"where(i)%x=3", StatementKind::other}, Judged{"forall(i=1:n)", StatementKind::forall_construct},
        Judged{"forall(i=1:n)a(i)=0", StatementKind::forall_statement}, Judged{"forall(i)=3", StatementKind::other},
        Judged{"enddo", StatementKind::end_do}, Judged{"enddoouter", StatementKind::end_do},
        Judged{"enddo=1", StatementKind::other}, Judged{"enddo(1)=1", StatementKind::other},
        Judged{"endwhere", StatementKind::end_where}, Judged{"endforall", StatementKind::end_forall},
        Judged{"end", StatementKind::end_unit}, Judged{"endsubroutinef", StatementKind::end_unit},
        Judged{"endif", StatementKind::other}, Judged{"a=b", StatementKind::other}, Judged{"", StatementKind::other},
        Judged{"do(", StatementKind::other}, Judged{"where(", StatementKind::other}));

TEST(FortranShape, CountsTheIndicesOfAHeader) {
  EXPECT_EQ(shape_of("doconcurrent(i=1:n,j=1:f(k=3),a(i)==b(j).and.i/=j)").indices, 2);
  EXPECT_EQ(shape_of("doconcurrent(integer::i=1:n)").indices, 1);
  EXPECT_EQ(shape_of("forall(i=1:n,j=1:n,k=1:n,i<=j)").indices, 3);
}

} // namespace
} // namespace osaca::fortran
