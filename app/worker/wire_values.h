// What goes between the program and its worker: requests, reports, errors, device lists, progress.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "app/worker/image_shelf.h"
#include "app/worker/wire.h"
#include "core/base/error.h"
#include "core/run/engine.h"

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

/// A RunRequest or a MeasureRequest, and its image unless the other side's shelf has it; it has it from then on. Gives
/// the image that was sent, null for none.
template <class Request>
ImagePtr sendRequest(Channel& channel, Message kind, const Request& request, ImageShelf& shelf) {
    WireWriter writer(shelf.images());
    writer(request);
    if (!writer.following().empty()) shelf.makeRoom();
    writer.send(channel, kind);
    if (writer.following().empty()) return nullptr;
    shelf.put(request.image);
    return request.image;
}
/// `newImage`: that which came with it. Throws Error(Input) without memory for it; the channel stays in step.
template <class Request>
Request receiveRequest(Channel& channel, std::vector<std::byte> body, ImageShelf& shelf, ImagePtr& newImage) {
    Request request;
    WireReader reader(std::move(body), shelf.images());
    reader(request);
    if (!reader.hasImages()) return request;
    shelf.makeRoom();
    reader.receiveImages(channel);
    newImage = request.image;
    shelf.put(newImage);
    return request;
}

/// A measurement without the images that its stages may point at: nobody looks at those.
void sendMeasurement(Channel& channel, Measurement measurement);

/// A report and its images but the run's own input, which the other side has. Those of the stages only where the
/// request wants them.
void sendReport(Channel& channel, const Report& report, const RunRequest& request);
/// The rest of a message whose head was received.
std::shared_ptr<Report> receiveReport(Channel& channel, const Channel::Head& head, const RunRequest& request);

} // namespace lightbench
