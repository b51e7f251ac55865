// The messages between the program and its worker: requests, reports, errors, device lists and progress. The worker
// engine sends requests with it, and the worker's loop receives them. Malformed messages throw ChannelGarbled.
#pragma once

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "app/worker/shared_image_cache.h"
#include "app/worker/wire.h"
#include "core/base/error.h"
#include "core/run/engine.h"
#include "core/run/stage_images.h"

namespace lightbench {

/// Describes the fields of all message types and the built-in kernels. Program and worker must agree on it; nothing
/// else detects a mismatch. The program refuses a worker of another version.
std::string wireVersion();

/// Sends one value that refers to no image.
template <class T> void sendValue(Channel& channel, Message kind, const T& value) {
    WireWriter writer;
    writer(value);
    writer.send(channel, kind);
}
/// Reads the body of a received head. Throws ChannelGarbled if it is not a T. `filters`: as WireReader takes them.
template <class T> T receiveValue(std::vector<std::byte> body, const FilterCatalog& filters = programFilters()) {
    T value{};
    WireReader reader(std::move(body), {}, filters);
    reader(value);
    if (reader.hasImages()) throw ChannelGarbled("images that nothing points at");
    return value;
}

void sendError(Channel& channel, const Error& error);
Error receiveError(std::vector<std::byte> body);

/// The images of a request: its input image and the images of resource files in its stages.
template <class Request> std::vector<ImagePtr> imagesOf(const Request& request) {
    std::vector<ImagePtr> images = fileImages(request.stack);
    if (std::ranges::find(images, request.image) == images.end()) images.insert(images.begin(), request.image);
    return images;
}

/// Sends a RunRequest or a MeasureRequest with the images that the other side lacks, and records them in `cache`.
/// Returns the images that were sent.
template <class Request>
std::vector<ImagePtr> sendRequest(Channel& channel, Message kind, const Request& request, SharedImageCache& cache) {
    WireWriter writer(cache.images());
    writer(request);
    if (!writer.following().empty()) cache.evictUnused(imagesOf(request));
    writer.send(channel, kind);
    cache.add(writer.following());
    return writer.following();
}
/// `newImages`: the images that came with it. `filters`: as WireReader takes them. Throws Error(Input) if memory runs
/// out; the channel can still be used. Throws ChannelGarbled if the request has no image.
template <class Request> Request receiveRequest(Channel& channel, std::vector<std::byte> body, SharedImageCache& cache,
                                                std::vector<ImagePtr>& newImages,
                                                const FilterCatalog& filters = programFilters()) {
    Request request;
    WireReader reader(std::move(body), cache.images(), filters);
    reader(request);
    if (reader.hasImages()) {
        cache.evictUnused(imagesOf(request)); // those that are still to come are null
        newImages = reader.receiveImages(channel);
    }
    if (!request.image) throw ChannelGarbled("a request without its image");
    cache.add(newImages);
    return request;
}

/// Sends a measurement without images: those of its stages are not needed, and the other side has those of the request.
void sendMeasurement(Channel& channel, Measurement measurement, const MeasureRequest& request);
/// Sends a report and its images, except those of the request, which the other side has. Images of the stages are sent
/// only if the request wants them.
void sendReport(Channel& channel, const Report& report, const RunRequest& request);
/// Reads the rest of a Report or a Measurement whose head was received. This side has the request's images and filters.
template <class Result, class Request>
std::shared_ptr<Result> receiveResult(Channel& channel, const Channel::Head& head, const Request& request) {
    auto result = std::make_shared<Result>();
    WireReader reader(channel.receiveBody(head), imagesOf(request), request.filters);
    reader(*result);
    if (reader.hasImages()) reader.receiveImages(channel);
    return result;
}

} // namespace lightbench
