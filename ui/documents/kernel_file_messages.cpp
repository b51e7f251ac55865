// A file holds a filter, or a variant of a built-in one; messages name what it holds.
#include "ui/documents/kernel_file_messages.h"

#include "core/definition/kernel_file.h"
#include "core/definition/own_variant.h"
#include "ui/documents/opened_kernels.h"
#include "ui/files/file_name.h"
#include "ui/theme/theme.h"

namespace lightbench {

namespace {
bool isFilter(const FilterDefinition& definition) { return baseFilterId(definition).empty(); }

QString named(const QString& text, const QString& path, const FilterDefinition& definition) {
    return text.arg(shownName(path), words(definitionName(definition)));
}
} // namespace

QString twoSentences(const QString& first, const QString& second) {
    return (first.endsWith('.') ? first.chopped(1) : first) + QStringLiteral(". ") + second;
}

QString readText(const QString& path, const FilterDefinition& definition) {
    return named(isFilter(definition) ? OpenedKernels::tr("Read %1: the filter %2") : OpenedKernels::tr("Read %1: %2"),
                 path, definition);
}

QString goneText(const QString& path, const FilterDefinition& definition) {
    return named(
        isFilter(definition)
            ? OpenedKernels::tr("%1 was deleted. Its filter %2 stays as it was read last, and Save in the tab Source "
                                "writes the file again.")
            : OpenedKernels::tr(
                  "%1 was deleted. %2 stays as it was read last, and Save in the tab Source writes the file again."),
        path, definition);
}

QString takenText(const QString& path, const FilterDefinition& definition) {
    return named(
        isFilter(definition)
            ? OpenedKernels::tr("%1: there is a filter called %2 already. Give yours another name in its file, such as "
                                "//@ id: my-%2.")
            : OpenedKernels::tr("%1: there is %2 already. Give yours another name in its file, such as //@ id: "
                                "my-copy."),
        path, definition);
}

QString guessesIn(const FilterDefinition& definition) {
    QStringList lines;
    if (!isFilter(definition)) return {};
    for (const KernelGuess& guess : kernelFileOf(definition).guesses)
        lines << words(guess.text);
    return lines.join('\n');
}

} // namespace lightbench
