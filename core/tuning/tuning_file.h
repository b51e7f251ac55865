// The file of the tuning database (core/framework/tuning_database.h); several processes may read and write it at the
// same time. The command line and the window's tuning store use it.
#pragma once

#include <functional>
#include <string>

#include "core/framework/tuning_database.h"

namespace lightbench {

class TuningFile {
public:
    /// The path of a CSV file, which need not exist; empty: nothing is stored.
    explicit TuningFile(std::string path) : path_(std::move(path)) {}

    bool isEnabled() const { return !path_.empty(); }
    const std::string& path() const { return path_; }
    /// Null if it is off. Throws Error(Input) with the remedy if the file holds something else or cannot be read.
    TuningDatabasePtr read() const;
    /// The same for work that does without results: such a file is a warning, and has none, so that `auto` takes its
    /// built-in choices.
    TuningDatabasePtr readOrWarn(const std::function<void(const std::string& line)>& warn) const;
    /// Applies `change` to the current content, without results whose time was not measured, under a lock and replaces
    /// the file atomically; creates it and its folder if needed. A file that cannot be used is kept beside it
    /// (core/base/damaged_file.h), and the change applies to an empty database. Returns the new content. Throws
    /// Error(Input); nothing is lost then.
    TuningDatabasePtr change(const std::function<void(TuningDatabase& database)>& change) const;

private:
    std::string path_;
};

/// The path of the user's own file. Returns `wanted` (an option's value), else LIGHTBENCH_TUNING, else
/// lightbench/tuning.csv in XDG_DATA_HOME, else the same in ~/.local/share. Returns an empty path, so that nothing is
/// stored, for "off" and if there is no home folder.
std::string tuningPath(const std::string& wanted = {});

} // namespace lightbench
