#include "core/device/compiler_macros.h"

#include <cstdio>
#include <string>

#include "core/device/device_traits.h"

namespace lightbench {

namespace {
/// The names of optional features of OpenCL C 3.0 begin so. Compilers define them only in programs of that version.
constexpr std::string_view featurePrefix = "__opencl_c_";
constexpr const char* deviceScope = "__opencl_c_atomic_scope_device";

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
                        "__NV_CL_C_VERSION", deviceScope});
    return macros;
}

namespace {
CompilerMacros otherCompilerMacros(const DeviceInfo& device, int version) {
    CompilerMacros macros;
    for (const std::string& extension : device.extensions)
        if (version >= 300 || !extension.starts_with(featurePrefix)) macros.defines.emplace_back(extension, "1");
    const auto isOf = [&](const char* vendor) { return device.vendor.find(vendor) != std::string::npos; };
    if (isOf("NVIDIA")) macros.defines.emplace_back("__NV_CL_C_VERSION", "120");
    if (isOf("Advanced Micro Devices") || isOf("AMD")) macros.defines.emplace_back("__AMDGCN__", "1");
    noteAbsent(macros, {"__x86_64__", "__aarch64__", "__AMDGCN__", "__NV_CL_C_VERSION", deviceScope});
    return macros;
}

} // namespace

int languageVersion(const DeviceInfo& device, std::string_view program) {
    const bool hasScopes = device.type == DeviceType::Gpu && device.hasExtension(deviceScope);
    return hasScopes && program.find(deviceScope) != std::string_view::npos ? 300 : 120;
}

CompilerMacros compilerMacros(const DeviceInfo& device, std::string_view program) {
    const int version = languageVersion(device, program);
    CompilerMacros macros = isCpuDevice(device) ? hostCompilerMacros() : otherCompilerMacros(device, version);
    macros.defines.emplace_back("__OPENCL_C_VERSION__", std::to_string(version));
    int major = 0, minor = 0;
    if (std::sscanf(device.version.c_str(), "OpenCL %d.%d", &major, &minor) == 2)
        macros.defines.emplace_back("__OPENCL_VERSION__", std::to_string(100 * major + 10 * minor));
    return macros;
}

} // namespace lightbench
