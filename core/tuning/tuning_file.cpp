// Replaces the file atomically, so readers see the old or the new one. Writers lock a second file beside it.
#include "core/tuning/tuning_file.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>

#include "core/base/csv.h"
#include "core/base/damaged_file.h"
#include "core/base/error.h"
#include "core/base/small_file.h"
#include "core/base/text.h"
#include "core/base/user_files.h"
#include "core/base/whole_file.h"

namespace lightbench {

namespace fs = std::filesystem;

namespace {
constexpr std::size_t maxBytes = 64 << 20;

/// Locks for writing. Without locks in the file system nothing is locked; the file is still replaced atomically.
class Lock {
public:
    explicit Lock(const std::string& path) : descriptor_(open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666)) {
        while (descriptor_ >= 0 && flock(descriptor_, LOCK_EX) != 0 && errno == EINTR) {
        }
    }
    ~Lock() {
        if (descriptor_ >= 0) close(descriptor_);
    }
    Lock(const Lock&) = delete;
    Lock& operator=(const Lock&) = delete;

private:
    int descriptor_;
};

TuningDatabase databaseIn(std::string text) {
    if (!text.empty() && !text.ends_with('\n')) text += '\n'; // an editor's last line is whole
    TuningDatabase database{valuesOfTable<TuningResult>(parseCsv(text))};
    for (const TuningResult& result : database.results)
        if (!parseWorkgroup(result.workgroup)) fail(ErrorKind::Input, "a tuning result needs a workgroup, not auto");
    return database;
}

TuningDatabase databaseOf(const std::string& path) {
    std::error_code problem;
    if (!fs::exists(path, problem) && !problem) return {};
    try {
        return databaseIn(readSmallFile(path, maxBytes, "a tuning database"));
    } catch (const Error& error) {
        throw Error(ErrorKind::Input, shownPath(path) + ", the tuning database, cannot be used: " + error.what() +
                                          "; repair or remove it, or give --tuning off");
    }
}

void makeFolderOf(const std::string& path) {
    const fs::path folder = fs::path(path).parent_path();
    std::error_code problem;
    if (!folder.empty() && !fs::create_directories(folder, problem) && problem)
        throw Error(ErrorKind::Input,
                    "cannot make the folder " + shownPath(folder.string()) + ": " + problem.message());
}
} // namespace

TuningDatabasePtr TuningFile::read() const {
    return isEnabled() ? std::make_shared<const TuningDatabase>(databaseOf(path_)) : nullptr;
}

TuningDatabasePtr TuningFile::readOrWarn(const std::function<void(const std::string&)>& warn) const {
    try {
        return read();
    } catch (const Error& error) {
        warn(error.what() +
             std::string(". Until then auto uses its built-in choices, and a new result keeps the file as ") +
             shownPath(damagedName(path_)));
        return std::make_shared<const TuningDatabase>();
    }
}

/// The database to change. If the file cannot be used, it is put aside.
static TuningDatabase databaseToChange(const std::string& path) {
    try {
        return databaseOf(path);
    } catch (const Error&) { // readOrWarn() reports it
        keepDamaged(path);
        return {};
    }
}

TuningDatabasePtr TuningFile::change(const std::function<void(TuningDatabase& database)>& change) const {
    if (!isEnabled()) return nullptr;
    makeFolderOf(path_);
    const Lock lock(path_ + ".lock");
    TuningDatabase database = databaseToChange(path_);
    const std::string before = csvTable(database.results);
    std::erase_if(database.results, [](const TuningResult& result) { return !result.hasTime(); });
    change(database);
    if (const std::string text = csvTable(database.results); text != before) writeWhole(path_, text);
    return std::make_shared<const TuningDatabase>(std::move(database));
}

std::string tuningPath(const std::string& wanted) {
    return userFile(UserFolder::Data, "tuning.csv", "LIGHTBENCH_TUNING", wanted);
}

} // namespace lightbench
