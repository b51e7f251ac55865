#include "core/stack_text.h"
