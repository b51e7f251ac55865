// --kernels: the user's kernel files, as filters beside the built-in ones. Every command that takes a stack has it.
#pragma once

#include "app/terminal/arguments.h"
#include "core/framework/filter_catalog.h"

namespace lightbench {

class CommandContext;

OptionSpec kernelsOption();
/// --allow-python, for commands that check results.
OptionSpec allowPythonOption();

/// The catalog with the filters of the files and folders that --kernels names, and of the user's own folder. Files of
/// that folder that cannot be read are warnings; those of the option are errors. A file given by the option comes
/// before one of the same name in the folder. With --allow-python, the Python references of the option's files may run
/// from now on. The catalog as it is for a command without that option.
FilterCatalog withKernels(const FilterCatalog& filters, const CommandSpec& command, const Arguments& arguments,
                          CommandContext& context);

/// The definition with the kernels that a driver reports, if its text does not tell what they take. As it is without
/// a command that uses a device.
FilterDefinition withReportedKernels(FilterDefinition definition, const CommandSpec& command,
                                     const Arguments& arguments, CommandContext& context);

} // namespace lightbench
