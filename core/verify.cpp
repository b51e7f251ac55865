#include "core/verify.h"
