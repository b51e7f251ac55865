// `train`: trains the detector of a stack's last stage on an image, and writes it.
#include "app/cli/cli_commands.h"
#include "app/cli/files.h"
#include "core/base/text.h"
#include "core/base/whole_file.h"
#include "core/run/stack_resource.h"

namespace lightbench {

namespace {
int trainDetector(const Arguments& arguments, CommandContext& context) {
    const Stack stack = stackFrom(arguments.value("stack"), context);
    if (stack.empty())
        throw Error(ErrorKind::Usage, "train: say which detector: --stack \"random-trees rectangle=x,y,w,h\"");
    const std::string output = arguments.value("output");
    if (output.empty()) throw Error(ErrorKind::Usage, "train: say where the detector goes: -o FILE.detector");
    const ResourceKindPtr kind = madeKind(stack, context.filters);
    if (kind && !output.ends_with(kind->suffix()) && !isStream(output))
        throw Error(ErrorKind::Usage, "train: the name of a " + kind->name + "'s file ends in " + kind->suffix() +
                                          ", unlike " + shownPath(output));
    context.claims().writes(output, "-o");
    checkWritable(output);
    const ImagePtr image = readInput(arguments.positionals[0], largeOf(arguments), context).image;
    writeText(output, context, makeResource(image, stack, context.filters).text());
    return Success;
}
} // namespace

ProgramCommand trainCommand() {
    return {
        {.name = "train",
         .positionals = "IN --stack TEXT -o FILE.detector",
         .summary = "Trains a patch detector on an image and saves it",
         .details =
             "The stack's last stage is the detector; stages before it are run by their CPU references. The file is\n"
             "text; `random-trees detector=FILE` finds the object in other images.\n\n"
             "Examples\n"
             "  lightbench-cli train photo.jpg --stack \"random-trees rectangle=410,220,64,48\" -o face.detector\n"
             "  lightbench-cli run other.jpg -o found.png --stack \"random-trees detector=face.detector | peaks\"\n",
         .options = {{"output", 'o', "FILE.detector", "the detector file to write"},
                     {"stack", 's', "TEXT or FILE", "a stack that ends with random-trees or binary-patterns"},
                     largeOption()},
         .minimum = 1,
         .maximum = 1},
        trainDetector};
}

} // namespace lightbench
