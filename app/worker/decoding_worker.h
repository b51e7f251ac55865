// Decodes image files in a process of its own, for libraries that a damaged file can crash. The programs give
// decodeInWorker to whatever reads images (program_filters.h); lightbench-worker serves one file for each start.
#pragma once

#include "core/codecs/codec.h"

namespace lightbench {

/// A DecodingProcess: starts lightbench-worker, sends it the file and receives the image. Throws Error(Input) if the
/// library crashes or takes longer than five minutes, and Error(Device) if the worker cannot be started.
DecodedImage decodeInWorker(std::span<const std::byte> file, const CostCheck& check);

/// The same with another program as the worker, started with `arguments`.
DecodedImage decodeInProcess(const std::string& program, const std::vector<std::string>& arguments,
                             std::span<const std::byte> file, const CostCheck& check);

/// The argument that makes lightbench-worker a decoder.
inline constexpr const char* decodeArgument = "--decode";

/// Receives a file from the socket, sends what decoding will cost, waits for consent and sends the image; then ends the
/// process.
[[noreturn]] void serveDecoding(int socket);

} // namespace lightbench
