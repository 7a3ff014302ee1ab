// What people write in a source for what compilers call it; written by hand after the declarations of the C++ standard.
#include "base/readable_name.h"

#include <gtest/gtest.h>

namespace osaca {
namespace {

struct Case {
  const char *demangled;
  const char *wanted;
};

class ShortCxxName : public ::testing::TestWithParam<Case> {};

TEST_P(ShortCxxName, IsWhatPeopleWrite) { EXPECT_EQ(short_cxx_name(GetParam().demangled), GetParam().wanted); }

TEST_P(ShortCxxName, StaysWhenItIsReadAgain) { EXPECT_EQ(short_cxx_name(GetParam().wanted), GetParam().wanted); }

INSTANTIATE_TEST_SUITE_P(
    Defaults, ShortCxxName,
    ::testing::Values(
        Case{"sum(std::vector<double, std::allocator<double> > const&)", "sum(std::vector<double> const&)"},
        Case{"f(std::__cxx11::basic_string<char, std::char_traits<char>, std::allocator<char> >)", "f(std::string)"},
        Case{"f(std::__1::basic_string<wchar_t, std::__1::char_traits<wchar_t>, std::__1::allocator<wchar_t>>)",
             "f(std::wstring)"},
        Case{"f(std::basic_string_view<char8_t, std::char_traits<char8_t> >)", "f(std::u8string_view)"},
        Case{"std::basic_ostream<char, std::char_traits<char> >& std::operator<< <std::char_traits<char> >(int)",
             "std::ostream& std::operator<< <std::char_traits<char>>(int)"},
        Case{"f(std::map<int, std::vector<float, std::allocator<float> >, std::less<int>, std::allocator<std::pair<int "
             "const, std::vector<float, std::allocator<float> > > > >)",
             "f(std::map<int, std::vector<float>>)"},
        Case{"f(std::unordered_map<std::__cxx11::basic_string<char, std::char_traits<char>, std::allocator<char> >, "
             "int, std::hash<std::__cxx11::basic_string<char, std::char_traits<char>, std::allocator<char> > >, "
             "std::equal_to<std::__cxx11::basic_string<char, std::char_traits<char>, std::allocator<char> > >, "
             "std::allocator<std::pair<std::__cxx11::basic_string<char, std::char_traits<char>, std::allocator<char> > "
             "const, int> > >)",
             "f(std::unordered_map<std::string, int>)"},
        Case{"f(std::set<int, std::greater<int>, std::allocator<int> >)", "f(std::set<int, std::greater<int>>)"},
        Case{"f(std::unique_ptr<Mesh, std::default_delete<Mesh> >)", "f(std::unique_ptr<Mesh>)"},
        Case{"f(std::span<int, 18446744073709551615ul>)", "f(std::span<int>)"},
        Case{"f(std::span<int, 4ul>)", "f(std::span<int, 4ul>)"},
        Case{"f(std::priority_queue<int, std::vector<int, std::allocator<int> >, std::less<int> >)",
             "f(std::priority_queue<int>)"},
        Case{"f(std::stack<int, std::deque<int, std::allocator<int> > >)", "f(std::stack<int>)"},
        Case{"std::chrono::_V2::system_clock::now()", "std::chrono::system_clock::now()"},
        Case{"name[abi:cxx11](int)", "name(int)"}));

INSTANTIATE_TEST_SUITE_P(
    WhatIsNoDefaultStays, ShortCxxName,
    ::testing::Values(
        Case{"f(std::vector<double, my::allocator<double>>)", "f(std::vector<double, my::allocator<double>>)"},
        Case{"f(my::vector<double, std::allocator<double>>)", "f(my::vector<double, std::allocator<double>>)"},
        Case{"f(std::vector<bool, std::allocator<int>>)", "f(std::vector<bool, std::allocator<int>>)"},
        Case{"f(std::basic_string<char, my::traits, std::allocator<char>>)", "f(std::basic_string<char, my::traits>)"},
        Case{"f(std::basic_string<unsigned char>)", "f(std::basic_string<unsigned char>)"},
        Case{"f(std::allocator<int>)", "f(std::allocator<int>)"},
        Case{"f(std::array<int, 3ul>)", "f(std::array<int, 3ul>)"},
        Case{"std::__detail::thing", "std::__detail::thing"}, Case{"mystd::__1::thing", "mystd::__1::thing"},
        Case{"scale", "scale"}, Case{"", ""}));

INSTANTIATE_TEST_SUITE_P(
    BracketsThatAreNone, ShortCxxName,
    ::testing::Values(
        Case{"Big::operator<(Big const&) const", "Big::operator<(Big const&) const"},
        Case{"Big::operator>>=(int)", "Big::operator>>=(int)"}, Case{"Big::operator->()", "Big::operator->()"},
        Case{"Big::operator<=>(Big)", "Big::operator<=>(Big)"}, Case{"Big::operator()(int)", "Big::operator()(int)"},
        Case{"Big::operator std::vector<int, std::allocator<int> >()", "Big::operator std::vector<int>()"},
        Case{"run<void (*)(int, long)>", "run<void (*)(int, long)>"},
        Case{"f(int)::{lambda(std::vector<int, std::allocator<int> >)#1}::operator()(int) const",
             "f(int)::{lambda(std::vector<int>)#1}::operator()(int) const"},
        Case{"decltype (a->b) f<A>(A)", "decltype (a->b) f<A>(A)"}, Case{"f<(1)>(int)", "f<(1)>(int)"}));

INSTANTIATE_TEST_SUITE_P(
    Broken, ShortCxxName,
    ::testing::Values(Case{"f(std::vector<int, std::allocator<int>", "f(std::vector<int, std::allocator<int>"},
                      Case{"f(std::vector<int))", "f(std::vector<int))"}, Case{"<", "<"}, Case{">", ">"},
                      Case{"a<b<c>", "a<b<c>"}, Case{"operator<", "operator<"}, Case{"[abi:", "[abi:"}));

TEST(ShortCxxName, TakesWhateverLength) {
  const std::string deep(100'000, '<');
  EXPECT_EQ(short_cxx_name(deep), deep);
  const std::string nested = std::string(30'000, '(') + std::string(30'000, ')');
  EXPECT_EQ(short_cxx_name(nested), nested);
}

TEST(ShortCxxName, IsThatOfSymbols) {
  EXPECT_EQ(readable_name("_ZNSt6vectorIdSaIdEE7reserveEm"), "std::vector<double>::reserve");
  EXPECT_EQ(readable_name("_ZNKSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEE7compareEPKc"),
            "std::string::compare");
  EXPECT_EQ(readable_name("_ZNSt6chrono3_V212system_clock3nowEv"), "std::chrono::system_clock::now");
}

} // namespace
} // namespace osaca
