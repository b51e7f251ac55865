// Every field of everything that goes between program and worker: filled with a value of its own, sent, and compared.
// Types are walked by the descriptions of their fields, so that a new field is tested from its first day.
#include <QFile>
#include <QTest>

#include <cstring>
#include <limits>
#include <set>
#include <sys/resource.h>
#include <sys/socket.h>
#include <thread>

#include "app/worker/wire_values.h"
#include "core/base/same.h"
#include "tests/test_program.h"
#include "tests/worker/filler.h"

using namespace lightbench;
using lightbench::tests::Filler;

namespace {
/// Both ends of a socket; what one sends the other receives, on a thread of its own.
struct Wire {
    Wire() {
        std::array<int, 2> ends{};
        if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends.data()) != 0) qFatal("no sockets");
        near = std::make_unique<Channel>(ends[0]);
        far = std::make_unique<Channel>(ends[1]);
    }
    std::vector<std::byte> body() {
        head = far->receiveHead();
        return far->receiveBody(head);
    }
    std::unique_ptr<Channel> near, far;
    Channel::Head head;
};

/// Names of the fields that are as in a value of all defaults: what fill() could not change proves nothing.
template <class T> QStringList unchanged(const T& value) {
    QStringList names;
    const T initial{};
    forEachField<T>([&](auto field) {
        if (isSame(value.*field.member, initial.*field.member)) names << QString::fromUtf8(field.name.data());
    });
    return names;
}

template <class T> void comesBack() {
    const T sent = Filler().made<T>();
    QCOMPARE(unchanged(sent), QStringList());
    Wire wire;
    sendValue(*wire.near, Message::Hello, sent);
    QVERIFY(isSame(receiveValue<T>(wire.body()), sent));
}

template <class Request> void requestComesBack() {
    const Request sent = Filler().made<Request>();
    QCOMPARE(unchanged(sent), QStringList());
    Wire wire;
    SharedImageCache here, there;
    for (int time = 0; time < 2; ++time) {
        const std::jthread sender([&] { sendRequest(*wire.near, Message::Run, sent, here); });
        std::vector<ImagePtr> newImages;
        const auto got = receiveRequest<Request>(*wire.far, wire.body(), there, newImages);
        QVERIFY(isSame(got, sent));
        const std::vector<ImagePtr> all = imagesOf(got);
        QCOMPARE(all.size(), imagesOf(sent).size());
        QVERIFY(all.size() > 1);                                        // stages have second images
        QCOMPARE(newImages, time == 0 ? all : std::vector<ImagePtr>()); // the second time they are there
        QVERIFY(std::ranges::equal(there.images(), all));
    }
}

/// The body of a message of these values.
template <class... T> std::vector<std::byte> bodyOf(const T&... values) {
    Wire wire;
    WireWriter writer;
    writer(values...);
    writer.send(*wire.near, Message::Hello);
    return wire.body();
}

/// What is wrong with a message; empty if nothing is.
template <class Receive> QString complaint(const Receive& receive) {
    try {
        receive();
    } catch (const ChannelGarbled& error) {
        return error.what();
    }
    return {};
}
template <class T> QString complaintOf(const std::vector<std::byte>& body) {
    return complaint([&] { receiveValue<T>(body); });
}

struct Before {
    int one = 0;
    std::vector<double> all;
};
struct Renamed {
    int two = 0;
    std::vector<double> all;
};
struct Retyped {
    int one = 0;
    std::vector<float> all;
};
struct Forgetful {
    int one = 0, two = 0;
};
constexpr auto fields(const Before*) { return FieldList{Field{"one", &Before::one}, Field{"all", &Before::all}}; }
constexpr auto fields(const Renamed*) { return FieldList{Field{"two", &Renamed::two}, Field{"all", &Renamed::all}}; }
constexpr auto fields(const Retyped*) { return FieldList{Field{"one", &Retyped::one}, Field{"all", &Retyped::all}}; }

// What a description that names too few, too many or the wrong members comes to; forEachField refuses it.
static_assert(describesAll(fields(static_cast<const Before*>(nullptr))));
static_assert(!describesAll(FieldList{Field{"one", &Forgetful::one}}));
static_assert(describesAll(FieldList{Field{"one", &Forgetful::one}, Field{"two", &Forgetful::two}}));
static_assert(!describesAll(FieldList{Field{"all", &Before::all}, Field{"one", &Before::one}}));
static_assert(!describesAll(FieldList{Field{"one", &Forgetful::one}, Field{"two", &Forgetful::two},
                                      Field{"one", &Forgetful::one}}));
} // namespace

