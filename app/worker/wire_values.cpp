// The version is made of a hash of these types, and of one of the kernels that each side has. Errors and reports need
// code of their own.
#include "app/worker/wire_values.h"

#include "core/base/content_hash.h"

namespace lightbench {

namespace {
/// An Error, which is an exception and no aggregate.
struct Failure {
    ErrorKind kind = ErrorKind::Device;
    std::string message, details;
    int stage = -1;
    std::string field, excerpt;
    ErrorReason reason = ErrorReason::Other;
    std::string subject;
    bool isPredicate = false;
};

constexpr auto fields(const Failure*) {
    using T = Failure;
    return FieldList{Field{"kind", &T::kind},     Field{"message", &T::message}, Field{"details", &T::details},
                     Field{"stage", &T::stage},   Field{"field", &T::field},     Field{"excerpt", &T::excerpt},
                     Field{"reason", &T::reason}, Field{"subject", &T::subject}, Field{"isPredicate", &T::isPredicate}};
}

void dropImages(std::vector<StageReport>& stages) {
    for (StageReport& stage : stages)
        stage.outputImage = stage.referenceImage = nullptr;
}
} // namespace

std::string wireVersion() {
    const std::string types =
        wireTypes<DeviceList, RunRequest, RunProgress, Report, Failure, MeasureRequest, Measurement, PeakRates,
                  CompileRequest, std::vector<CompiledProgram>, SignatureRequest>() +
        "messages up to " + std::to_string(std::uint32_t(Message::Released));
    return "lightbench-worker " LIGHTBENCH_VERSION ", fields " +
           hashText(contentHash(std::as_bytes(std::span(types)))) + ", kernels " + hashText(KernelLibrary().hash());
}

void sendError(Channel& channel, const Error& error) {
    sendValue(channel, Message::Failure,
              Failure{error.kind(), error.what(), error.details(), error.stage, error.field, error.excerpt,
                      error.reason, error.subject, error.isPredicate});
}

Error receiveError(std::vector<std::byte> body) {
    const auto failure = receiveValue<Failure>(std::move(body));
    Error error(failure.kind, failure.message, failure.details);
    error.stage = failure.stage;
    error.field = failure.field;
    error.excerpt = failure.excerpt;
    error.reason = failure.reason;
    error.subject = failure.subject;
    error.isPredicate = failure.isPredicate;
    return error;
}

void sendMeasurement(Channel& channel, Measurement measurement, const MeasureRequest& request) {
    dropImages(measurement.stages);
    WireWriter writer(imagesOf(request));
    writer(measurement);
    writer.send(channel, Message::Measure);
}

void sendReport(Channel& channel, const Report& report, const RunRequest& request) {
    Report sent = report;
    if (!request.options.stageImages) dropImages(sent.stages);
    WireWriter writer(imagesOf(request));
    writer(sent);
    // Kernels of later runs may write beyond their buffers: that must not reach what was given away.
    for (const ImagePtr& image : writer.following())
        image->freeze();
    writer.send(channel, Message::Report);
}

} // namespace lightbench
