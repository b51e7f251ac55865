// A plan describes as data everything that a GPU variant does to an image: scratch buffers, then passes in order. gpu/
// runs plans and nothing else, so that sizes, legality and traffic can be tested without a device.
#pragma once

#include <array>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "core/device/device.h"
#include "core/framework/choices.h"
#include "core/framework/host_operations.h"
#include "core/framework/parameter.h"
#include "core/framework/workgroup.h"
#include "core/image/image.h"

namespace lightbench {

/// The input to plan functions and automatic choices. It holds references: use it within one call.
struct PlanRequest {
    ImageShape input;
    const ParameterValues& parameters; ///< complete and checked
    const DeviceInfo& device;
    Workgroup workgroup; ///< ignored by the automatic choices
    /// True if the programs must not depend on parameter values: see Variant::fallbackVariant.
    bool general = false;
    /// Set by makePlan and judgeWorkgroup; plans read it by tuningOf (core/framework/tuning_parameters.h).
    TuningParameters tuning{};
};

/// A buffer that a pass uses: the stage's input or output, a second image, or a scratch buffer from Plan::addScratch.
struct BufferRef {
    enum Kind { Input, Output, Scratch, Image } kind = Input;
    int index = 0; ///< index in Plan::scratch or Plan::images
    bool operator==(const BufferRef&) const = default;
};
inline BufferRef inputBuffer() { return {BufferRef::Input, 0}; }
inline BufferRef outputBuffer() { return {BufferRef::Output, 0}; }
/// The image of the filter's n-th parameter of kind Image, counted from 0. Read-only.
inline BufferRef secondImage(int index) { return {BufferRef::Image, index}; }

/// Device memory for one run. Contents start undefined (tests poison them) unless `contents` is given.
struct Scratch {
    std::string name;
    std::uint64_t bytes = 0;
    /// Empty, or exactly `bytes` long. It is uploaded once (weights, tables, counters) and shared by all plans with
    /// equal contents. A pass that changes it must restore it.
    std::vector<std::byte> contents;
    bool operator==(const Scratch&) const = default;
};

/// A local-memory argument of so many bytes.
struct LocalArgument {
    std::uint64_t bytes = 0;
    bool operator==(const LocalArgument&) const = default;
};
/// A value of another type, such as ulong or float4, as its bytes on the device.
struct ByteArgument {
    std::string type;
    std::vector<std::byte> bytes;
    std::string text; ///< for reports, such as "61, 47"
    bool operator==(const ByteArgument&) const = default;
};
/// An OpenCL image object of the plan, for an argument of type image2d_t.
struct ImageObjectRef {
    int index = 0; ///< index in Plan::imageObjects
    bool operator==(const ImageObjectRef&) const = default;
};
/// How a kernel reads image objects, for an argument of type sampler_t.
struct SamplerArgument {
    bool isNormalized = false; ///< coordinates from 0 to 1, not in pixels
    bool isLinear = false;     ///< interpolates between pixels
    enum Outside { ClampToEdge, Clamp, Repeat, MirroredRepeat } outside = ClampToEdge;
    bool operator==(const SamplerArgument&) const = default;
};
using Argument = std::variant<BufferRef, LocalArgument, std::int32_t, std::uint32_t, float, ByteArgument,
                              ImageObjectRef, SamplerArgument>;

/// An argument for the kernel parameter of that name: a buffer for a global or constant pointer, a LocalArgument for a
/// local pointer. For others it is a value of that type (core/framework/kernel_signature.h).
struct NamedArgument {
    std::string name;
    Argument value;
    bool operator==(const NamedArgument&) const = default;
};

/// One kernel launch.
struct KernelPass {
    std::string kernel; ///< the function's name in its program
    /// Build options: -D NAME=VALUE for each, in this order. Passes of a plan with equal defines share one program.
    std::vector<std::pair<std::string, std::string>> defines;
    std::array<std::size_t, 2> global{1, 1}; ///< a multiple of local in each dimension
    Workgroup local;                         ///< or driverChosenWorkgroup
    std::vector<NamedArgument> arguments;    ///< one per kernel parameter, in any order
    std::uint64_t localBytes = 0;            ///< local memory declared inside the kernel, without LocalArguments
    std::uint64_t privateBytes = 0; ///< per work-item: arrays too large for registers (DeviceInfo::privateMemory)
    std::uint64_t bytes = 0;        ///< the minimum global memory traffic, read plus written
    std::uint64_t operations = 0;   ///< the minimum arithmetic operations, good to about a factor of ten
    /// The kernel's file, as KernelLibrary::source takes it: "gaussian/two-pass" is
    /// kernels/windows/gaussian/two_pass.cl. Empty means the filter's own (makePlan fills it in). Set it for a program
    /// that several filters share.
    std::string program{};
    /// True if the kernel writes the plan's output and takes RECORD_PARAMETER (kernels/prelude/recording.clh). It can
    /// then be built to record when it finished each pixel.
    bool records = false;
    bool operator==(const KernelPass&) const = default;
};

/// Fills a whole buffer with a repeated 32-bit word (counters, poison).
struct FillPass {
    BufferRef buffer;
    std::uint32_t word = 0;
    bool operator==(const FillPass&) const = default;
};

/// A host step inside the chain: `reads` are downloaded, the operation fills the memory of `writes`, then `writes` are
/// uploaded. Each part is timed like a kernel.
struct HostPass {
    HostOperation operation;
    std::vector<BufferRef> reads{}, writes{};
    std::uint64_t operations = 0; ///< arithmetic operations, as in KernelPass
    std::string name() const { return hostOperationName(operation); }
    bool operator==(const HostPass&) const = default;
};

/// An OpenCL image object, which kernels read by samplers. ImagePasses fill it and empty it.
struct ImageObject {
    std::string name;
    ImageShape shape;
    bool isNormalized = true; ///< kernels see 0..1 in place of whole numbers; floats are as they are
    bool operator==(const ImageObject&) const = default;
};

/// Copies a buffer with the samples of a whole image to an image object, or back.
struct ImagePass {
    BufferRef buffer;
    ImageObjectRef object;
    bool toObject = true;
    std::string name() const { return toObject ? "copy to image object" : "copy from image object"; }
    bool operator==(const ImagePass&) const = default;
};

using Pass = std::variant<KernelPass, FillPass, HostPass, ImagePass>;

/// Where a recording plan stores the data for core/run/recording.h.
struct PlannedRecording {
    BufferRef words;
    std::size_t groups = 0; ///< workgroups of the recorded pass
    bool isTimed = false;   ///< with clock times
    bool operator==(const PlannedRecording&) const = default;
};

/// Plain data: equal plans do the same.
struct Plan {
    std::string filter; ///< filter id, set by makePlan
    ImageShape output;  ///< set by makePlan
    /// The shapes of the second images, in parameter order; unknown ones count as like the input. Set by makePlan.
    std::vector<ImageShape> images{};
    std::vector<Scratch> scratch;
    std::vector<ImageObject> imageObjects{};
    std::vector<Pass> passes;
    /// The image passes through (analysis only): the output is the input buffer and no pass writes it.
    bool passesThrough = false;
    /// Analysis: the scratch buffer with the result, 32-bit unsigned words, downloaded into StageReport::analysis.
    std::optional<BufferRef> analysis;
    /// Set only by addRecording.
    std::optional<PlannedRecording> recording{};
    /// Where kernels store the values of lb_probe. Set only by addProbes.
    std::optional<BufferRef> probes{};