class WireTest : public QObject {
    Q_OBJECT
private slots:
    void everyField() {
        comesBack<DeviceList>();
        comesBack<DeviceInfo>();
        comesBack<RunProgress>();
        comesBack<RunOptions>();
        comesBack<MeasureOptions>();
        comesBack<KernelReport>();
        comesBack<RepeatParts>();
        comesBack<Timeline>();
        comesBack<TimelineParts>();
        comesBack<Difference>();
        comesBack<Tolerance>();
        comesBack<Histogram>();
        comesBack<Summary>();
        comesBack<PeakRates>();
        comesBack<CompiledProgram>();
    }

    void everyFieldOfRequests() {
        requestComesBack<RunRequest>();
        requestComesBack<MeasureRequest>();
    }

    void everyFieldOfAReport() {
        RunRequest request;
        request.image = Filler().made<ImagePtr>();
        request.options.stageImages = true;
        Filler filler(request.image);
        const auto sent = filler.made<Report>();
        QCOMPARE(unchanged(sent), QStringList());
        QCOMPARE(unchanged(sent.stages[0]), QStringList());
        Wire wire;
        const std::jthread sender([&] { sendReport(*wire.near, sent, request); });
        const auto got = receiveResult<Report>(*wire.far, wire.far->receiveHead(), request);
        QVERIFY(isSame(*got, sent));
        int known = 0;
        for (const StageReport& stage : got->stages)
            known += (stage.outputImage == request.image) + (stage.referenceImage == request.image);
        QVERIFY2(known > 0, "what the other side has is not sent");
    }

    void everyFieldOfAMeasurement() {
        auto sent = Filler().made<Measurement>();
        QCOMPARE(unchanged(sent), QStringList());
        Wire wire;
        const MeasureRequest request;
        const std::jthread sender([&, copy = sent] { sendMeasurement(*wire.near, copy, request); });
        for (StageReport& stage : sent.stages) // all but the images of its stages
            stage.outputImage = stage.referenceImage = nullptr;
        QVERIFY(isSame(*receiveResult<Measurement>(*wire.far, wire.far->receiveHead(), request), sent));
    }

    void everyFieldOfAnError() {
        Error sent(ErrorKind::Build, "message", "details");
        sent.stage = 3;
        sent.field = "sigma";
        sent.excerpt = "1 - sqr(v)\n    ^^^";
        sent.reason = ErrorReason::TrialTooLong;
        sent.subject = "photo.png";
        sent.isPredicate = true;
        Wire wire;
        sendError(*wire.near, sent);
        const Error got = receiveError(wire.body());
        QVERIFY(got.kind() == sent.kind() && got.details() == sent.details());
        QCOMPARE(got.what(), sent.what());
        QCOMPARE(got.stage, 3);
        QCOMPARE(got.field, std::string("sigma"));
        QCOMPARE(got.excerpt, sent.excerpt);
        QVERIFY(got.reason == sent.reason && got.isPredicate);
        QCOMPARE(got.subject, sent.subject);
    }

    /// Large images are not sent: the other side maps the memory that they lie in, or a copy of them.
    void largeImagesAreShared() {
        const ImageShape shape{{800, 700}, {SampleType::U16, 1}};
        const auto own = std::make_shared<Image>(shape), shareable = std::make_shared<Image>(Image::shareable(shape));
        for (const auto& image : {own, shareable}) {
            std::memset(image->bytes().data(), 0x5a, image->bytes().size());
            Wire wire;
            sendImage(*wire.near, image); // nobody reads: the bytes would not fit into the socket
            sendValue(*wire.near, Message::Hello, std::string("next"));
            std::optional<Error> problem;
            const ImagePtr got = receiveImage(*wire.far, shape, problem);
            QVERIFY(!problem && got->descriptor() >= 0 && *got == *image);
            QCOMPARE(receiveValue<std::string>(wire.body()), std::string("next"));
        }
    }

    /// The reader is given the catalog that it may take, and remembers none from another message.
    void catalogsComeFromTheReader() {
        const auto known = Filler().made<FilterCatalog>();
        const std::vector<std::byte> body = bodyOf(known);
        const auto taken = receiveValue<FilterCatalog>(body, known);
        QVERIFY(&taken.filters() == &known.filters());
        const auto made = receiveValue<FilterCatalog>(body);
        QVERIFY(&made.filters() != &known.filters());
        QVERIFY(made == known);
        QVERIFY(&receiveValue<FilterCatalog>(body).filters() != &made.filters());
    }

