// What became of each of many images that went through a stack: a file that several calls, one after the other, add to,
// so that none is done twice.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/base/fields.h"
#include "core/experiment/journal_file.h"
#include "core/run/report.h"

namespace lightbench {

struct RunRow {
    std::string input, stack;               ///< a path as it was given; the stack's text
    std::string output;                     ///< a path
    std::string inputHash, outputHash;      ///< of the files' bytes, the input's with stages' files; empty for streams
    std::string program, commit, kernels;   ///< kernels: hash of all of them
    std::string check;                      ///< "yes" if it was to be compared with the references, else "no"
    int repeats = 0;                        ///< measured
    std::string host, device, driver, time; ///< time: when it was done
    int width = 0, height = 0;
    std::string format;               ///< of the input, such as "rgba8"
    std::string variants, workgroups; ///< that ran; several stages with " | " between them
    std::string chosenBy;             ///< likewise
    double gpuMs = 0, wallMs = 0, buildMs = 0;
    std::string verdict; ///< verdictName
    std::string error;   ///< why there is no result; empty where all is well

    bool differs() const { return verdict == verdictName(Verdict::Mismatch); }
};

constexpr auto fields(const RunRow*) {
    using T = RunRow;
    return FieldList{Field{"input", &T::input, Naming},
                     Field{"stack", &T::stack, Naming},
                     Field{"output", &T::output, Naming},
                     Field{"input_hash", &T::inputHash},
                     Field{"output_hash", &T::outputHash},
                     Field{"program", &T::program},
                     Field{"commit", &T::commit},
                     Field{"kernels_hash", &T::kernels},
                     Field{"check", &T::check},
                     Field{"repeats", &T::repeats},
                     Field{"host", &T::host},
                     Field{"device", &T::device},
                     Field{"driver", &T::driver},
                     Field{"time", &T::time},
                     Field{"width", &T::width},
                     Field{"height", &T::height},
                     Field{"format", &T::format},
                     Field{"variants", &T::variants},
                     Field{"workgroups", &T::workgroups},
                     Field{"chosen_by", &T::chosenBy},
                     Field{"gpu_ms", &T::gpuMs},
                     Field{"wall_ms", &T::wallMs},
                     Field{"build_ms", &T::buildMs},
                     Field{"verdict", &T::verdict},
                     Field{"error", &T::error}};
}

/// Fills in what a run found.
void addReport(RunRow& row, const Report& report);
/// Hash of a file's bytes; empty if it is a stream, or cannot be read.
std::string fileHash(const std::string& path);

class RunJournal {
public:
    /// An empty name: nothing is known, and nothing written. Throws Error(Input) as Journal does.
    explicit RunJournal(const std::string& path);
    bool isOn() const { return file_ != nullptr; }
    /// The row of this image and stack, done by the same program, kernels and settings to a file of that name (its
    /// suffix apart), if the input is still the same and the output still is what was written.
    std::optional<RunRow> known(const RunRow& wanted) const;
    /// Writes the row at once, in place of one of the same image, stack and output.
    void add(const RunRow& row);

private:
    std::unique_ptr<JournalFile> file_;
    std::vector<RunRow> rows_;
};

/// Without doubles: of rows of the same image, stack and output one that was done comes before one with an error, then
/// the later one counts. In the order of the files, those of `to` first if it is there. Throws Error(Input).
std::vector<RunRow> mergeRunJournals(const std::vector<std::string>& from, const std::string& to);

} // namespace lightbench
