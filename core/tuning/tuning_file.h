// The memory of what is fastest, in a file that several programs read and write.
#pragma once

#include <functional>
#include <string>

#include "core/filter/tuned_choices.h"

namespace lightbench {

class TuningFile {
public:
    /// A CSV file, which need not be there; empty: nothing is remembered, and nothing written.
    explicit TuningFile(std::string path) : path_(std::move(path)) {}

    bool isOn() const { return !path_.empty(); }
    const std::string& path() const { return path_; }
    /// Null where it is off. Throws Error(Input) that says what to do if the file holds something else.
    TuningMemoryPtr read() const;
    /// Changes what the file holds by what it holds then, while nobody else does, whole or not at all; makes it, and
    /// its folder, where there is none. Gives what it holds afterwards. Throws Error(Input), and then nothing has
    /// changed.
    TuningMemoryPtr change(const std::function<void(TuningMemory& memory)>& change) const;

private:
    std::string path_;
};

} // namespace lightbench