    /// Memory that was lent is held, and used again only once the other side has no image of it any more.
    void whatIsLentIsGivenBack() {
        const ImageShape shape{{800, 700}, {SampleType::U16, 1}};
        auto image = std::make_shared<const Image>(Image::shareable(shape));
        const std::weak_ptr<const Image> watched = image;
        const std::byte* const memory = image->bytes().data();
        Wire wire;
        sendImage(*wire.near, std::exchange(image, nullptr));
        std::optional<Error> problem;
        ImagePtr got = receiveImage(*wire.far, shape, problem);
        const auto farSpeaks = [&] {
            sendValue(*wire.far, Message::Hello, std::string("by the way"));
            QCOMPARE(receiveValue<std::string>(wire.near->receiveBody(wire.near->receiveHead())),
                     std::string("by the way"));
        };
        farSpeaks();
        QVERIFY(!watched.expired());
        ImagePtr other = std::exchange(got, nullptr); // it is the last one that counts
        farSpeaks();
        QVERIFY(!watched.expired() && Image::shareable(shape).bytes().data() != memory);
        other = nullptr;
        farSpeaks();
        QVERIFY(watched.expired());
        Image next = Image::shareable(shape);
        QCOMPARE(next.bytes().data(), memory);
        std::memset(next.bytes().data(), 1, next.bytes().size()); // may be written to again
    }

    /// The worker's kernels do not reach what they made before.
    void whatIsReportedCannotBeWrittenTo() {
        RunRequest request;
        request.image = std::make_shared<const Image>(Image({{3, 2}, {SampleType::U8, 1}}));
        Report report;
        report.input = request.image;
        report.output = std::make_shared<const Image>(Image::shareable({{800, 700}, {SampleType::U16, 1}}));
        QFile zeros("/dev/zero");
        QVERIFY(zeros.open(QIODevice::ReadOnly | QIODevice::Unbuffered));
        void* const memory = const_cast<std::byte*>(report.output->bytes().data());
        QCOMPARE(read(zeros.handle(), memory, 1), ssize_t(1));
        Wire wire;
        sendReport(*wire.near, report, request);
        QCOMPARE(read(zeros.handle(), memory, 1), ssize_t(-1));
    }

    void aChannelThatEndsHoldsNothing() {
        const ImageShape shape{{800, 700}, {SampleType::U16, 1}};
        auto image = std::make_shared<const Image>(Image::shareable(shape));
        const std::weak_ptr<const Image> watched = image;
        ImagePtr got;
        {
            Wire wire;
            sendImage(*wire.near, std::exchange(image, nullptr));
            std::optional<Error> problem;
            got = receiveImage(*wire.far, shape, problem);
            QVERIFY(!watched.expired());
        }
        QVERIFY(watched.expired() && got->bytes().size() == shape.bytes());
    }

    void anImageWithoutAPlaceLeavesTheChannelInStep() {
        const ImageShape small{{3, 2}, {SampleType::U8, 1}}, large{{2000, 700}, {SampleType::U8, 1}};
        const auto shared = std::make_shared<const Image>(Image::shareable({{2000, 600}, {SampleType::U8, 1}}));
        Wire wire;
        sendImage(*wire.near, shared); // less than is awaited
        sendImage(*wire.near, std::make_shared<const Image>(small));
        sendValue(*wire.near, Message::Hello, std::string("next"));
        std::optional<Error> problem;
        QVERIFY(!receiveImage(*wire.far, large, problem) && problem);
        QVERIFY(receiveImage(*wire.far, small, problem) != nullptr);
        QCOMPARE(receiveValue<std::string>(wire.body()), std::string("next"));
    }

    void whatIsCutIsFound() {
        const auto sent = Filler().made<DeviceInfo>();
        Wire wire;
        sendValue(*wire.near, Message::Hello, sent);
        std::vector<std::byte> bytes = wire.body();
        for (std::size_t size = 0; size < bytes.size(); ++size)
            QVERIFY_EXCEPTION_THROWN(receiveValue<DeviceInfo>({bytes.begin(), bytes.begin() + std::ptrdiff_t(size)}),
                                     ChannelGarbled);
        bytes.push_back({});
        QVERIFY_EXCEPTION_THROWN(receiveValue<DeviceInfo>(bytes), ChannelGarbled);
    }

