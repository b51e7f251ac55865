// What the window says about the user's kernel files. OpenedKernels shows it.
#pragma once

#include <QString>

#include "core/framework/filter_definition.h"

namespace lightbench {

/// Two sentences; a full stop of the first is kept once.
QString twoSentences(const QString& first, const QString& second);
/// That the file's filter or variant can be used.
QString readText(const QString& path, const FilterDefinition& definition);
/// That the file is gone, and its filter or variant stays.
QString goneText(const QString& path, const FilterDefinition& definition);
/// That there is another filter or variant of its name.
QString takenText(const QString& path, const FilterDefinition& definition);
/// What Lightbench guessed about the file, a line for each guess.
QString guessesIn(const FilterDefinition& definition);

} // namespace lightbench
