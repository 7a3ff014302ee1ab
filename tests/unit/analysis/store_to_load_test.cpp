// What a value takes through memory, from a store to a load. Figures were measured as the comments say: EMR is an
// Emerald Rapids, straight code.
#include "loop_report.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

namespace osaca {
namespace {

double chain_of(const std::string &code, const std::string &arch) {
  return report_of_loop("# OSACA-BEGIN\n" + code + "\n# OSACA-END\n", arch).bound(BoundKind::loop_carried).to_double();
}

const ForwardingBlocked *blocked_in(const KernelReport &kernel) {
  for (const Finding &finding : kernel.findings)
    if (const auto *blocked = std::get_if<ForwardingBlocked>(&*finding.facts))
      return blocked;
  return nullptr;
}

struct Measured {
  const char *code;
  double cycles;
};

// EMR: three bytes of code from one to the next are too few, four suffice; not of 16 bits, with a register, or with an
// index.
TEST(MemoryRenaming, OfOperationsInPlaceIsThatOfTheMachine) {
  for (const Measured &row : std::vector<Measured>{{"incl 40(%rax)", 7.292},
                                                   {"incl 40(%rax)\nnop", 1.000},
                                                   {"incq (%rax)", 7.276},
                                                   {"incq (%rax)\nnop\nnop\nnop", 1.001},
                                                   {"incq 40(%rax)", 1.054},
                                                   {"decq 40(%rax)", 1.050},
                                                   {"subl $1, (%rax)", 7.272},
                                                   {"subl $1, (%rax)\nnop\nnop", 1.006},
                                                   {"addq $1, (%rdi)", 0.999},
                                                   {"addw $1, (%rdi)", 7.365},
                                                   {"addq %rbx, 40(%rax)", 7.345},
                                                   {"addl $1, 112(%rsp,%rdi,4)", 7.373},
                                                   {"shlq $3, (%r14)", 0.999},
                                                   {"sarl $3, (%r14)", 1.007},
                                                   {"adcq $3, (%r14)", 7.418},
                                                   {"orb $3, (%r14)", 1.000},
                                                   {"addb %dl, 3(%rdi)\naddq $1, %rdi\nmovzbl 2(%rdi), %edx", 1.005}})
    EXPECT_NEAR(chain_of(row.code, "emeraldrapids"), row.cycles, 0.1 * row.cycles) << row.code;
}

std::string sve_loop(const std::string &name, const std::string &body) {
  return name + ":\n" + body + "subs x10, x10, #1\nb.ne " + name + "\n";
}

// The predicate selects four of the eight elements, as the step of 32 bytes shows. Nothing overlaps.
TEST(PredicatedAccesses, OfHalfAVectorDoNotMeetTheNextIteration) {
  const std::string half = sve_loop(".L1", "ld1d {z2.d}, p0/z, [x12]\nld1d {z3.d}, p0/z, [x11]\nadd x12, x12, #32\n"
                                           "fmad z2.d, p0/m, z0.d, z3.d\nst1d {z2.d}, p0, [x11]\nadd x11, x11, #32\n");
  const KernelReport report = report_of_loop("# OSACA-BEGIN\n" + half + "# OSACA-END\n", "a64fx");
  EXPECT_EQ(blocked_in(report), nullptr);
  EXPECT_LE(report.bound(BoundKind::loop_carried).to_double(), 2);
}

TEST(PredicatedAccesses, MayLeaveOutTheBytesOfAPartialOverlap) {
  const std::string twice = sve_loop(".L1", "ld1d {z3.d}, p0/z, [x11]\nst1d {z3.d}, p0, [x11]\nadd x12, x11, #32\n"
                                            "ld1d {z4.d}, p0/z, [x12]\nst1d {z4.d}, p0, [x12]\nadd x11, x11, #64\n");
  EXPECT_EQ(blocked_in(report_of_loop("# OSACA-BEGIN\n" + twice + "# OSACA-END\n", "a64fx")), nullptr);
}

// The value of the place that every iteration updates passes from store to load, whatever the predicate is.
TEST(PredicatedAccesses, OfTheSamePlaceFollowEachOther) {
  const std::string same = sve_loop(".L1", "ld1d {z3.d}, p0/z, [x11]\nfadd z3.d, z3.d, z0.d\nst1d {z3.d}, p0, [x11]\n");
  EXPECT_GT(chain_of(same, "a64fx"), 9);
}

// EMR 20.0 and 0.85, 15.0 for two words that overlap; a Zen 3 (EPYC Milan) 25 to 26 and 18.
TEST(BlockedForwarding, TakesTheTimeToTheCache) {
  EXPECT_NEAR(chain_of("movb %r12b, (%rax)\nmovq (%rax), %r12", "emeraldrapids"), 20, 2);
  EXPECT_NEAR(chain_of("movl %eax, (%rdi)\nmovq (%rdi), %rax", "emeraldrapids"), 20, 2);
  EXPECT_LT(chain_of("movb $1, (%rax)\nmovq (%rax), %r12", "emeraldrapids"), 1);
  EXPECT_LT(chain_of("movw %cx, (%rbx)\nmovl (%rbx), %eax", "emeraldrapids"), 1);
  EXPECT_GT(chain_of("movb $1, (%rax)\nmovq (%rax), %r12", "zen3"), 15);
}

std::string copies_of(const std::string &code, int count) {
  std::string all;
  for (int copy = 0; copy < count; ++copy)
    all += code + "\n";
  return all;
}

// EMR, each unrolled: 14.98, 15.99 and 20.99 for each pair, 3.99 where a conversion goes on all the while.
TEST(BlockedForwarding, FollowsTheOneBeforeInStraightCodeToo) {
  constexpr int copies = 10;
  for (const Measured &row : std::vector<Measured>{
           {"movq %rcx, 4(%rbx)\nmovq (%rbx), %rax", 14.984},
           {"movl %eax, (%rdi)\nmovb %bl, 4(%rdi)\nmovq (%rdi), %rcx", 15.992},
           {"movq %rax, (%rdi)\nmovq %rbx, 8(%rdi)\nvmovups (%rdi), %xmm0\nvmovq %xmm0, %rax", 20.990}}) {
    const double one = chain_of(row.code, "emeraldrapids");
    EXPECT_NEAR(chain_of(copies_of(row.code, copies), "emeraldrapids"), copies * one, 1) << row.code;
    EXPECT_NEAR(one, row.cycles, 0.3 * row.cycles) << row.code;
  }
  EXPECT_NEAR(chain_of("cvtsi2sd %eax, %xmm0\nmovss %xmm2, (%rbp)\nmovq (%rbp), %rax", "emeraldrapids"), 3.994, 0.1);
}

// EMR: a byte and the upper half of a stored word, which are not renamed; to a vector register and back 8.0.
TEST(Forwarding, OfWhatLiesWithinAStoreIsThatOfTheMachine) {
  for (const Measured &row :
       std::vector<Measured>{{"movq %rax, (%rdi)\nmovzbl 3(%rdi), %eax", 5.004},
                             {"movq %rax, (%rdi)\nmovl 4(%rdi), %eax", 4.997},
                             {"movq %rax, (%rdi)\nvmovsd (%rdi), %xmm0\nvmovq %xmm0, %rax", 7.985}})
    EXPECT_NEAR(chain_of(row.code, "emeraldrapids"), row.cycles, 0.13 * row.cycles) << row.code;
}

const std::string varying_byte =
    ".L1:\nmovq (%rdi), %rax\nmovq %rcx, %rdx\nandl $7, %edx\naddl %eax, %ebx\nmovb %bl, (%rdi,%rdx)\n"
    "decq %rcx\njne .L1\n";

// EMR 19.2, a Zen 3 25.7. The other way round, a byte that is read anywhere in a word, it is forwarded: 6.2 on the
// Zen 3.
TEST(BlockedForwarding, HappensWhereverInTheWordTheByteIsStored) {
  EXPECT_NEAR(report_of_loop(varying_byte, "emeraldrapids").cycles_per_iteration.to_double(), 19.2, 1.92);
  const KernelReport kernel =
      report_of_loop(".L1:\nmovq %rax, (%rdi)\nmovq %rcx, %rdx\nandl $7, %edx\nmovzbl (%rdi,%rdx), %eax\n"
                     "decq %rcx\njne .L1\n",
                     "zen3");
  EXPECT_NEAR(kernel.cycles_per_iteration.to_double(), 6.2, 1);
  EXPECT_EQ(blocked_in(kernel), nullptr);
}

// A table of 256 bytes of which eight are read: it is rare that the store was there.
TEST(BlockedForwarding, IsNotTakenForGrantedInTables) {
  EXPECT_EQ(
      blocked_in(report_of_loop(
          ".L1:\nmovq (%rdi), %rax\nmovq %rcx, %rdx\nandl $255, %edx\nmovb %al, (%rdi,%rdx)\ndecq %rcx\njne .L1\n",
          "emeraldrapids")),
      nullptr);
}

TEST(BlockedForwarding, IsAFindingOnEveryCore) {
  const std::string x86 = ".L1:\nmovq (%rdi), %rax\naddq %rbx, %rax\nmovb %al, 3(%rdi)\ndecq %rcx\njne .L1\n";
  const std::string aarch64 = ".L1:\nldr x0, [x1]\nadd x0, x0, x2\nstrb w0, [x1, #3]\nsubs x9, x9, #1\nb.ne .L1\n";
  const std::string riscv = ".L1:\nld a0, 0(a1)\nadd a0, a0, a2\nsb a0, 3(a1)\naddi t0, t0, -1\nbnez t0, .L1\n";
  for (const auto &[arch, code] :
       {std::pair("skl", x86), std::pair("zen4", x86), std::pair("haswell", x86), std::pair("v2", aarch64),
        std::pair("m1", aarch64), std::pair("sifive-p550", riscv)}) {
    const KernelReport kernel = report_of_loop(code, arch);
    const ForwardingBlocked *blocked = blocked_in(kernel);
    ASSERT_NE(blocked, nullptr) << arch;
    EXPECT_EQ(blocked->stored_bytes, 1);
    EXPECT_EQ(blocked->loaded_bytes, 8);
  }
}

TEST(BlockedForwarding, IsNoneWhereAllBytesWereStored) {
  EXPECT_EQ(blocked_in(report_of_loop(".L1:\nmovq %rax, (%rdi)\nmovl 4(%rdi), %eax\ndecq %rcx\njne .L1\n", "zen4")),
            nullptr);
}

} // namespace
} // namespace osaca
