// Stands before the OpenCL loader, with the functions that Lightbench calls, and makes some of their calls fail. One
// file of a program or library includes it, and defines both functions below.
#pragma once

#include <dlfcn.h>

#include "gpu/driver/opencl.h"

namespace caught {
/// True if this call is to fail. Called once for each call of such a function.
bool fails(const char* function);
/// What it fails with.
cl_int failure();

/// The loader's own. A program that defines all of these functions is not linked with the loader.
template <class F> F* real(const char* function) {
    static void* const loader = dlopen("libOpenCL.so.1", RTLD_LAZY);
    return reinterpret_cast<F*>(dlsym(loader, function));
}
} // namespace caught

// A function that returns its error code, and one that gives it through its last argument.
#define CAUGHT(name, parameters, ...)                                                                                  \
    extern "C" __attribute__((visibility("default"))) cl_int name parameters {                                         \
        return caught::fails(#name) ? caught::failure() : caught::real<cl_int parameters>(#name)(__VA_ARGS__);         \
    }
#define CAUGHT_MAKER(type, name, parameters, ...)                                                                      \
    extern "C" __attribute__((visibility("default"))) type name parameters {                                           \
        if (!caught::fails(#name)) return caught::real<type parameters>(#name)(__VA_ARGS__);                           \
        if (error) *error = caught::failure();                                                                         \
        return nullptr;                                                                                                \
    }
#define CAUGHT_COUNT(what, type)                                                                                       \
    CAUGHT(clRetain##what, (type object), object)                                                                      \
    CAUGHT(clRelease##what, (type object), object)

CAUGHT(clGetPlatformIDs, (cl_uint n, cl_platform_id* all, cl_uint* count), n, all, count)
CAUGHT(clGetPlatformInfo, (cl_platform_id o, cl_platform_info i, size_t n, void* v, size_t* r), o, i, n, v, r)
CAUGHT(clGetDeviceIDs, (cl_platform_id p, cl_device_type t, cl_uint n, cl_device_id* all, cl_uint* count), p, t, n, all,
       count)
CAUGHT(clGetDeviceInfo, (cl_device_id o, cl_device_info i, size_t n, void* v, size_t* r), o, i, n, v, r)
CAUGHT(clGetProgramInfo, (cl_program o, cl_program_info i, size_t n, void* v, size_t* r), o, i, n, v, r)
CAUGHT(clGetProgramBuildInfo, (cl_program o, cl_device_id d, cl_program_build_info i, size_t n, void* v, size_t* r), o,
       d, i, n, v, r)
CAUGHT(clGetKernelInfo, (cl_kernel o, cl_kernel_info i, size_t n, void* v, size_t* r), o, i, n, v, r)
CAUGHT(clGetKernelWorkGroupInfo,
       (cl_kernel o, cl_device_id d, cl_kernel_work_group_info i, size_t n, void* v, size_t* r), o, d, i, n, v, r)
CAUGHT(clGetEventInfo, (cl_event o, cl_event_info i, size_t n, void* v, size_t* r), o, i, n, v, r)
CAUGHT(clGetEventProfilingInfo, (cl_event o, cl_profiling_info i, size_t n, void* v, size_t* r), o, i, n, v, r)
CAUGHT_MAKER(cl_context, clCreateContext,
             (const cl_context_properties* p, cl_uint n, const cl_device_id* d,
              void(CL_CALLBACK* f)(const char*, const void*, size_t, void*), void* u, cl_int* error),
             p, n, d, f, u, error)
CAUGHT_MAKER(cl_command_queue, clCreateCommandQueue,
             (cl_context c, cl_device_id d, cl_command_queue_properties p, cl_int* error), c, d, p, error)
CAUGHT_MAKER(cl_mem, clCreateBuffer, (cl_context c, cl_mem_flags f, size_t n, void* h, cl_int* error), c, f, n, h,
             error)
CAUGHT_MAKER(cl_mem, clCreateImage,
             (cl_context c, cl_mem_flags f, const cl_image_format* t, const cl_image_desc* d, void* h, cl_int* error),
             c, f, t, d, h, error)
CAUGHT_MAKER(cl_sampler, clCreateSampler,
             (cl_context c, cl_bool n, cl_addressing_mode a, cl_filter_mode f, cl_int* error), c, n, a, f, error)
CAUGHT_MAKER(cl_program, clCreateProgramWithSource,
             (cl_context c, cl_uint n, const char** s, const size_t* l, cl_int* error), c, n, s, l, error)
CAUGHT_MAKER(cl_kernel, clCreateKernel, (cl_program p, const char* name, cl_int* error), p, name, error)
CAUGHT(clBuildProgram,
       (cl_program p, cl_uint n, const cl_device_id* d, const char* o, void(CL_CALLBACK* f)(cl_program, void*),
        void* u),
       p, n, d, o, f, u)
CAUGHT(clSetKernelArg, (cl_kernel k, cl_uint i, size_t n, const void* v), k, i, n, v)
CAUGHT(clEnqueueNDRangeKernel,
       (cl_command_queue q, cl_kernel k, cl_uint d, const size_t* o, const size_t* g, const size_t* l, cl_uint n,
        const cl_event* w, cl_event* e),
       q, k, d, o, g, l, n, w, e)
CAUGHT(clEnqueueReadBuffer,
       (cl_command_queue q, cl_mem b, cl_bool s, size_t o, size_t n, void* p, cl_uint c, const cl_event* w,
        cl_event* e),
       q, b, s, o, n, p, c, w, e)
CAUGHT(clEnqueueWriteBuffer,
       (cl_command_queue q, cl_mem b, cl_bool s, size_t o, size_t n, const void* p, cl_uint c, const cl_event* w,
        cl_event* e),
       q, b, s, o, n, p, c, w, e)
CAUGHT(clEnqueueFillBuffer,
       (cl_command_queue q, cl_mem b, const void* p, size_t m, size_t o, size_t n, cl_uint c, const cl_event* w,
        cl_event* e),
       q, b, p, m, o, n, c, w, e)
CAUGHT(clEnqueueCopyBufferToImage,
       (cl_command_queue q, cl_mem b, cl_mem i, size_t o, const size_t* a, const size_t* r, cl_uint c,
        const cl_event* w, cl_event* e),
       q, b, i, o, a, r, c, w, e)
CAUGHT(clEnqueueCopyImageToBuffer,
       (cl_command_queue q, cl_mem i, cl_mem b, const size_t* a, const size_t* r, size_t o, cl_uint c,
        const cl_event* w, cl_event* e),
       q, i, b, a, r, o, c, w, e)
CAUGHT(clEnqueueMigrateMemObjects,
       (cl_command_queue q, cl_uint n, const cl_mem* m, cl_mem_migration_flags f, cl_uint c, const cl_event* w,
        cl_event* e),
       q, n, m, f, c, w, e)
CAUGHT_MAKER(void*, clEnqueueMapBuffer,
             (cl_command_queue q, cl_mem b, cl_bool s, cl_map_flags f, size_t o, size_t n, cl_uint c, const cl_event* w,
              cl_event* e, cl_int* error),
             q, b, s, f, o, n, c, w, e, error)
CAUGHT(clEnqueueUnmapMemObject, (cl_command_queue q, cl_mem m, void* p, cl_uint c, const cl_event* w, cl_event* e), q,
       m, p, c, w, e)
CAUGHT(clWaitForEvents, (cl_uint n, const cl_event* e), n, e)
CAUGHT(clFlush, (cl_command_queue q), q)
CAUGHT(clFinish, (cl_command_queue q), q)
CAUGHT_COUNT(Device, cl_device_id)
CAUGHT_COUNT(Context, cl_context)
CAUGHT_COUNT(CommandQueue, cl_command_queue)
CAUGHT_COUNT(MemObject, cl_mem)
CAUGHT_COUNT(Sampler, cl_sampler)
CAUGHT_COUNT(Program, cl_program)
CAUGHT_COUNT(Kernel, cl_kernel)
CAUGHT_COUNT(Event, cl_event)

#undef CAUGHT
#undef CAUGHT_MAKER
#undef CAUGHT_COUNT
