// An image on its way between the program and its worker: the memory that it lies in, or its bytes.
#pragma once

#include <optional>

#include "app/worker/channel.h"
#include "core/base/error.h"
#include "core/image/image.h"

namespace lightbench {

/// Memory that can be shared is lent as it is: nobody writes to it until the other side gave it back. The samples of
/// another image go into such memory first, which takes one copy where the bytes through the socket take two; small
/// ones and very large ones go as bytes.
void sendImage(Channel& channel, const ImagePtr& image);
/// Where there is no memory for the image, null and the `problem`; the channel stays in step.
ImagePtr receiveImage(Channel& channel, const ImageShape& shape, std::optional<Error>& problem);

} // namespace lightbench
