// Both ends of the conversation: file, cost, consent, image.
#include "app/worker/decoding_worker.h"

#include <csignal>
#include <cstring>
#include <memory>
#include <new>
#include <sys/prctl.h>
#include <unistd.h>

#include "app/worker/wire_values.h"
#include "app/worker/worker_link.h"
#include "core/codecs/codecs.h"

namespace lightbench {

constexpr auto fields(const DecodingCost*) {
    return FieldList{Field{"shape", &DecodingCost::shape}, Field{"bytes", &DecodingCost::bytes}};
}
constexpr auto fields(const ColourChunk*) {
    return FieldList{Field{"name", &ColourChunk::name}, Field{"data", &ColourChunk::data}};
}
constexpr auto fields(const ImageMetadata*) {
    return FieldList{
        Field{"iccProfile", &ImageMetadata::iccProfile},   Field{"horizontalDpi", &ImageMetadata::horizontalDpi},
        Field{"verticalDpi", &ImageMetadata::verticalDpi}, Field{"exif", &ImageMetadata::exif},
        Field{"unsupported", &ImageMetadata::unsupported}, Field{"colourChunks", &ImageMetadata::colourChunks}};
}

namespace {
/// A DecodedImage as it is sent.
struct SentImage {
    ImagePtr image;
    ImageMetadata metadata;
    std::vector<std::string> notes;
};
constexpr auto fields(const SentImage*) {
    return FieldList{Field{"image", &SentImage::image}, Field{"metadata", &SentImage::metadata},
                     Field{"notes", &SentImage::notes}};
}

constexpr double decodingSeconds = 300;

std::vector<std::byte> receiveFile(Channel& channel) {
    const Channel::Head head = channel.receiveHead();
    std::vector<std::byte> file(head.bytes);
    channel.receiveBody(file);
    return file;
}

void decodeAndSend(Channel& channel) try {
    const std::vector<std::byte> file = receiveFile(channel);
    const Codec* codec = codecByContent(file);
    if (!codec) refuseFile("is not an image that can be read");
    DecodedImage decoded = codec->decode(file, [&](const DecodingCost& cost) {
        sendValue(channel, Message::Decode, cost);
        receiveFile(channel); // consent is an empty message
    });
    WireWriter writer;
    writer(SentImage{std::make_shared<const Image>(std::move(decoded.image)), std::move(decoded.metadata),
                     std::move(decoded.notes)});
    writer.send(channel, Message::Decode);
    channel.receiveHead(); // the image's memory is shared: wait until the program is done with it
} catch (const Error& error) {
    sendError(channel, error);
} catch (const std::bad_alloc&) {
    Error error(ErrorKind::Input, "is too large for this machine's memory; crop or scale it first");
    error.isPredicate = true;
    sendError(channel, error);
}

DecodedImage receiveDecoded(Channel& channel, const Channel::Head& head) {
    SentImage sent;
    WireReader reader(channel.receiveBody(head));
    reader(sent);
    if (!reader.hasImages()) throw ChannelGarbled("a decoded file without its image");
    reader.receiveImages(channel);
    Image image = Image::shareable(sent.image->shape());
    std::memcpy(image.bytes().data(), sent.image->bytes().data(), image.bytes().size());
    return {std::move(image), std::move(sent.metadata), std::move(sent.notes)};
}

[[noreturn]] void failDecoding(const WorkerFailure& failure) {
    if (failure.kind == WorkerFailure::OtherVersion) failPredicate(ErrorKind::Device, "cannot be read: " + failure.how);
    if (failure.kind == WorkerFailure::Garbled)
        failPredicate(ErrorKind::Device,
                      "cannot be read: lightbench-worker answered " + failure.how + "; install Lightbench again");
    const std::string remedy = "; convert it to TIFF with another program first";
    if (failure.kind == WorkerFailure::Late) refuseFile("cannot be decoded within " + failure.how + remedy);
    refuseFile("cannot be decoded: the library that reads it ended " + failure.how + remedy);
}
} // namespace

DecodedImage decodeInProcess(const std::string& program, const std::vector<std::string>& arguments,
                             std::span<const std::byte> file, const CostCheck& check) {
    constexpr double graceSeconds = 1;
    WorkerLink link(program, arguments, graceSeconds);
    try {
        return link.converse(decodingSeconds, {}, [&](WorkerCall&) {
            Channel& channel = link.channel();
            channel.send(Message::Decode, file);
            auto cost = receiveValue<DecodingCost>(channel.receiveBody(link.answer(Message::Decode)));
            cost.bytes += file.size() + cost.shape.bytes(); // the file and the image are in both processes
            check(cost);
            channel.send(Message::Decode);
            return receiveDecoded(channel, link.answer(Message::Decode));
        });
    } catch (const WorkerFailure& failure) {
        failDecoding(failure);
    }
}

DecodedImage decodeInWorker(std::span<const std::byte> file, const CostCheck& check) {
    return decodeInProcess(workerBesideThis(), {decodeArgument}, file, check);
}

void serveDecoding(int socket) {
    prctl(PR_SET_PDEATHSIG, SIGKILL); // a library that never ends must not outlive the program
    Channel channel(socket);
    try {
        sendValue(channel, Message::Hello, wireVersion());
        decodeAndSend(channel);
    } catch (const std::exception&) { // the program is gone, or has seen enough
    }
    _exit(0);
}

} // namespace lightbench
