// A plan says, as data, everything that a GPU variant does to an image: scratch buffers, then passes in order.
// gpu/ runs plans and nothing else, so sizes, legality and traffic can be tested without a device.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "core/device/device.h"
#include "core/filter/choices.h"
#include "core/filter/parameter.h"
#include "core/filter/workgroup.h"
#include "core/image/image.h"

namespace lightbench {

/// What plan(), outputShape and the automatic choices are asked about. Holds references: use it within one call.
struct PlanRequest {
    ImageShape input;
    const ParameterValues& parameters; ///< complete and checked
    const DeviceInfo& device;
    Workgroup workgroup; ///< ignored by the automatic choices
    /// The plan's programs must not depend on the parameters' values: see Variant::standIn.
    bool general = false;
    Cut cut{}; ///< set by makePlan and judgeWorkgroup
};

/// A buffer that a pass uses: the stage's input, a second image, its output, or a scratch buffer, as Plan::addScratch
/// hands it out.
struct BufferRef {
    enum Kind { Input, Output, Scratch, Image } kind = Input;
    int index = 0; ///< of Scratch: in Plan::scratch; of Image: in Plan::images
    bool operator==(const BufferRef&) const = default;
};
inline BufferRef inputBuffer() { return {BufferRef::Input, 0}; }
inline BufferRef outputBuffer() { return {BufferRef::Output, 0}; }
/// The image of the filter's parameter of kind Image, counted from 0 in the order of its parameters. Read-only.
inline BufferRef secondImage(int index) { return {BufferRef::Image, index}; }

/// Device memory of one run. Contents start undefined (tests poison them) unless `contents` is given.
struct Scratch {
    std::string name;
    std::uint64_t bytes = 0;
    /// Empty, or exactly `bytes` long: uploaded once (weights, tables, counters) and shared by every plan that asks for
    /// the same. A pass that changes it must leave it as it was.
    std::vector<std::byte> contents;
};

/// A local-memory argument of this many bytes.
struct LocalArgument {
    std::uint64_t bytes = 0;
    bool operator==(const LocalArgument&) const = default;
};
using Argument = std::variant<BufferRef, LocalArgument, std::int32_t, std::uint32_t, float>;

/// What a pass gives for the kernel's parameter of that name: a buffer for a pointer to global or constant memory, a
/// LocalArgument for one to local memory, and for int, uint and float just these (core/filter/kernel_signature.h).
struct NamedArgument {
    std::string name;
    Argument value;
    bool operator==(const NamedArgument&) const = default;
};

/// One kernel launch.
struct KernelPass {
    std::string kernel; ///< its function's name; starts with the program's name, in snake_case
    /// Build options: -D NAME=VALUE for each, in this order. Passes of a plan with the same defines share one program.
    std::vector<std::pair<std::string, std::string>> defines;
    std::array<std::size_t, 2> global{1, 1}; ///< a multiple of local in each dimension
    Workgroup local;                         ///< or driversChoice
    std::vector<NamedArgument> arguments;    ///< one for each of the kernel's parameters, in any order
    std::uint64_t localBytes = 0; ///< local memory declared inside the kernel (LocalArguments are added to this)
    std::uint64_t privateBytes =
        0;                        ///< a work-item's arrays that are too large for registers (DeviceInfo::privateMemory)
    std::uint64_t bytes = 0;      ///< global memory traffic it must at least move, read + written
    std::uint64_t operations = 0; ///< arithmetic operations it must at least do (an order of magnitude is enough)
    /// The file that has the kernel, kernels/FAMILY/NAME.cl, as KernelLibrary::source takes it. Empty, until makePlan
    /// fills it in, for the filter's own; given for a program that several filters share.
    std::string program{};
    /// Its kernel makes the plan's output and takes RECORD_PARAMETER (kernels/recording.clh): it can be built to say
    /// when it finished each pixel.
    bool records = false;
};

/// Fills a whole buffer with a repeated 32-bit word (counters, poison).
struct FillPass {
    BufferRef buffer;
    std::uint32_t word = 0;
};

/// A step on the host in the middle of the chain: `reads` are downloaded, work is called with them and with the
/// memory of `writes`, then `writes` are uploaded. Each part is timed like a kernel.
struct HostPass {
    std::string name;
    std::vector<BufferRef> reads, writes;
    std::function<void(std::span<const std::span<const std::byte>>, std::span<const std::span<std::byte>>)> work;
    std::uint64_t operations = 0;
};

using Pass = std::variant<KernelPass, FillPass, HostPass>;

/// Where a plan that records leaves what core/run/recording.h reads.
struct PlannedRecording {
    BufferRef words;
    std::size_t groups = 0; ///< workgroups of the pass that is recorded
    bool isTimed = false;   ///< by a clock
};

struct Plan {
    std::string filter; ///< id. Set by makePlan
    ImageShape output;  ///< set by makePlan
    /// Of the second images, in the order of the filter's parameters; one that is not known yet counts as like the
    /// input. Set by makePlan.
    std::vector<ImageShape> images{};
    std::vector<Scratch> scratch;
    std::vector<Pass> passes;
    /// The image passes through (analysis only): the output is the input's buffer and no pass writes it.
    bool passesThrough = false;
    /// Analysis: this scratch buffer holds the result, 32-bit unsigned words, downloaded into StageReport::analysis.
    std::optional<BufferRef> analysis;
    /// Set by addRecording alone.
    std::optional<PlannedRecording> recording{};

