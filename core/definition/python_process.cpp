// Starts python3 by POSIX calls and talks to it through sockets: one to it, one for its answer, one for what it prints.
#include "core/definition/python_process.h"

#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <optional>
#include <poll.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "core/base/child_setup.h"
#include "core/base/content_hash.h"
#include "core/base/error.h"
#include "core/base/json.h"
#include "core/base/parallel.h"
#include "core/base/small_file.h"
#include "core/base/text.h"
#include "core/base/user_files.h"
#include "core/base/whole_file.h"
#include "core/definition/python_start.h"

extern char** environ; // NOLINT: POSIX declares it nowhere

namespace lightbench {

namespace {
using Clock = std::chrono::steady_clock;
constexpr int answerDescriptor = 3;
constexpr std::size_t maxPrinted = 2000; ///< what is kept of its prints

/// Two sockets whose numbers lie above the descriptors of the child. Writing to one whose reader is gone is no signal,
/// unlike with a pipe.
struct Pipe {
    Pipe() {
        std::array<int, 2> ends{};
        if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0)
            throw Error(ErrorKind::Input, std::string("cannot start python3: ") + std::strerror(errno));
        read = descriptorAbove(answerDescriptor, ends[0]);
        write = descriptorAbove(answerDescriptor, ends[1]);
    }
    ~Pipe() {
        closeEnd(read);
        closeEnd(write);
    }
    Pipe(const Pipe&) = delete;
    Pipe& operator=(const Pipe&) = delete;
    static void closeEnd(int& end) {
        if (end >= 0) close(end);
        end = -1;
    }
    int read = -1, write = -1;
};

/// A python3 that runs pythonStart. It and its children end with this object.
class PythonProcess {
public:
    PythonProcess() {
        ChildSetup child;
        child.give(request_.read, STDIN_FILENO);
        child.give(printed_.write, STDOUT_FILENO);
        child.give(printed_.write, STDERR_FILENO);
        child.give(answer_.write, answerDescriptor);
        child.closeAbove(answerDescriptor);
        const std::string own = environment("LIGHTBENCH_PYTHON");
        std::string program = own.empty() ? "python3" : own, option = "-c", text = pythonStart;
        std::array<char*, 4> words{program.data(), option.data(), text.data(), nullptr};
        const int problem =
            posix_spawnp(&id_, program.c_str(), &child.actions, &child.attributes, words.data(), environ);
        if (problem != 0)
            throw Error(ErrorKind::Usage,
                        "cannot start " + shownText(program) + ": " + std::strerror(problem) +
                            "; install python3 and python3-numpy, or name a python3 in LIGHTBENCH_PYTHON");
        Pipe::closeEnd(request_.read);
        Pipe::closeEnd(answer_.write);
        Pipe::closeEnd(printed_.write);
        for (const int end : {request_.write, answer_.read, printed_.read})
            fcntl(end, F_SETFL, O_NONBLOCK);
    }
    ~PythonProcess() {
        if (id_ < 0) return;
        kill(-id_, SIGKILL);
        int status = 0;
        waitpid(id_, &status, 0);
    }
    PythonProcess(const PythonProcess&) = delete;
    PythonProcess& operator=(const PythonProcess&) = delete;

    /// Sends the request and returns the answer, which is empty if the process ended without one. Nothing if it takes
    /// too long.
    std::optional<std::string> ask(const std::vector<std::string_view>& request, double seconds) {
        const auto end = Clock::now() + std::chrono::duration<double>(seconds);
        std::size_t part = 0, sent = 0;
        std::string answer;
        while (answer_.read >= 0) {
            checkCancelled();
            if (Clock::now() > end) return std::nullopt;
            const bool sends = part < request.size() && request_.write >= 0;
            std::array<pollfd, 3> ends{
                {{sends ? request_.write : -1, POLLOUT, 0}, {answer_.read, POLLIN, 0}, {printed_.read, POLLIN, 0}}};
            poll(ends.data(), ends.size(), 20);
            if (ends[0].revents) send(request, part, sent);
            if (ends[1].revents) receive(answer_.read, answer);
            if (ends[2].revents) receive(printed_.read, printedText_);
            if (printedText_.size() > 2 * maxPrinted) printedText_.erase(0, printedText_.size() - maxPrinted);
        }
        return answer;
    }
    /// The end of what it printed, and how it ended.
    std::string howItEnded() {
        int status = 0;
        waitpid(id_, &status, 0);
        id_ = -1;
        if (WIFSIGNALED(status)) {
            const int signal = WTERMSIG(status);
            return "python3 was ended by signal " + std::to_string(signal) + " (" + strsignal(signal) + ")";
        }
        const std::string_view printed = trimmed(printedText_);
        const std::size_t line = printed.rfind('\n');
        return "python3 ended without a result" +
               (printed.empty() ? "" : ": " + shownPath(printed.substr(line == printed.npos ? 0 : line + 1)));
    }

private:
    void send(const std::vector<std::string_view>& request, std::size_t& part, std::size_t& sent) {
        const std::string_view rest = request[part].substr(sent);
        const ssize_t count = ::send(request_.write, rest.data(), rest.size(), MSG_NOSIGNAL);
        if (count < 0 && errno != EAGAIN && errno != EINTR) Pipe::closeEnd(request_.write);
        if (count > 0) sent += std::size_t(count);
        if (sent < request[part].size()) return;
        sent = 0;
        ++part;
    }
    static void receive(int& from, std::string& text) {
        std::array<char, 1 << 16> block{};
        const ssize_t count = read(from, block.data(), block.size());
        if (count > 0) text.append(block.data(), std::size_t(count));
        if (count == 0 || (count < 0 && errno != EAGAIN && errno != EINTR)) Pipe::closeEnd(from);
    }

