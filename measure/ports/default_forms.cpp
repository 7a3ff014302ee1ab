#include "measure/ports/default_forms.h"

#include <array>

namespace osaca::measure {
namespace {

// Names that LLVM does not have, or the processor not, are passed over.
constexpr auto names = std::to_array<std::string_view>({
    "MOV64rr", "MOV32ri", "MOVZX32rr8", "MOVZX32rr16", "MOVSX64rr32", "LEA64r", "SHLX64rr", "SARX64rr", "RORX64ri",
    "ANDN64rr", "BLSR64rr", "BEXTR64rr", "BZHI64rr", "PDEP64rr", "PEXT64rr", "POPCNT64rr", "LZCNT64rr", "TZCNT64rr",
    "IMUL64rri32", "IMUL32rri", "ADD64rr", "ADD64ri8", "SUB64rr", "AND64rr", "OR64rr", "XOR64rr", "CMP64rr",
    "TEST64rr", "INC64r", "NEG64r", "NOT64r", "BSWAP64r", "SHL64ri", "SHR64ri", "SAR64ri", "SHL64rCL", "ROL64ri",
    "ROL64rCL", "SHLD64rri8", "IMUL64rr", "CMOV64rr", "SETCCr", "BT64rr", "BT64ri8", "BTS64rr", "BSF64rr",
    "BSR64rr", "CRC32r64r64", "MULX64rr", "MUL64r", "ADC64rr", "SBB64rr", "ADCX64rr", "XCHG64rr", "XADD64rr",
    "DIV32r", "DIV64r", "IDIV64r", "KANDQkk", "KORQkk", "KADDQkk", "KSHIFTLQki", "KUNPCKDQkk", "KORTESTQkk",
    "KMOVQkr", "KMOVQrk", "VPADDDrr", "VPADDQrr", "VPSUBBrr", "VPANDrr", "VPORrr", "VPXORrr", "VANDPSrr",
    "VPMINSDrr", "VPMAXUBrr", "VPABSDrr", "VPCMPEQBrr", "VPCMPGTDrr", "VPCMPGTQrr", "VPSIGNDrr", "VPAVGBrr",
    "VPADDSWrr", "VPMULLDrr", "VPMULLWrr", "VPMULUDQrr", "VPMADDWDrr", "VPSADBWrr", "VMPSADBWrri", "VPSLLDri",
    "VPSRLQri", "VPSLLDrr", "VPSLLVDrr", "VPSRAVDrr", "VPSHUFBrr", "VPSHUFDri", "VPUNPCKLDQrr", "VPALIGNRrri",
    "VPSLLDQri", "VPBLENDWrri", "VPBLENDDrri", "VBLENDPSrri", "VBLENDVPSrrr", "VPBLENDVBrrr", "VSHUFPSrri",
    "VUNPCKLPSrr", "VPERMILPSri", "VPACKSSDWrr", "VPBROADCASTDrr", "VPERMQYri", "VPERMDYrr", "VPERM2F128rri",
    "VINSERTF128rri", "VEXTRACTF128rri", "VPMOVZXBWrr", "VADDPDrr", "VADDPSrr", "VADDSDrr_Int", "VSUBPDrr", "VMINPDrr",
    "VMAXPSrr", "VCMPPDrri", "VMULPDrr", "VMULPSrr", "VMULSDrr_Int", "VFMADD213PDr", "VFMADD231PSr", "VROUNDPDri",
    "VCVTDQ2PSrr", "VCVTPS2DQrr", "VCVTPD2PSrr", "VCVTPS2PDrr", "VRCPPSr", "VRSQRTPSr", "VUCOMISDrr", "VPTESTrr",
    "VHADDPDrr", "VPHADDDrr", "VDPPSrri", "VDIVPDrr", "VDIVPSrr", "VDIVSDrr_Int", "VSQRTPDr", "VSQRTPSr", "VSQRTSDr_Int",
    "VAESENCrr", "VPCLMULQDQrri", "VGF2P8MULBrr", "VPSHADrr", "VMOVMSKPSrr", "VPMOVMSKBrr", "VMOVPQIto64rr",
    "VMOV64toPQIrr", "VPINSRQrri", "VPEXTRQrri", "VCVTSI642SDrr_Int", "VCVTTSD2SI64rr_Int", "VADDPDYrr", "VMULPDYrr",
    "VFMADD213PDYr", "VPADDDYrr", "VPANDYrr", "VPSHUFBYrr", "VPSLLDYri", "VPACKSSDWYrr", "VPTERNLOGDZ128rri",
    "VPERMT2DZ128rr", "VPERMDZ256rr", "VPERMBZ128rr", "VPOPCNTDZ128rr", "VPLZCNTDZ128rr", "VPCONFLICTDZ128rr",
    "VPCMPDZ128rri", "VPCOMPRESSDZ128rr", "VPROLDZ128ri", "VPSHLDDZ128rri", "VDPBF16PSZ128r", "VPDPBUSDZ128r",
    "VADDPDZrr", "VMULPDZrr", "VFMADD213PDZr", "VPADDDZrr", "VPANDDZrr", "VPSHUFBZrr", "VPTERNLOGDZrri",
    "VPERMDZrr", "MOV64rm", "MOV32rm", "MOVZX32rm8", "MOVSX64rm32", "VMOVUPSrm", "VMOVUPSYrm", "VMOVUPSZrm",
    "VMOVSDrm", "VBROADCASTSSrm", "VPBROADCASTDrm", "VPMOVZXBWrm", "POP64r", "MOV64mr", "MOV32mr", "MOV8mr",
    "MOV64mi32", "PUSH64r", "VMOVUPSmr", "VMOVUPSYmr", "VMOVUPSZmr", "VMOVSDmr", "VMOVPQIto64mr", "VEXTRACTF128mri",
    "ADD64rm", "CMP64rm", "IMUL64rm", "ADD64mr", "VADDPDrm", "VADDPDYrm", "VPADDDrm", "VFMADD213PDm", "VPSHUFBrm"});

} // namespace

std::span<const std::string_view> default_port_forms() { return names; }

} // namespace osaca::measure
