// What annotated_loops.h hides: LLVM's types are in it.
#pragma once

#include "decode/object/annotated_loops.h"
#include "decode/object/object_state.h"
#include "loops/loop_nest.h"
#include "loops/regions.h"

namespace osaca {

/// Where an instruction comes from: its line, then the calls that it was inlined through.
[[nodiscard]] InstructionPlace place_of_instruction(const ObjectFile::State &file, const CodeAddress &code,
                                                    const AnnotatedSources &sources);

/// Those calls, by name.
[[nodiscard]] std::vector<SourceLocation> calls_to(const ObjectFile::State &file, const CodeAddress &code);

/// Without the instructions' places.
[[nodiscard]] AnnotatedGroup annotated_loops_of(const ObjectFile::State &file, const ReadObject &object,
                                                const AnnotatedSources &sources, int max_paths_per_loop);

} // namespace osaca