    /// One more scratch buffer; its handle is for arguments of the plan's passes.
    BufferRef addScratch(std::string name, std::uint64_t bytes);
    BufferRef addScratch(Scratch buffer);
    /// What addScratch gave the handle for.
    const Scratch& scratchOf(BufferRef buffer) const { return scratch.at(std::size_t(buffer.index)); }
};

/// The size of a buffer of a plan for this input.
std::uint64_t bytesOf(const Plan& plan, const ImageShape& input, const BufferRef& buffer);

/// A plan of a single pass.
Plan singlePass(KernelPass pass);
/// Adds what a pass gives its kernel.
void addArguments(KernelPass& pass, std::initializer_list<NamedArgument> arguments);
/// Adds NAME_reciprocal and NAME_shift, by which kernels/quotients.clh divides by a divisor of at least 1.
void addDivisor(KernelPass& pass, const std::string& name, int divisor);
/// The last pass of a plan, which must be a kernel's, for more arguments and defines.
KernelPass& lastKernel(Plan& plan);

/// Local memory of one pass: declared inside plus its local arguments, bytes.
std::uint64_t localBytes(const KernelPass& pass);
/// The largest of all passes.
std::uint64_t localBytes(const Plan& plan);

/// Private arrays of a whole workgroup of the pass that has the largest, bytes.
std::uint64_t groupPrivateBytes(const Plan& plan);

/// Puts the passes and scratch buffers of another filter's plan, as makePlan gave it, at the end of this one: its input
/// and output become the given buffers. Throws std::logic_error if that plan has no output of its own.
void appendPlan(Plan& plan, const Plan& other, BufferRef input, BufferRef output);
/// The same for a plan that analyses its input: gives the buffer with the result. Throws std::logic_error if that plan
/// analyses nothing.
BufferRef appendAnalysis(Plan& plan, const Plan& other, BufferRef input);

/// Defines that specialise a kernel for the formats it reads and writes; kernels/common.clh says what they mean:
/// SRC_TYPE_ID, SRC_CHANNELS, DST_TYPE_ID, DST_CHANNELS (type ids: 0 U8, 1 U16, 2 U32, 3 F32).
std::vector<std::pair<std::string, std::string>> formatDefines(Format source, Format destination);
/// The define BORDER=n for the border mode of that name (see core/filter/border.h).
std::pair<std::string, std::string> borderDefine(const std::string& border);
/// A double as text for a define or a kernel constant: always a float literal such as "2.5f", nine significant digits.
std::string floatLiteral(double value);
/// The smallest multiple of `step` that is not below `n`.
std::size_t roundUp(std::size_t n, std::size_t step);
/// The global size that covers width x height work-items with this workgroup.
std::array<std::size_t, 2> coverGlobal(Size size, Workgroup workgroup);
/// The same for kernels whose work-items take `run` of the image's `count` samples or pixels each, whatever row they
/// lie in: the runs lie in rows of 1024, so that a workgroup of any shape has its work.
std::array<std::size_t, 2> coverRuns(std::size_t count, int run, Workgroup workgroup);
/// The define PACKED_16=1 for devices that have packed instructions (core/device/device_traits.h), else =0.
std::pair<std::string, std::string> packedDefine(const DeviceInfo& device);
/// A pass over all pixels as a line of work-items, each workgroup with a stretch of its own, enough groups to keep the
/// device busy; for kernels that read and write the input's format. ALONE says that a workgroup is a single work-item.
KernelPass stretchPass(const PlanRequest& request, std::string kernel);
/// The bytes of a vector of numbers, for Scratch::contents.
template <class T> std::vector<std::byte> bytesOf(const std::vector<T>& values) {
    auto view = std::as_bytes(std::span(values));
    return {view.begin(), view.end()};
}

} // namespace lightbench
