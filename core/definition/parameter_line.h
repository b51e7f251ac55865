// The line //@ parameter of a kernel file, and the parameter that is guessed for an argument without such a line.
#pragma once

#include "core/definition/annotations.h"
#include "core/framework/kernel_arguments.h"
#include "core/framework/parameter.h"

namespace lightbench {

/// A number, `//@ parameter: NAME MINIMUM..MAXIMUM = DEFAULT`; a choice, `NAME {one, two} = one`, of which kernels get
/// the place, counted from 0; or a switch, `NAME switch = off`, of which they get 0 or 1. Parts behind semicolons:
/// step, limits, label, unit, doc. A number is Real here. Throws Error(Usage) that names the line.
Parameter parameterOf(const Annotation& line);

/// The same parameter as a whole number, for arguments of whole numbers. Throws Error(Usage) if range, default or step
/// are not whole, or do not fit the type.
Parameter wholeParameter(const Parameter& parameter, const KernelArgument& argument, const Annotation& line);

/// The parameter with a hundredth of its range as the step, if it is a real number that declares none.
Parameter withUsualStep(Parameter parameter);

/// A slider for a scalar argument that no line declares, with a range that is guessed from its name and type. Its range
/// is open: other values can be typed.
Parameter guessedParameter(const KernelArgument& argument);

/// The line that says kind, range, default and limits of a parameter.
std::string parameterLine(const Parameter& parameter);

} // namespace lightbench
