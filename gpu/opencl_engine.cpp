#include "gpu/opencl_engine.h"
