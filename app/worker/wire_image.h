// Sends one image between the program and its worker, as shared memory or as bytes. wire.h uses it. The receiver may
// keep shared memory; the sender does not write to it until it is given back.
#pragma once

#include <optional>

#include "app/worker/channel.h"
#include "core/base/error.h"
#include "core/image/image.h"

namespace lightbench {

/// Sends shareable memory as a descriptor. Other images are first copied into shareable memory: one copy is cheaper
/// than two through the socket. Small and very large images are sent as bytes.
void sendImage(Channel& channel, const ImagePtr& image);
/// Receives an image. If memory runs out, it returns null and sets `problem`; the channel can still be used.
ImagePtr receiveImage(Channel& channel, const ImageShape& shape, std::optional<Error>& problem);

} // namespace lightbench