    /// Adds a scratch buffer; the returned handle is for arguments of the passes.
    BufferRef addScratch(std::string name, std::uint64_t bytes);
    BufferRef addScratch(Scratch buffer);
    /// Adds a scratch buffer that holds these numbers from the start.
    template <class T> BufferRef addTable(std::string name, const std::vector<T>& numbers);
    /// Appends a launch, which the caller may complete until another pass is added.
    KernelPass& add(KernelPass pass);
    /// The scratch buffer behind a handle from addScratch.
    const Scratch& scratchOf(BufferRef buffer) const { return scratch.at(std::size_t(buffer.index)); }
    bool operator==(const Plan&) const = default;
};

/// The size in bytes of a plan's buffer for this input.
std::uint64_t bytesOf(const Plan& plan, const ImageShape& input, const BufferRef& buffer);

/// The request for an image of another shape, such as the luma alone.
PlanRequest requestFor(const ImageShape& input, const PlanRequest& request);

/// A program as KernelPass::program names it, and a kernel in it.
struct KernelName {
    /// The kernel has the program's name, with _ for / and -: "gaussian/fused" has gaussian_fused.
    KernelName(std::string program);
    KernelName(const char* program) : KernelName(std::string(program)) {}
    KernelName(std::string program, std::string kernel) : program(std::move(program)), kernel(std::move(kernel)) {}
    std::string program, kernel;
};

/// A launch with one work-item for each pixel, which the caller changes where it differs. The kernel takes src, dst,
/// width and height. It reads the input and writes an image of the same size. `output` is the format of that image; by
/// default it is the input's.
KernelPass kernelPass(const PlanRequest& request, KernelName name, std::optional<Format> output = {});
/// A plan with a single pass.
Plan singlePass(KernelPass pass);
/// Appends kernel arguments to a pass.
void addArguments(KernelPass& pass, std::initializer_list<NamedArgument> arguments);
/// Removes the argument of that name, which the kernel does not take.
void removeArgument(KernelPass& pass, std::string_view name);
/// Appends build options -D NAME=VALUE, such as the tuning parameters of a variant.
void addDefines(KernelPass& pass, std::initializer_list<std::pair<const char*, std::int64_t>> defines);
/// Adds NAME_reciprocal and NAME_shift, with which kernels/prelude/instructions.clh divides by a divisor of at least 1.
void addDivisor(KernelPass& pass, const std::string& name, int divisor);
/// The plan's last pass, which must be a kernel, to add arguments and defines.
KernelPass& lastKernel(Plan& plan);

/// The local memory of one pass, declared inside plus local arguments, bytes.
std::uint64_t localBytes(const KernelPass& pass);
/// The maximum over all passes.
std::uint64_t localBytes(const Plan& plan);

/// Private arrays per workgroup, maximum over all passes, bytes.
std::uint64_t groupPrivateBytes(const Plan& plan);

/// Appends the passes and scratch buffers of another filter's plan (from makePlan), with its input and output mapped to
/// the given buffers. Throws std::logic_error if that plan has no output of its own.
void appendPlan(Plan& plan, const Plan& other, BufferRef input, BufferRef output);

/// Defines that specialise a kernel for its input and output formats (kernels/prelude/prelude.clh):
/// SRC_SAMPLE and DST_SAMPLE (uchar, ushort, uint or float), SRC_CHANNELS and DST_CHANNELS.
std::vector<std::pair<std::string, std::string>> formatDefines(Format source, Format destination);
/// The define BORDER=n for a border mode by name (core/framework/border.h).
std::pair<std::string, std::string> borderDefine(const std::string& border);
/// A double as text for a define or a kernel constant: always a float literal such as "2.5f", nine significant digits.
std::string floatLiteral(double value);
/// The smallest multiple of `step` that is not below `n`.
std::size_t roundUp(std::size_t n, std::size_t step);
/// How many parts of `each` cover n.
template <class T> constexpr T divideUp(T n, std::type_identity_t<T> each) { return (n + each - 1) / each; }
/// The global size that covers width x height work-items with this workgroup.
std::array<std::size_t, 2> coverGlobal(Size size, Workgroup workgroup);
/// The global size if each work-item makes a block of that many columns and rows.
std::array<std::size_t, 2> coverBlocks(Size size, Size block, Workgroup workgroup);
/// The global size if each workgroup makes a tile of that many columns and rows.
std::array<std::size_t, 2> coverTiles(Size size, Size tile, Workgroup workgroup);
/// The global size if each work-item processes a segment of `length` of the `count` samples or pixels, regardless of
/// rows. The segments are arranged in rows of 1024, so that a workgroup of any shape has work.
std::array<std::size_t, 2> coverSegments(std::size_t count, int length, Workgroup workgroup);
/// The define PACKED_16=1 if the device has packed instructions (core/device/device_traits.h), otherwise PACKED_16=0.
std::pair<std::string, std::string> packedDefine(const DeviceInfo& device);
/// The number of an image's samples without alpha, which most filters copy.
inline std::uint64_t colourSamples(const ImageShape& shape) {
    return shape.size.area() * std::uint64_t(shape.format.colourChannels());
}
/// The bytes of a vector, for Scratch::contents.
template <class T> std::vector<std::byte> bytesOf(const std::vector<T>& values) {
    auto view = std::as_bytes(std::span(values));
    return {view.begin(), view.end()};
}

template <class T> BufferRef Plan::addTable(std::string name, const std::vector<T>& numbers) {
    return addScratch({std::move(name), numbers.size() * sizeof(T), bytesOf(numbers)});
}

} // namespace lightbench
