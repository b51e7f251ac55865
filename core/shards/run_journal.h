// The journal of a batch: what became of each image that ran through a stack, as a CSV file. Later calls append to it
// and skip images that are done. The command `run` uses it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/base/fields.h"
#include "core/experiment/journal_file.h"
#include "core/run/report.h"

namespace lightbench {

struct RunRow {
    std::string input, stack; ///< the path as given; the stack's text
    std::string output;       ///< a path
    /// Hashes of the files' bytes (for the input including the stages' files); empty for streams.
    std::string inputHash, outputHash;
    std::string program, commit, kernels;   ///< kernels: a hash of all of them
    std::string check;                      ///< "yes" if it was compared with the references, else "no"
    int repeats = 0;                        ///< measured repeats
    std::string host, device, driver, time; ///< time: when it finished
    int width = 0, height = 0;
    std::string format;               ///< the input's format, such as "rgba8"
    std::string variants, workgroups; ///< what ran; several stages are separated by " | "
    std::string chosenBy;             ///< separated likewise
    double gpuMs = 0, wallMs = 0, buildMs = 0;
    std::string verdict; ///< verdictName
    std::string error;   ///< why there is no result; otherwise empty

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

/// Copies a run's results into a row.
void addReport(RunRow& row, const Report& report);
/// A hash of a file's bytes; empty if it is a stream or cannot be read.
std::string fileHash(const std::string& path);

class RunJournal {
public:
    /// An empty name means no file. Throws Error(Input) like Journal.
    explicit RunJournal(const std::string& path);
    bool isOn() const { return file_ != nullptr; }
    /// The row of this image and stack with the same program, kernels and settings, and an output file of the same name
    /// (except its suffix). Input and output must be unchanged since.
    std::optional<RunRow> known(const RunRow& wanted) const;
    /// Writes the row immediately, and replaces one of the same image, stack and output.
    void add(const RunRow& row);

private:
    std::unique_ptr<JournalFile> file_;
    std::vector<RunRow> rows_;
};

/// Merges journals without duplicates. Of rows with the same image, stack and output, a successful one precedes one
/// with an error, then the later one is used. The order is that of the files, `to` first if it exists. Throws
/// Error(Input).
std::vector<RunRow> mergeRunJournals(const std::vector<std::string>& from, const std::string& to);

} // namespace lightbench
