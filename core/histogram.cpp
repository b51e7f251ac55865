#include "core/histogram.h"
