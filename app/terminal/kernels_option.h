// --kernels: the user's kernel files, as filters beside the built-in ones. Every command that runs kernels has it.
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
/// from now on. Returns `filters` unchanged if the command lacks --kernels.
FilterCatalog withUserKernels(const FilterCatalog& filters, const CommandSpec& command, const Arguments& arguments,
                              CommandContext& context);

/// Asks the driver for the signatures of kernels whose text does not tell their arguments. Returns the definition
/// unchanged if the command has no --device, or if the device fails; the command then says why when it runs.
FilterDefinition withReportedKernels(FilterDefinition definition, const CommandSpec& command,
                                     const Arguments& arguments, CommandContext& context);

} // namespace lightbench