    Pipe request_, answer_, printed_;
    std::string printedText_;
    pid_t id_ = -1;
};

/// A kind of Python and a text for each, because JSON does not tell 2 from 2.0.
Json parametersOf(const ParameterValues& values) {
    Json made{Json::Object{}};
    const auto add = [&](const std::string& name, const char* kind, const std::string& text) {
        made[name] = Json::Array{kind, text};
    };
    for (const auto& [name, value] : values.all()) {
        if (isOfStage(name)) continue;
        if (const auto* whole = std::get_if<int>(&value)) add(name, "int", std::to_string(*whole));
        if (const auto* real = std::get_if<double>(&value)) add(name, "float", numberText(*real));
        if (const auto* text = std::get_if<std::string>(&value)) add(name, "str", *text);
        if (const auto* isOn = std::get_if<bool>(&value)) add(name, "bool", *isOn ? "on" : "");
    }
    return made;
}

std::string requestLine(const PythonScript& script, const std::vector<Image>& images, const ParameterValues& values) {
    constexpr std::array numpyNames{"uint8", "uint16", "uint32", "float32"}; // in the order of SampleType
    const ImageShape& shape = images.front().shape();
    Json::Array sizes{shape.size.height, shape.size.width};
    if (shape.format.channels > 1) sizes.emplace_back(shape.format.channels);
    Json made;
    made["file"] = script.file;
    made["bytes"] = script.text.size();
    made["parameters"] = parametersOf(values);
    made["shape"] = sizes;
    made["dtype"] = numpyNames[std::size_t(shape.format.type)];
    made["images"] = images.size();
    return made.text(JsonForm::OneLine);
}

std::string_view bytesOf(const Image& image) {
    return {reinterpret_cast<const char*>(image.bytes().data()), image.bytes().size()};
}

/// Empty if nothing is to be stored.
std::string fileOfAnswer(const std::string& text) {
    const std::string folder = userFile(UserFolder::Data, "allowed-python", "LIGHTBENCH_ALLOWED_PYTHON");
    return folder.empty() ? folder : folder + "/" + textHash(text) + ".py";
}
} // namespace

bool isPythonAllowed(const std::string& text) {
    const std::string file = fileOfAnswer(text);
    std::error_code problem;
    if (file.empty() || !std::filesystem::exists(file, problem)) return false;
    try {
        return readSmallFile(file, text.size(), "an allowed Python file") == text; // texts may share a hash
    } catch (const Error&) {
        return false;
    }
}

void allowPython(const std::string& text) {
    const std::string file = fileOfAnswer(text);
    if (file.empty())
        throw Error(ErrorKind::Input, "there is no folder to store the answer in; set LIGHTBENCH_ALLOWED_PYTHON");
    std::error_code problem;
    std::filesystem::create_directories(std::filesystem::path(file).parent_path(), problem);
    writeWhole(file, text);
}

std::vector<Image> callPython(const PythonScript& script, const std::vector<Image>& images,
                              const ParameterValues& values) {
    if (!isPythonAllowed(script.text)) {
        Error error(ErrorKind::Usage, shownPath(fileName(script.file)) +
                                          " has not been allowed to run; read it, then allow it: Run it in the "
                                          "window, or --allow-python on the command line");
        error.reason = ErrorReason::NeedsUsersPermission;
        throw error;
    }
    const std::string line = requestLine(script, images, values);
    std::vector<std::string_view> request{line, script.text};
    for (const Image& image : images)
        request.push_back(bytesOf(image));
    PythonProcess process;
    const std::optional<std::string> answer = process.ask(request, script.seconds);
    if (!answer)
        throw Error(ErrorKind::Usage,
                    shownPath(fileName(script.file)) + " took longer than " + numberText(script.seconds) +
                        " s; use a smaller image, or allow more: //@ reference: python FILE.py; seconds 60");
    constexpr std::string_view failed = "error\n", done = "ok\n";
    if (answer->starts_with(failed))
        throw Error(ErrorKind::Usage, shownPath(answer->substr(failed.size(), maxPrinted)));
    const ImageShape& shape = images.front().shape();
    if (!answer->starts_with(done) || answer->size() != done.size() + images.size() * shape.bytes())
        throw Error(ErrorKind::Usage, shownPath(fileName(script.file)) + ": " + process.howItEnded());
    std::vector<Image> results;
    for (std::size_t i = 0; i < images.size(); ++i) {
        Image& result = results.emplace_back(shape);
        std::memcpy(result.bytes().data(), answer->data() + done.size() + i * shape.bytes(), shape.bytes());
    }
    return results;
}

} // namespace lightbench
