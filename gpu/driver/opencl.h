// The only header that includes the OpenCL bindings, so that all of gpu/ uses the same version. The host API is OpenCL
// 1.2, and errors are exceptions (cl::Error).
#pragma once

#define CL_HPP_TARGET_OPENCL_VERSION 120
#define CL_HPP_MINIMUM_OPENCL_VERSION 120
#define CL_HPP_ENABLE_EXCEPTIONS
#include <CL/opencl.hpp>
