// SPDX-License-Identifier: GPL-3.0-or-later
// Replaces a header that GCC 11's lto-streamer.h includes indirectly, and that Debian's package of the plugin headers
// lacks. It contains the version of a file format that is not used here. If GCC provides this header, GCC's is found
// first.
#pragma once

#define GCOV_VERSION ((gcov_unsigned_t)0)
