// SPDX-License-Identifier: GPL-3.0-or-later
// GCC 11's lto-streamer.h includes a header of this name in the end, which Debian's package of its plugin headers
// lacks. It holds the version of a file format that nothing here looks at. Where GCC has its own, that one is found
// first.
#pragma once

#define GCOV_VERSION ((gcov_unsigned_t)0)
