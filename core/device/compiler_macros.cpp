// Lists the macros by the compilers of PoCL, NVIDIA and AMD.
#include "core/device/compiler_macros.h"

#include <cstdio>
#include <string>

#include "core/device/device_traits.h"

namespace lightbench {

namespace {
/// What kernels ask for that decides between compilers and processors. `known`: those that this device's has, or lacks.
void noteAbsent(CompilerMacros& macros, std::set<std::string> known) {
    for (const auto& [name, value] : macros.defines)
        known.erase(name);
    macros.absent = std::move(known);
}
} // namespace

CompilerMacros hostCompilerMacros() {
    CompilerMacros macros{
        {{"__clang__", "1"}, {"__has_builtin", ""}, {"cl_khr_fp64", "1"}, {"cl_khr_int64_base_atomics", "1"}},
        {"__builtin_convertvector"}};
#if defined(__x86_64__)
    macros.defines.emplace_back("__x86_64__", "1");
    if (__builtin_cpu_supports("ssse3")) macros.defines.emplace_back("__SSSE3__", "1");
    if (__builtin_cpu_supports("avx512f")) macros.defines.emplace_back("__AVX512F__", "1");
    if (__builtin_cpu_supports("avx512bw")) macros.defines.emplace_back("__AVX512BW__", "1");
    macros.builtins.insert(
        {"__builtin_ia32_pshufb128", "__builtin_ia32_vpermi2varps512", "__builtin_ia32_vpermi2varhi512"});
#elif defined(__aarch64__)
    macros.defines.emplace_back("__aarch64__", "1");
#endif
    noteAbsent(macros, {"__x86_64__", "__aarch64__", "__SSSE3__", "__AVX512F__", "__AVX512BW__", "__AMDGCN__",
                        "__NV_CL_C_VERSION"});
    return macros;
}

namespace {
CompilerMacros otherCompilerMacros(const DeviceInfo& device) {
    CompilerMacros macros;
    for (const std::string& extension : device.extensions)
        macros.defines.emplace_back(extension, "1");
    const auto isOf = [&](const char* vendor) { return device.vendor.find(vendor) != std::string::npos; };
    if (isOf("NVIDIA")) macros.defines.emplace_back("__NV_CL_C_VERSION", "120");
    if (isOf("Advanced Micro Devices") || isOf("AMD")) macros.defines.emplace_back("__AMDGCN__", "1");
    noteAbsent(macros, {"__x86_64__", "__aarch64__", "__AMDGCN__", "__NV_CL_C_VERSION"});
    return macros;
}

} // namespace

CompilerMacros compilerMacros(const DeviceInfo& device) {
    CompilerMacros macros = isCpuDevice(device) ? hostCompilerMacros() : otherCompilerMacros(device);
    macros.defines.emplace_back("__OPENCL_C_VERSION__", "120"); // programs are built with -cl-std=CL1.2
    int major = 0, minor = 0;
    if (std::sscanf(device.version.c_str(), "OpenCL %d.%d", &major, &minor) == 2)
        macros.defines.emplace_back("__OPENCL_VERSION__", std::to_string(100 * major + 10 * minor));
    return macros;
}

} // namespace lightbench
