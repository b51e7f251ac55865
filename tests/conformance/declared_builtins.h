// PoCL's compiler begins each program with 18,000 lines of declarations, which take 80 of the 100 ms that an empty one
// takes. A walk that builds thousands gives each those alone that it may call.
#pragma once

#include <memory>
#include <string>

#include "core/filter/kernel_library.h"
#include "gpu/opencl_engine.h"

namespace lightbench {

struct DeclaredBuiltins {
    KernelLibrary kernels;    ///< each program's file begins with the declarations, for PoCL alone
    std::string buildOptions; ///< leaves PoCL's own out; other drivers' do not know it and lose nothing
};

/// `kernels` as they are, without an option, where they are not the built-in ones, or where PoCL's declarations do not
/// lie where Debian puts them. A function that is missing is an error of the compiler, never another result.
/// `before`: what common.clh begins with besides.
DeclaredBuiltins withDeclaredBuiltins(const KernelLibrary& kernels, const std::string& before = {});
/// An engine of the built-in kernels with these declarations, for tests that build much.
std::unique_ptr<Engine> makeDeclaredEngine(EngineSettings settings = {});

} // namespace lightbench
