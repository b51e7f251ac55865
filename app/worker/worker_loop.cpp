// Two threads: one listens for stops and for the program's end, even while a kernel runs; the other runs the requests.
#include "app/worker/worker_loop.h"

#include <unistd.h>

#include <charconv>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <new>
#include <optional>
#include <string_view>
#include <thread>

#include "app/worker/built_notices.h"
#include "app/worker/passing_folder.h"
#include "app/worker/wire_values.h"

namespace lightbench {

namespace {
/// A received request.
struct Asked {
    std::function<void()> answer; ///< runs it on the engine, and sends the result
    std::stop_source stop{};
    std::vector<ImagePtr> newImages{}; ///< received with the request
};

class WorkerLoop {
public:
    WorkerLoop(int socket, const std::function<std::unique_ptr<Engine>()>& makeEngine)
        : channel_(socket), makeEngine_(makeEngine) {}

    [[noreturn]] void serve() {
        std::thread([this] { listen(); }).detach();
        try {
            sendValue(channel_, Message::Hello, wireVersion());
            for (;;)
                answer(next());
        } catch (const ChannelClosed&) {
            endAlone();
        }
    }

private:
    /// Exits when the program is gone: nobody needs the result, and a hanging device must not keep the process alive.
    void listen() {
        try {
            for (;;)
                hear(channel_.receiveHead());
        } catch (const ChannelClosed&) {
            endAlone();
        } catch (const std::exception&) {
            _exit(4); // the program notices the closed socket
        }
    }

    [[noreturn]] static void endAlone() {
        TemporaryFolder::removeOfEnvironment();
        _exit(0);
    }

    void hear(const Channel::Head& head) {
        std::vector<std::byte> body = channel_.receiveBody(head);
        const std::lock_guard lock(mutex_);
        if (head.kind == Message::Cancel) {
            stop_.request_stop();
            return;
        }
        Asked asked;
        stop_ = asked.stop;
        if (head.kind == Message::Run || head.kind == Message::BuildAhead) ++builds_;
        try {
            asked.answer = answerTo(head.kind, std::move(body), asked);
        } catch (const Error& error) { // there is no memory for the images
            asked.answer = [error] { throw Error(error); };
        }
        asked_ = std::move(asked);
        wake_.notify_one();
    }

    std::function<void()> answerTo(Message kind, std::vector<std::byte> body, Asked& asked) {
        const std::stop_token stop = asked.stop.get_token();
        switch (kind) {
        case Message::Run:
            return [this, request = received<RunRequest>(std::move(body), asked), stop, built = builtNotice()] {
                sendReport(channel_, *engine_->run(request, {stop, progress(), built}), request);
            };
        case Message::BuildAhead:
            return [this, request = received<RunRequest>(std::move(body), asked), built = builtNotice()] {
                engine_->buildAhead(request, built);
                channel_.send(Message::BuildAhead);
            };
        case Message::Measure:
            return [this, request = received<MeasureRequest>(std::move(body), asked), stop] {
                sendMeasurement(channel_, engine_->measure(request, {stop, progress()}), request);
            };
        case Message::PeakRates:
            return [this, device = receiveValue<int>(std::move(body)), stop] {
                sendValue(channel_, Message::PeakRates, engine_->peakRates(device, stop));
            };
        case Message::Compile:
            return [this, request = withFilters(receiveValue<CompileRequest>(std::move(body), filters_)), stop] {
                sendValue(channel_, Message::Compile, engine_->compile(request, stop));
            };
        case Message::Signatures:
            return [this, request = receiveValue<SignatureRequest>(std::move(body)), stop] {
                sendValue(channel_, Message::Signatures, engine_->signatures(request, stop));
            };
        default: return [this] { sendValue(channel_, Message::Devices, engine_->devices()); };
        }
    }

    template <class Request> Request received(std::vector<std::byte> body, Asked& asked) {
        return withFilters(receiveRequest<Request>(channel_, std::move(body), images_, asked.newImages, filters_));
    }

    /// Keeps the request's catalog for the next one, which mostly has the same.
    template <class Request> Request withFilters(Request request) {
        filters_ = request.filters;
        return request;
    }

    /// Says that the programs of the newest request that builds are ready. Both sides number these requests.
    std::function<void()> builtNotice() {
        return [number = builds_] { sendBuiltNotice(noticesDescriptor, number); };
    }

    Asked next() {
        std::unique_lock lock(mutex_);
        wake_.wait(lock, [this] { return asked_.has_value(); });
        return *std::exchange(asked_, std::nullopt);
    }

    void answer(const Asked& asked) {
        try {
            if (!engine_) engine_ = makeEngine_();
            asked.answer();
        } catch (const ChannelClosed&) {
            throw;
        } catch (const Error& error) {
            fail(asked, error);
        } catch (const std::bad_alloc&) {
            fail(asked, Error(ErrorKind::Device, "there is not enough memory for this run in a process of its own"));
        } catch (const std::exception& error) {
            fail(asked, Error(ErrorKind::Device, error.what()));
        }
    }

    void fail(const Asked& asked, const Error& error) {
        {
            const std::lock_guard lock(mutex_);
            images_.remove(asked.newImages);
        }
        sendError(channel_, error);
    }

    std::function<void(const RunProgress&)> progress() {
        return [this](const RunProgress& progress) { sendValue(channel_, Message::Progress, progress); };
    }

    Channel channel_;
    const std::function<std::unique_ptr<Engine>()>& makeEngine_;
    std::unique_ptr<Engine> engine_;
    std::mutex mutex_;
    SharedImageCache images_;                  ///< guarded by mutex_
    FilterCatalog filters_ = programFilters(); ///< guarded by mutex_: of the newest request
    std::condition_variable wake_;
    std::optional<Asked> asked_; ///< guarded by mutex_
    std::uint64_t builds_ = 0;   ///< guarded by mutex_: requests that build, so far
    std::stop_source stop_;      ///< guarded by mutex_; of the current request
};
} // namespace

void serveWorker(int socket, const std::function<std::unique_ptr<Engine>()>& makeEngine) {
    WorkerLoop(socket, makeEngine).serve();
}

int workerSocket(int count, char** words) {
    if (count < 3 || std::string_view(words[count - 2]) != "--socket") return -1;
    const std::string_view word = words[count - 1];
    int socket = -1;
    std::from_chars(word.data(), word.data() + word.size(), socket);
    return socket;
}

} // namespace lightbench
