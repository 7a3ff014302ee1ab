// SPDX-License-Identifier: GPL-3.0-or-later
#include "asm_capture.h"

namespace osaca::gcc {
namespace {

using PostscanHook = void (*)(FILE *, rtx_insn *, rtx *, int);

// The target hook takes no user data; one function is written at a time.
struct Copy {
  FILE *stream = nullptr; ///< what the compiler writes to for now
  FILE *real = nullptr;
  char *text = nullptr;
  size_t size_bytes = 0;
  PostscanHook original_hook = nullptr;
  std::vector<EmittedInstruction> instructions;
};
Copy copy;

void after_instruction(FILE *file, rtx_insn *insn, rtx *operands, int operand_count) {
  if (copy.original_hook != nullptr)
    copy.original_hook(file, insn, operands, operand_count);
  fflush(copy.stream);
  const size_t begin = copy.instructions.empty() ? 0 : copy.instructions.back().end;
  copy.instructions.push_back({INSN_UID(insn), INSN_LOCATION(insn), begin, copy.size_bytes});
}

} // namespace

void begin_asm_capture() {
  copy = Copy();
  copy.stream = open_memstream(&copy.text, &copy.size_bytes);
  if (copy.stream == nullptr)
    return;
  copy.real = asm_out_file;
  asm_out_file = copy.stream;
  copy.original_hook = targetm.asm_out.final_postscan_insn;
  targetm.asm_out.final_postscan_insn = after_instruction;
}

bool is_capturing() { return copy.stream != nullptr; }

CapturedText end_asm_capture() {
  CapturedText captured;
  asm_out_file = copy.real;
  targetm.asm_out.final_postscan_insn = copy.original_hook;
  fclose(copy.stream);
  copy.stream = nullptr;
  fwrite(copy.text, 1, copy.size_bytes, copy.real); // a failure stays in the stream; the compiler checks it at the end
  captured.assembly.assign(copy.text, copy.size_bytes);
  captured.instructions = std::move(copy.instructions);
  free(copy.text);
  copy.text = nullptr;
  return captured;
}

} // namespace osaca::gcc
