// The one place that includes the OpenCL bindings, so that every file of gpu/ sees the same version of them: the host
// API is OpenCL 1.2, errors are exceptions.
#pragma once

#define CL_HPP_TARGET_OPENCL_VERSION 120
#define CL_HPP_MINIMUM_OPENCL_VERSION 120
#define CL_HPP_ENABLE_EXCEPTIONS
#include <CL/opencl.hpp>
