// Two threads: one listens, so that a stop and the end of the program are heard amid a kernel; the other works.
#include "app/worker/worker_loop.h"

#include <unistd.h>

#include <atomic>
#include <charconv>
#include <condition_variable>
#include <mutex>
#include <new>
#include <optional>
#include <string_view>
#include <thread>

#include "app/worker/wire_values.h"

namespace lightbench {

namespace {
/// A request as it came: for a run, or, without one, for the list of devices.
struct Asked {
    std::optional<RunRequest> run;
    std::stop_token stop;
};

class WorkerLoop {
public:
    WorkerLoop(int socket, const std::function<std::unique_ptr<Engine>()>& makeEngine)
        : channel_(socket), makeEngine_(makeEngine) {}

    [[noreturn]] void serve() {
        std::thread([this] { listen(); }).detach();
        try {
            channel_.send(Message::Hello, encode(wireVersion()));
            for (;;)
                answer(next());
        } catch (const ChannelClosed&) {
            _exit(0);
        }
    }

private:
    /// The program is gone: nobody wants the rest, and a device that hangs must not keep the process.
    void listen() {
        try {
            for (;;)
                hear(channel_.receiveHead());
        } catch (const ChannelClosed&) {
            _exit(0);
        } catch (const std::exception&) {
            _exit(4); // the program finds the socket closed and says so
        }
    }

    void hear(const Channel::Head& head) {
        std::vector<std::byte> body = channel_.receiveBody(head);
        const std::lock_guard lock(mutex_);
        if (head.kind == Message::Cancel) {
            stop_.request_stop();
            return;
        }
        stop_ = std::stop_source();
        asked_ = Asked{{}, stop_.get_token()};
        if (head.kind == Message::Run) asked_->run = request(decodeRequest(std::move(body)));
        wake_.notify_one();
    }

    RunRequest request(IncomingRequest incoming) {
        if (incoming.withImage) {
            image_.reset(); // two large ones need not lie beside each other
            Image image(incoming.image);
            channel_.receive(Message::Image, image.bytes());
            image_ = std::make_shared<const Image>(std::move(image));
        }
        incoming.request.image = image_;
        return std::move(incoming.request);
    }

    Asked next() {
        std::unique_lock lock(mutex_);
        wake_.wait(lock, [this] { return asked_.has_value(); });
        return *std::exchange(asked_, std::nullopt);
    }

    void answer(const Asked& asked) {
        try {
            if (!engine_) engine_ = makeEngine_();
            if (!asked.run)
                channel_.send(Message::Devices, encode(engine_->devices()));
            else
                run(asked);
        } catch (const ChannelClosed&) {
            throw;
        } catch (const Error& error) {
            channel_.send(Message::Failure, encode(error));
        } catch (const std::bad_alloc&) {
            channel_.send(Message::Failure, encode(Error(ErrorKind::Device, "there is not enough memory for this run "
                                                                            "in a process of its own")));
        } catch (const std::exception& error) {
            channel_.send(Message::Failure, encode(Error(ErrorKind::Device, error.what())));
        }
    }

    void run(const Asked& asked) {
        const auto tell = [this](const RunProgress& progress) { channel_.send(Message::Progress, encode(progress)); };
        sendReport(channel_, *engine_->run(*asked.run, {asked.stop, tell}), asked.run->options);
    }

    Channel channel_;
    const std::function<std::unique_ptr<Engine>()>& makeEngine_;
    std::unique_ptr<Engine> engine_;
    ImagePtr image_; ///< of the last run
    std::mutex mutex_;
    std::condition_variable wake_;
    std::optional<Asked> asked_; ///< guarded by mutex_
    std::stop_source stop_;      ///< guarded by mutex_; of the request at work
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