    void whatNoWriterWritesIsFound() {
        QCOMPARE(complaintOf<bool>(bodyOf(std::uint8_t(1))), QString());
        QCOMPARE(complaintOf<bool>(bodyOf(std::uint8_t(2))), "a switch that is neither on nor off");
        // As an integer the value would lie where an image is awaited.
        const std::string name = "second", kind = "palette";
        const ParameterValue image = ImageInput{{}, 0, Filler().made<ImagePtr>(), {}}, number = 1;
        QCOMPARE(complaintOf<ParameterValues>(bodyOf(std::uint64_t(2), name, image, name, number)),
                 "a map that has a key twice");
        QVERIFY(complaintOf<ResourceFile>(bodyOf(name, kind, true, std::string("no colour"))).contains("#ff8000"));
    }

    /// Lists of large values are not made before it is known that they can be in the message.
    void aListIsNoLongerThanItsMessage() {
        const std::vector<std::byte> body = bodyOf(std::uint64_t(5), 1.0);
        QCOMPARE(complaintOf<std::vector<double>>(body), "a list that is longer than its message");
    }

    void anImageIsLegalAndFollows() {
        const std::int32_t first = 0;
        QCOMPARE(complaintOf<ImagePtr>(bodyOf(first)), "an image that does not follow");
        for (const ImageShape& shape :
             {ImageShape{{0, 2}, {SampleType::U8, 1}}, ImageShape{{3, -2}, {}}, ImageShape{{3, 2}, {SampleType::U8, 3}},
              ImageShape{{3, 2}, {SampleType(9), 1}}, ImageShape{{1 << 20, 1 << 20}, {SampleType::U8, 4}}}) {
            std::vector<std::byte> body = bodyOf(first, std::vector<ImageShape>{shape});
            body.resize(body.size() - sizeof(std::uint64_t)); // an empty list, of those that really follow
            QCOMPARE(complaintOf<ImagePtr>(body), "an image of an impossible shape");
        }
        Wire wire;
        SharedImageCache here, there;
        sendRequest(*wire.near, Message::Run, RunRequest{}, here);
        std::vector<ImagePtr> newImages;
        QCOMPARE(complaint([&] { receiveRequest<RunRequest>(*wire.far, wire.body(), there, newImages); }),
                 "a request without its image");
    }

    void aLengthAloneTakesNoMemory() {
        const auto largest = [] { // so far, KiB
            rusage usage{};
            getrusage(RUSAGE_SELF, &usage);
            return usage.ru_maxrss;
        };
        Wire wire;
        shutdown(wire.near->descriptor(), SHUT_WR);
        const auto growth = [&] {
            const auto before = largest();
            try {
                wire.far->receiveBody({Message::Report, 1 << 30});
            } catch (const ChannelClosed&) {
                return largest() - before;
            }
            return std::numeric_limits<long>::max(); // it was received
        };
        QVERIFY(growth() < 100 << 10);
    }

    void halfALoanCannotBeGivenBack() {
        Wire wire;
        wire.near->send(Message::Released, std::array<std::byte, 3>{});
        QVERIFY_EXCEPTION_THROWN(wire.far->receiveHead(), ChannelGarbled);
    }

    /// A worker with other names or types has another version.
    void versionFollowsTheFields() {
        const std::string before = wireTypes<Before>();
        QCOMPARE(before, std::string("{one int4, all list of real8, }\n"));
        QVERIFY(before != wireTypes<Renamed>() && before != wireTypes<Retyped>());
        const std::string all = wireTypes<RunRequest, Report>();
        for (const char* name : {"compute_capability", "warm_up", "first_mismatch", "stands_alone"})
            QVERIFY2(all.find(name) != std::string::npos, name);
        QVERIFY(wireVersion().starts_with("lightbench-worker "));
    }

    /// The keys of reports: each once in its type, and none empty.
    void namesAreKeys() {
        checkNames<Report>();
        checkNames<StageReport>();
        checkNames<KernelReport>();
        checkNames<DeviceInfo>();
        checkNames<Difference>();
        checkNames<Measurement>();
    }

private:
    template <class T> void checkNames() {
        std::set<std::string_view> names;
        forEachField<T>([&](auto field) { QVERIFY(!field.name.empty() && names.insert(field.name).second); });
    }
};

LIGHTBENCH_TEST(WireTest, QCoreApplication)
#include "wire.moc"
