// Reading a capture: the document comes from another process and is checked as if from a stranger.
#pragma once

#include "osaca/capture.h"
