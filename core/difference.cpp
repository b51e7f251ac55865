#include "core/difference.h"
