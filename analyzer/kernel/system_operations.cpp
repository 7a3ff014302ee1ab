#include "kernel/system_operations.h"

#include "base/name_matching.h"

#include <algorithm>
#include <span>

namespace osaca {

namespace {

constexpr std::string_view x86_system[] = {
    // caches and memory types
    "CLFLUSH*", "CLWB", "CLDEMOTE", "CLZERO*", "INVD", "WBINVD", "WBNOINVD", "INVLPG*", "INVPCID*", "MOVDIR*",
    "ENQCMD*", "MASKMOVDQU*", "VMASKMOVDQU*", "MMX_MASKMOVQ*",
    // waiting and ordering
    "CPUID", "SERIALIZE", "LFENCE", "MFENCE", "SFENCE", "HLT", "MONITOR*", "MWAIT*", "UMONITOR*", "UMWAIT*", "TPAUSE*",
    "PAUSE",
    // registers of the system, clocks, random numbers
    "XGETBV", "XSETBV", "RDMSR*", "WRMSR*", "RDPMC", "RDTSC*", "RDPID*", "RDPRU", "RDRAND*", "RDSEED*", "RDPKRU*",
    "WRPKRU*", "LDMXCSR*", "VLDMXCSR*", "FLDCW*", "MOV??rc", "MOV??cr", "MOV??rd", "MOV??dr", "MOV??sr", "MOV??sm",
    "LMSW*", "SMSW*", "CLTS", "LGDT*", "LIDT*", "LLDT*", "LTRr", "LTRm", "SGDT*", "SIDT*", "SLDT*", "STR??r", "STRm",
    "LAR??r?", "LSL??r?", "VERR?", "VERW?", "L?S16rm", "L?S32rm", "L?S64rm", "ARPL*", "SWAPGS", "PTWRITE*", "PCONFIG",
    "CLAC", "STAC", "CLI", "STI", "POPF*", "POP?S*",
    // traps, and ways into and out of the system
    "SYSCALL", "SYSENTER", "SYSEXIT*", "SYSRET*", "INT", "INT3", "INTO", "IRET*", "FAR*", "LRET*", "RSM", "IN8r?",
    "IN16r?", "IN32r?", "OUT8?r", "OUT16?r", "OUT32?r", "INSB", "INSW", "INSL", "OUTSB", "OUTSW", "OUTSL", "GETSEC",
    "ENCL?", "ENCLS", "ENCLU", "ENCLV", "VMCALL", "VMCLEAR*", "VMFUNC", "VMLAUNCH", "VMLOAD*", "VMMCALL", "VMPTR*",
    "VMREAD*", "VMRESUME", "VMRUN*", "VMSAVE*", "VMWRITE*", "VMXOFF", "VMXON", "SKINIT", "STGI", "CLGI", "XBEGIN*",
    "XEND", "XABORT*", "SETSSBSY", "CLRSSBSY", "WRSS*", "WRUSS*", "RSTORSSP", "SAVEPREVSSP", "INCSSP*"};

constexpr std::string_view x86_microcoded[] = {
    "FBLDm",   "FBSTPm", "F2XM1",  "FYL2X",   "FYL2XP1",  "FPTAN",   "FPATAN",  "FSIN",    "FCOS",
    "FSINCOS", "FSCALE", "FPREM",  "FPREM1",  "FRNDINT",  "FXTRACT", "FSAVEm",  "FRSTORm", "FSTENVm",
    "FLDENVm", "FNINIT", "FNCLEX", "FXSAVE*", "FXRSTOR*", "XSAVE*",  "XRSTOR*", "ENTER"};

constexpr std::string_view aarch64_system[] = {"SYSxt", "SYSLxt", "MRS",    "MRRS",    "MSR*",    "MSRR", "ISB",
                                               "DSB*",  "DMB",    "SB",     "TSB",     "CLREX",   "SVC",  "HVC",
                                               "SMC",   "BRK",    "HLT",    "DCPS*",   "ERET*",   "DRPS", "WFET",
                                               "WFIT",  "SYSP*",  "TSTART", "TCOMMIT", "TCANCEL", "TTEST"};

constexpr std::string_view riscv_system[] = {"ECALL",    "EBREAK", "C_EBREAK", "FENCE_I",  "CBO_*",
                                             "WFI",      "WRS_*",  "SFENCE_*", "HFENCE_*", "SINVAL_*",
                                             "HINVAL_*", "MRET",   "SRET",     "MNRET",    "DRET"};

bool is_in(std::span<const std::string_view> patterns, std::string_view opcode) {
  return std::ranges::any_of(patterns, [&](std::string_view pattern) { return glob_matches(pattern, opcode); });
}

} // namespace

SystemOperation system_operation(Isa isa, std::string_view opcode) {
  switch (isa) {
  case Isa::x86_64:
    return is_in(x86_system, opcode)       ? SystemOperation::system
           : is_in(x86_microcoded, opcode) ? SystemOperation::microcoded
                                           : SystemOperation::none;
  case Isa::aarch64: return is_in(aarch64_system, opcode) ? SystemOperation::system : SystemOperation::none;
  case Isa::riscv64: return is_in(riscv_system, opcode) ? SystemOperation::system : SystemOperation::none;
  }
  return SystemOperation::none;
}

} // namespace osaca
