// What goes between the program and its worker: requests, reports, errors, device lists, progress.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "app/worker/channel.h"
#include "app/worker/image_shelf.h"
#include "core/base/error.h"
#include "core/run/engine.h"

namespace lightbench {

/// Program and worker must be of one build: what they tell each other has no other guard against change.
std::string wireVersion();

std::vector<std::byte> encode(const std::string& text);
std::vector<std::byte> encode(const DeviceList& list);
std::vector<std::byte> encode(const RunProgress& progress);
std::vector<std::byte> encode(const Error& error);
/// Without the samples, which follow if `image` says so.
std::vector<std::byte> encode(const RunRequest& request, ImagePlace image);
std::vector<std::byte> encode(const MeasureRequest& request, ImagePlace image);
std::vector<std::byte> encode(int device);
std::vector<std::byte> encode(const Measurement& result);
std::vector<std::byte> encode(const Ceilings& ceilings);

/// These throw ChannelGarbled for bytes that are none of theirs.
std::string decodeText(std::vector<std::byte> bytes);
DeviceList decodeDevices(std::vector<std::byte> bytes);
RunProgress decodeProgress(std::vector<std::byte> bytes);
Error decodeError(std::vector<std::byte> bytes);
int decodeNumber(std::vector<std::byte> bytes);
Measurement decodeResult(std::vector<std::byte> bytes);
Ceilings decodeCeilings(std::vector<std::byte> bytes);
template <class Request> struct Incoming {
    Request request; ///< without its image
    ImagePlace image;
};
/// Of a RunRequest or a MeasureRequest.
template <class Request> Incoming<Request> decodeRequest(std::vector<std::byte> bytes);

/// A report and its images: each once, however often the report points at it, and not the run's own input, which the
/// other side has. Those of the stages only where the request wants them.
void sendReport(Channel& channel, const Report& report, const RunOptions& options);
/// The rest of a message whose head was received; `input` and `stack` are those of the request.
std::shared_ptr<Report> receiveReport(Channel& channel, const Channel::Head& head, const RunRequest& request);

} // namespace lightbench
