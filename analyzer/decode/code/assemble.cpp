// The way of LLVM's own assembler: parse, lay out, write an ELF object into memory; then take its text section out
// again. This resolves labels and picks the short forms of jumps as every assembler does. What LLVM would do without a
// limit, or with other files, is refused before it sees the text.
#include "decode/code/assemble.h"

#include "decode/llvm/target.h"
#include "decode/screen/assemble_screen.h"

#include <llvm/MC/MCAsmBackend.h>
#include <llvm/MC/MCCodeEmitter.h>
#include <llvm/MC/MCContext.h>
#include <llvm/MC/MCObjectFileInfo.h>
#include <llvm/MC/MCObjectWriter.h>
#include <llvm/MC/MCParser/MCAsmParser.h>
#include <llvm/MC/MCParser/MCTargetAsmParser.h>
#include <llvm/MC/MCStreamer.h>
#include <llvm/Object/ELFObjectFile.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Support/SourceMgr.h>
#include <llvm/Support/VirtualFileSystem.h>

#include <optional>

namespace osaca {
namespace {

/// The first complaint of LLVM's, with its line.
class FirstProblem {
public:
  explicit FirstProblem(std::string file) : file_(std::move(file)) {}

  void add(const llvm::SMDiagnostic &diagnostic) {
    if (diagnostic.getKind() == llvm::SourceMgr::DK_Error && !found_)
      found_ = Error{diagnostic.getMessage().take_front(200).str(), {file_, std::max(diagnostic.getLineNo(), 0), 0}};
  }
  [[nodiscard]] const std::optional<Error> &found() const { return found_; }

private:
  std::string file_;
  std::optional<Error> found_;
};

void report(const llvm::SMDiagnostic &diagnostic, void *problem) {
  static_cast<FirstProblem *>(problem)->add(diagnostic);
}

using Object = llvm::SmallString<4096>;

/// Writes the object of `text`; false: `problem` knows why.
bool write_object(const LlvmTarget &target, const llvm::MCSubtargetInfo &subtarget, std::string_view text,
                  const AssembleOptions &options, FirstProblem &problem, Object &object) {
  llvm::SourceMgr sources(llvm::makeIntrusiveRefCnt<llvm::vfs::InMemoryFileSystem>()); // no other file, however named
  sources.AddNewSourceBuffer(
      llvm::MemoryBuffer::getMemBufferCopy(llvm::StringRef(text.data(), text.size()), options.name), llvm::SMLoc());
  sources.setDiagHandler(report, &problem);
  llvm::MCContext context(target.triple, target.asm_info.get(), target.registers.get(), &subtarget, &sources,
                          &target.options);
  context.setDiagnosticHandler([&problem](const llvm::SMDiagnostic &diagnostic, bool, const llvm::SourceMgr &,
                                          std::vector<const llvm::MDNode *> &) { problem.add(diagnostic); });
  const std::unique_ptr<llvm::MCObjectFileInfo> sections(target.target->createMCObjectFileInfo(context, true));
  context.setObjectFileInfo(sections.get());

  llvm::raw_svector_ostream stream(object);
  std::unique_ptr<llvm::MCCodeEmitter> emitter(target.target->createMCCodeEmitter(*target.instructions, context));
  std::unique_ptr<llvm::MCAsmBackend> backend(
      target.target->createMCAsmBackend(subtarget, *target.registers, target.options));
  std::unique_ptr<llvm::MCObjectWriter> writer = backend->createObjectWriter(stream);
  const std::unique_ptr<llvm::MCStreamer> streamer(target.target->createMCObjectStreamer(
      target.triple, context, std::move(backend), std::move(writer), std::move(emitter), subtarget));
  const std::unique_ptr<llvm::MCAsmParser> parser(
      llvm::createMCAsmParser(sources, context, *streamer, *target.asm_info));
  const std::unique_ptr<llvm::MCTargetAsmParser> instructions(
      target.target->createMCAsmParser(subtarget, *parser, *target.instructions, target.options));
  parser->setTargetParser(*instructions);
  if (options.intel_syntax && target.isa == Isa::x86_64)
    parser->setAssemblerDialect(1);
  return !parser->Run(false) && !problem.found();
}

Expected<AssembledCode> text_section_of(const Object &object, const std::string &name) {
  const auto unreadable = [&name](llvm::Error error) {
    return Error{"the assembled object cannot be read back: " + llvm::toString(std::move(error)), {name, 0, 0}};
  };
  auto file = llvm::object::ObjectFile::createObjectFile(llvm::MemoryBufferRef(object, name));
  if (!file)
    return unreadable(file.takeError());
  AssembledCode made;
  for (const llvm::object::SectionRef &section : (*file)->sections()) {
    for (const llvm::object::RelocationRef &relocation : section.relocations()) {
      auto symbol = relocation.getSymbol()->getName();
      const std::string wanted = symbol ? symbol->str() : std::string();
      if (!symbol)
        llvm::consumeError(symbol.takeError());
      return Error{"the text refers to '" + wanted + "', which it does not define", {name, 0, 0}};
    }
    if (!section.isText())
      continue;
    auto contents = section.getContents();
    if (!contents)
      return unreadable(contents.takeError());
    made.bytes.assign(contents->bytes_begin(), contents->bytes_end());
  }
  for (const llvm::object::SymbolRef &symbol : (*file)->symbols()) {
    auto label = symbol.getName();
    auto offset = symbol.getValue();
    if (label && offset && !label->empty())
      made.labels.emplace(label->str(), static_cast<std::size_t>(*offset));
    if (!label)
      llvm::consumeError(label.takeError());
    if (!offset)
      llvm::consumeError(offset.takeError());
  }
  return made;
}

} // namespace

Expected<AssembledCode> assemble(std::string_view text, Isa isa, const AssembleOptions &options) {
  if (const std::optional<Error> refused = refused_for_assembling(text))
    return Error{refused->message, {options.name, refused->where.line, 0}};
  const LlvmTarget &target = llvm_target(isa);
  auto subtarget = target.reader(options.features_cpu);
  if (!subtarget)
    return subtarget.error();
  FirstProblem problem(options.name);
  Object object;
  if (!write_object(target, **subtarget, text, options, problem, object))
    return problem.found() ? *problem.found() : Error{"the text cannot be assembled", {options.name, 0, 0}};
  return text_section_of(object, options.name);
}

} // namespace osaca
