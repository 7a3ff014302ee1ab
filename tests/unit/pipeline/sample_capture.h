#pragma once

#include <string>

namespace osaca::testing {

/// One function with a loop around a loop (lines 3-9 and 4-6), and a vanished annotation. `role` goes to both loops.
inline std::string sample_capture(const std::string &isa = "x86-64", const std::string &role = "") {
  return R"({"schema":"osaca-capture-1","unit":"a.c","compiler":"gcc 12","target":{"isa":")" + isa +
         R"(","march":"znver4",
 "mtune":"znver4","cpu":"znver4","intel_syntax":false},
 "locations":[{"file":"a.c","line":3,"column":3},{"file":"a.c","line":4,"column":10,"inlined_at":[0]}],
 "annotations":[{"location":0,"kind":"pragma","status":"found","reason":""},
                {"location":1,"kind":"pragma","status":"vanished","reason":"it was unrolled completely"}],
 "functions":[{"name":"f","assembly":"f:\n.L2:\n\taddq\t$1, %rdx\n.L3:\n\tvdivsd\t%xmm1, %xmm0, %xmm0\n\tsubq\t$1, %rax\n\tjne\t.L3\n\tcmpq\t%rdx, %rcx\n\tjne\t.L2\n\tret\n",
  "lines":[[3,3,1],[5,7,0],[8,10,-1]],
  "loops":[{"annotation":0,"location":0,"header_line":5,"lines":[[5,7]],"innermost":true,"role":")" +
         role + R"("},
           {"annotation":0,"location":0,"header_line":3,"lines":[[3,9]],"innermost":false,"role":")" +
         role + R"("}]}]})";
}

} // namespace osaca::testing
