// What goes between the program and its worker: requests, reports, errors, device lists, progress.
#pragma once

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "app/worker/image_shelf.h"
#include "app/worker/wire.h"
#include "core/base/error.h"
#include "core/run/engine.h"
#include "core/run/stack_images.h"

namespace lightbench {

/// Says which fields of which types this program's messages have. Program and worker must agree in it: what they tell
/// each other has no other guard against change.
std::string wireVersion();

/// A message of one described value, or of a plain one, that points at no image.
template <class T> void sendValue(Channel& channel, Message kind, const T& value) {
    WireWriter writer;
    writer(value);
    writer.send(channel, kind);
}
/// The rest of a message whose head was received. Throws ChannelGarbled for bytes that are none of a T.
template <class T> T receiveValue(std::vector<std::byte> body) {
    T value{};
    WireReader reader(std::move(body));
    reader(value);
    if (reader.hasImages()) throw ChannelGarbled("images that nothing points at");
    return value;
}

void sendError(Channel& channel, const Error& error);
Error receiveError(std::vector<std::byte> body);

/// The images of a request: its own, and the files' that its stages have.
template <class Request> std::vector<ImagePtr> imagesOf(const Request& request) {
    std::vector<ImagePtr> images = fileImages(request.stack);
    if (std::ranges::find(images, request.image) == images.end()) images.insert(images.begin(), request.image);
    return images;
}

/// A RunRequest or a MeasureRequest, and those of its images that the other side's shelf has not; it has them from then
/// on. Gives the images that were sent.
template <class Request>
std::vector<ImagePtr> sendRequest(Channel& channel, Message kind, const Request& request, ImageShelf& shelf) {
    WireWriter writer(shelf.images());
    writer(request);
    if (!writer.following().empty()) shelf.makeRoom(imagesOf(request));
    writer.send(channel, kind);
    shelf.put(writer.following());
    return writer.following();
}
/// `newImages`: those which came with it. Throws Error(Input) without memory for them; the channel stays in step.
template <class Request> Request receiveRequest(Channel& channel, std::vector<std::byte> body, ImageShelf& shelf,
                                                std::vector<ImagePtr>& newImages) {
    Request request;
    WireReader reader(std::move(body), shelf.images());
    reader(request);
    if (!reader.hasImages()) return request;
    shelf.makeRoom(imagesOf(request)); // those that are still to come are null
    newImages = reader.receiveImages(channel);
    shelf.put(newImages);
    return request;
}

/// A measurement without the images that its stages may point at, which nobody looks at, and without those of the
/// request.
void sendMeasurement(Channel& channel, Measurement measurement, const MeasureRequest& request);
/// The rest of a message whose head was received.
Measurement receiveMeasurement(Channel& channel, const Channel::Head& head, const MeasureRequest& request);

/// A report and its images but those of the request, which the other side has. Those of the stages only where the
/// request wants them.
void sendReport(Channel& channel, const Report& report, const RunRequest& request);
/// The rest of a message whose head was received.
std::shared_ptr<Report> receiveReport(Channel& channel, const Channel::Head& head, const RunRequest& request);

} // namespace lightbench
