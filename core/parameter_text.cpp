#include "core/parameter.h"
