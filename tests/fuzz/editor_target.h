// What an editor says, fed with damaged input.
#pragma once

#include <string>

namespace osaca::test {

/// A stream to a language server, and then each of its lines as the content of a message.
void editor_messages(const std::string &input);

} // namespace osaca::test
