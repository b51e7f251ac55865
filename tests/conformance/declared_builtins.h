// PoCL's compiler begins each program with 18,000 lines of declarations, which take 80 of the 100 ms that an empty one
// takes. A walk that builds thousands gives each those alone that it may call.
#pragma once

#include <memory>
#include <string>

#include "gpu/opencl_engine.h"

namespace lightbench {

constexpr const char* poclPlatform = "Portable Computing Language";

/// What PoCL is given for the sake of a kernel: `before` and the program preprocessed, as far as its kernels reach,
/// behind the declarations that it needs. Programs that differ in defines alone are equal texts, which PoCL compiles
/// once. What lacks is an error of the compiler, never another result. Where PoCL's declarations do not lie where
/// Debian puts them the program stays as it is.
ProgramText withDeclaredBuiltins(const std::string& kernel, const ProgramText& program, const std::string& before = {});
/// An engine that gives PoCL programs so, for tests that build much.
std::unique_ptr<Engine> makeDeclaredEngine(EngineSettings settings = {});

} // namespace lightbench
