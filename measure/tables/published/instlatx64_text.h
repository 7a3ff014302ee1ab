// From the names of InstLatx64 to instructions in AT&T syntax.
//
// A name is mostly an instruction in Intel's notation with kinds of operands: "ADD r32, imm8". Operands of one kind are
// one register, unless they have numbers. Some names are of two instructions, "CVTPD2PS + CVTPS2PD". Other names do not
// say which instruction was measured, such as those of divisions of particular values.
#pragma once

#include <string>
#include <string_view>

namespace osaca::measure {

/// The name with uniform abbreviations and blanks, without the marks "{REX}" and "{VEX}". The mark "{EVEX}" remains if
/// there are 128-bit or 256-bit registers, of which other encodings exist.
[[nodiscard]] std::string uniform_name(std::string_view name, std::string_view extension);

/// Of a uniform name. Several instructions are separated by "; ". Empty: the name does not say which instruction it is.
[[nodiscard]] std::string att_text(std::string_view uniform_name);

/// One instruction, "ADD r32, imm8". As above.
[[nodiscard]] std::string att_instruction(std::string_view instruction, bool is_evex);

} // namespace osaca::measure
