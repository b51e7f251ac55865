// Sends one image between the program and its worker, as shared memory or as bytes. wire.h uses it. The receiver may
// keep shared memory; the sender does not write to it until it is given back.
#pragma once

#include <optional>

#include "app/worker/channel.h"
#include "core/base/error.h"
#include "core/image/image.h"

namespace lightbench {

/// Sends shareable memory as a descriptor. Other images are copied into such memory first, because one copy is cheaper
/// than the two through the socket; small and very large images go as bytes.
void sendImage(Channel& channel, const ImagePtr& image);
/// Receives an image. If memory runs out, it returns null and sets `problem`; the channel can still be used.
ImagePtr receiveImage(Channel& channel, const ImageShape& shape, std::optional<Error>& problem);

} // namespace lightbench
