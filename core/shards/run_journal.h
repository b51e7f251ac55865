// The journal of a batch: what became of each image that ran through a stack, as a CSV file. Later calls append to it
// and skip images that are done. The command `run` uses it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/base/csv.h"
#include "core/experiment/journal_file.h"
#include "core/run/report.h"

namespace lightbench {

struct RunRow {
    std::string input, stack;               ///< the path as given; the stack's text
    std::string output;                     ///< a path
    std::string inputHash, outputHash;      ///< of the files' bytes; empty for streams
    std::string program, commit, kernels;   ///< kernels: a hash of all built-in ones
    std::string check;                      ///< "yes" if it was compared with the references, else "no"
    int repeats = 0;                        ///< measured repeats
    std::string host, device, driver, time; ///< time: when it finished
    int width = 0, height = 0;
    std::string format;               ///< the input's format, such as "rgba8"
    std::string variants, workgroups; ///< what ran; several stages are separated by " | "
    std::string chosenBy;             ///< separated likewise
    double gpuMs = 0, wallMs = 0, buildMs = 0;
    std::string verdict;              ///< verdictName
    std::string error;                ///< why there is no result; otherwise empty
    std::string files;                ///< stackFilesHash
    std::string requestedOutput;      ///< before the format of the result changed the suffix
    int quality = 0, compression = 0; ///< of the result's file; quality 0: none was given
    std::string difference;           ///< the path of the difference picture; empty for none
    int amplify = 0;                  ///< of the difference picture
    std::string explained, probe;     ///< "yes" with --explain; the pixel of --probe
    std::string differenceHash;       ///< of the file's bytes
    /// Hashes of the image's part of --report, --histogram and --trace; empty if there is none.
    std::string reportHash, histogramHash, traceHash;

    bool differs() const { return verdict == verdictName(Verdict::Mismatch); }
};

/// Results of other devices agree within the tolerances, so the device does not count.
constexpr auto fields(const RunRow*) {
    using T = RunRow;
    constexpr unsigned added = ResultOnly | LaterColumn;
    return FieldList{Field{"input", &T::input, Naming},
                     Field{"stack", &T::stack, Naming},
                     Field{"output", &T::output, Naming | ResultOnly},
                     Field{"input_hash", &T::inputHash},
                     Field{"output_hash", &T::outputHash, ResultOnly},
                     Field{"program", &T::program},
                     Field{"commit", &T::commit},
                     Field{"kernels_hash", &T::kernels},
                     Field{"check", &T::check},
                     Field{"repeats", &T::repeats},
                     Field{"host", &T::host, ResultOnly},
                     Field{"device", &T::device, ResultOnly},
                     Field{"driver", &T::driver, ResultOnly},
                     Field{"time", &T::time, ResultOnly},
                     Field{"width", &T::width, ResultOnly},
                     Field{"height", &T::height, ResultOnly},
                     Field{"format", &T::format, ResultOnly},
                     Field{"variants", &T::variants, ResultOnly},
                     Field{"workgroups", &T::workgroups, ResultOnly},
                     Field{"chosen_by", &T::chosenBy, ResultOnly},
                     Field{"gpu_ms", &T::gpuMs, ResultOnly},
                     Field{"wall_ms", &T::wallMs, ResultOnly},
                     Field{"build_ms", &T::buildMs, ResultOnly},
                     Field{"verdict", &T::verdict, ResultOnly},
                     Field{"error", &T::error, ResultOnly},
                     Field{"files_hash", &T::files, LaterColumn},
                     Field{"requested_output", &T::requestedOutput, LaterColumn},
                     Field{"quality", &T::quality, LaterColumn},
                     Field{"compression", &T::compression, LaterColumn},
                     Field{"difference", &T::difference, LaterColumn},
                     Field{"amplify", &T::amplify, LaterColumn},
                     Field{"explain", &T::explained, LaterColumn},
                     Field{"probe", &T::probe, LaterColumn},
                     Field{"difference_hash", &T::differenceHash, added},
                     Field{"report_hash", &T::reportHash, added},
                     Field{"histogram_hash", &T::histogramHash, added},
                     Field{"trace_hash", &T::traceHash, added}};
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
    /// The row of a result that depends on the same (keyDifferences). The files that were written must be unchanged.
    /// Nothing for inputs that are streams.
    std::optional<RunRow> known(const RunRow& wanted) const;
    /// What the most similar row of this image and stack differs in, as words. Empty if there is none, or if nothing
    /// differs.
    std::vector<std::string> differencesOf(const RunRow& wanted) const;
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
