// Two threads: one listens for stops and for the program's end, even while a kernel runs; the other runs the requests.
#include "app/worker/worker_loop.h"

#include <unistd.h>

#include <atomic>
#include <charconv>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <new>
#include <optional>
#include <string_view>
#include <thread>
#include <variant>

#include "app/worker/built_notices.h"
#include "app/worker/passing_folder.h"
#include "app/worker/wire_values.h"

namespace lightbench {

namespace {
struct DevicesRequest {};
struct PeakRatesRequest {
    int device = 0;
};
struct BuildAheadRequest {
    RunRequest run;
};
/// A request whose images could not be received for lack of memory.
struct Refused {
    Error error;
};
using Wanted = std::variant<DevicesRequest, RunRequest, BuildAheadRequest, MeasureRequest, PeakRatesRequest,
                            CompileRequest, SignatureRequest, Refused>;

/// A received request.
struct Asked {
    Wanted wanted;
    std::stop_token stop;
    std::vector<ImagePtr> newImages; ///< received with the request
    std::uint64_t build = 0;         ///< its number for sendBuiltNotice
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
        PassingFolder::removeOfEnvironment();
        _exit(0);
    }

    void hear(const Channel::Head& head) {
        std::vector<std::byte> body = channel_.receiveBody(head);
        const std::lock_guard lock(mutex_);
        if (head.kind == Message::Cancel) {
            stop_.request_stop();
            return;
        }
        stop_ = std::stop_source();
        if (head.kind == Message::Run || head.kind == Message::BuildAhead) ++builds_;
        asked_ = Asked{{}, stop_.get_token(), {}, builds_};
        asked_->wanted = wanted(head.kind, std::move(body), asked_->newImages);
        wake_.notify_one();
    }

    Wanted wanted(Message kind, std::vector<std::byte> body, std::vector<ImagePtr>& newImages) {
        if (kind == Message::Run) return withImage<RunRequest>(std::move(body), newImages);
        if (kind == Message::BuildAhead) {
            Wanted run = withImage<RunRequest>(std::move(body), newImages);
            if (auto* request = std::get_if<RunRequest>(&run)) return BuildAheadRequest{std::move(*request)};
            return run;
        }
        if (kind == Message::Measure) return withImage<MeasureRequest>(std::move(body), newImages);
        if (kind == Message::PeakRates) return PeakRatesRequest{receiveValue<int>(std::move(body))};
        if (kind == Message::Compile) return withFilters(receiveValue<CompileRequest>(std::move(body), filters_));
        if (kind == Message::Signatures) return receiveValue<SignatureRequest>(std::move(body));
        return DevicesRequest{};
    }

    template <class Request> Wanted withImage(std::vector<std::byte> body, std::vector<ImagePtr>& newImages) {
        try {
            return withFilters(receiveRequest<Request>(channel_, std::move(body), images_, newImages, filters_));
        } catch (const Error& error) {
            return Refused{error};
        }
    }

    /// Keeps the request's catalog for the next one, which mostly has the same.
    template <class Request> Request withFilters(Request request) {
        filters_ = request.filters;
        return request;
    }

    Asked next() {
        std::unique_lock lock(mutex_);
        wake_.wait(lock, [this] { return asked_.has_value(); });
        return *std::exchange(asked_, std::nullopt);
    }

    void answer(const Asked& asked) {
        try {
            if (!engine_) engine_ = makeEngine_();
            std::visit([&](const auto& wanted) { carryOut(wanted, asked); }, asked.wanted);
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

    static std::function<void()> builtNotice(const Asked& asked) {
        return [number = asked.build] { sendBuiltNotice(noticesDescriptor, number); };
    }

    std::function<void(const RunProgress&)> progress() {
        return [this](const RunProgress& progress) { sendValue(channel_, Message::Progress, progress); };
    }

    void carryOut(const Refused& refused, const Asked&) { throw Error(refused.error); }
    void carryOut(const DevicesRequest&, const Asked&) { sendValue(channel_, Message::Devices, engine_->devices()); }
    void carryOut(const RunRequest& request, const Asked& asked) {
        sendReport(channel_, *engine_->run(request, {asked.stop, progress(), builtNotice(asked)}), request);
    }
    void carryOut(const BuildAheadRequest& request, const Asked& asked) {
        engine_->buildAhead(request.run, builtNotice(asked));
        channel_.send(Message::BuildAhead);
    }
    void carryOut(const MeasureRequest& request, const Asked& asked) {
        sendMeasurement(channel_, engine_->measure(request, {asked.stop, progress()}), request);
    }
    void carryOut(const PeakRatesRequest& request, const Asked& asked) {
        sendValue(channel_, Message::PeakRates, engine_->peakRates(request.device, asked.stop));
    }
    void carryOut(const CompileRequest& request, const Asked& asked) {
        sendValue(channel_, Message::Compile, engine_->compile(request, asked.stop));
    }
    void carryOut(const SignatureRequest& request, const Asked& asked) {
        sendValue(channel_, Message::Signatures, engine_->signatures(request, asked.stop));
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
