// Chooses the codec, checks size and metadata against it, and adds the file's name to its errors.
#include "core/codecs/image_file.h"

#include <sys/stat.h>

#include <algorithm>
#include <cstring>
#include <map>
#include <memory>
#include <mutex>
#include <new>

#include "core/base/input_file.h"
#include "core/base/memory.h"
#include "core/base/text.h"
#include "core/base/whole_file.h"
#include "core/codecs/colour_chunks.h"
#include "core/codecs/exif.h"
#include "core/codecs/file_bytes.h"
#include "core/codecs/file_samples.h"

namespace lightbench {

namespace {
[[noreturn]] void cannotWriteImage(const std::string& path, const std::string& why) {
    failNaming(ErrorKind::Input, shownPath(path), "cannot write " + shownPath(path) + ": " + why);
}

const Codec& knownCodec(FileBytes content) {
    if (const Codec* found = codecByContent(content)) return *found;
    refuseFile("is not an image that can be read (" + joined(formatLabels(), ", ") + "); convert it to PNG first");
}

/// The codec that the content indicates. A suffix of another format is an error, because saving beside it would go
/// wrong.
const Codec& checkedCodec(const std::string& path, FileBytes content) {
    const Codec *named = codecBySuffix(suffixOfName(path)), &found = knownCodec(content);
    if (named && named != &found) {
        const std::string better =
            shownPath(std::string(nameBeforeSuffix(path)) + "." + std::string(found.suffixes.front()));
        refuseFile("is mislabelled: it is a " + std::string(found.label) + " file, not " + std::string(named->label) +
                   "; rename it to " + better);
    }
    return found;
}

/// A header that claims far more memory than its file justifies is damaged: photos decode to 700 times their file's
/// size at most, single-colour images to 1400. Below harmlessBytes nothing is checked.
constexpr std::uint64_t absurdShare = 2000, harmlessBytes = std::uint64_t(256) << 20;

[[noreturn]] void refuseLarge(const std::string& why) {
    Error error(ErrorKind::Input, why);
    error.reason = ErrorReason::TooLarge;
    error.isPredicate = true;
    throw error;
}

void checkClaim(const DecodingCost& claim, std::uint64_t fileBytes, LargeImages large) {
    const std::string size =
        std::to_string(claim.shape.size.width) + " x " + std::to_string(claim.shape.size.height) + " pixels";
    if (claim.shape.samples() > maximumSamples)
        refuseFile("is too large: its header says " + size + ", more than 2^31 - 1 samples; crop or scale it first");
    if (large == LargeImages::Allow) return;
    const std::uint64_t available = availableMemory();
    const std::string cost = byteText(double(claim.bytes));
    if (claim.bytes > available)
        refuseLarge("is too large: its " + size + " take " + cost + " of memory to read, and " +
                    byteText(double(available)) + " are available; crop or scale it first");
    if (claim.bytes > harmlessBytes && claim.bytes / absurdShare > fileBytes)
        refuseLarge("claims " + size + ", which take " + cost + " to read, in " + byteText(double(fileBytes)) +
                    "; that is probably damaged, and is not read");
}

DecodedImage decodedAs(const Codec& codec, FileBytes content, const ReadOptions& options) {
    const auto check = [&](const DecodingCost& cost) { checkClaim(cost, content.size(), options.large); };
    if (codec.needsProcess && options.rawDecoding) return options.rawDecoding(content, check);
    return codec.decode(content, check);
}

std::string suffixFor(const std::string& path, const std::string& format) {
    return format.empty() ? suffixOfName(path) : lowerCase(format);
}

const Codec& writableCodec(const std::string& path, const std::string& suffix) {
    const Codec* codec = codecBySuffix(suffix);
    if (isWritable(suffix)) return *codec;
    cannotWriteImage(path, (suffix.empty() ? "its name has no suffix, which decides the format"
                            : codec        ? "." + suffix + " is only read"
                                           : "the suffix ." + shownPath(suffix) + " is unknown") +
                               "; the suffixes are ." + joined(writableSuffixes(), " ."));
}

/// Writes to a growing file. For a stream it collects everything in memory first, since streams cannot seek.
class FileSink : public ByteSink {
public:
    explicit FileSink(WholeFile& file) : file_(file) {}

    void write(std::span<const std::byte> bytes) override { writeAt(size(), bytes); }
    void writeAt(std::uint64_t place, std::span<const std::byte> bytes) override {
        if (file_.isStream()) {
            memory_.resize(std::max<std::size_t>(memory_.size(), place + bytes.size()));
            std::copy(bytes.begin(), bytes.end(), memory_.begin() + std::ptrdiff_t(place));
            return;
        }
        const bool appends = place == size();
        if (!appends || pending_.size() + bytes.size() > blockBytes) flush();
        if (!appends || bytes.size() > blockBytes)
            file_.writeAt(place, textOf(bytes)); // large parts skip the buffer
        else
            pending_.insert(pending_.end(), bytes.begin(), bytes.end());
    }
    std::size_t readAt(std::uint64_t place, std::span<std::byte> to) override {
        flush();
        if (!file_.isStream()) return file_.readAt(place, reinterpret_cast<char*>(to.data()), to.size());
        const std::size_t count = place < memory_.size() ? std::min<std::size_t>(to.size(), memory_.size() - place) : 0;
        std::copy_n(memory_.data() + place, count, to.data());
        return count;
    }
    std::uint64_t size() const override { return file_.isStream() ? memory_.size() : file_.size() + pending_.size(); }

    void finish() {
        flush();
        if (file_.isStream()) file_.write(textOf(memory_));
        file_.commit();
    }

private:
    static constexpr std::size_t blockBytes = 1 << 18;
    void flush() {
        if (!pending_.empty()) file_.writeAt(file_.size(), textOf(pending_));
        pending_.clear();
    }
    WholeFile& file_;
    std::vector<std::byte> pending_; ///< small writes, not yet in the file
    std::vector<std::byte> memory_;  ///< the whole output, for a stream
};

/// A profile fits the channels that its header names (ICC.1, 7.2.6).
bool fitsChannels(const std::vector<std::byte>& profile, const ImageShape& shape) {
    if (profile.size() < 20) return false;
    const std::string_view space = textOf(profile).substr(16, 4);
    return space == (shape.format.channels == 1 ? "GRAY" : "RGB ");
}

std::string resolutionText(const ImageMetadata& metadata) {
    const std::string across = threeDigits(metadata.horizontalDpi), down = threeDigits(metadata.verticalDpi);
    return "the resolution of " + (across == down ? across : across + " x " + down) + " dpi";
}

/// "; PNG, JPEG and WebP can"; empty if no format of this build does.
std::string othersCan(const Keeps& wanted) {
    const std::string others = formatsKeeping(wanted);
    return others.empty() ? others : "; " + others + " can";
}

/// Removes metadata that the format cannot hold, and returns a warning that names it.
std::string keepWhatFits(EncodeOptions& options, const ImageShape& shape, const Codec& codec, const std::string& path) {
    std::vector<std::string> lost, sentences;
    ImageMetadata& metadata = options.metadata;
    const std::string label(codec.label);
    Keeps wanted; // of what is lost
    if (!codec.keeps.colourChunks) {
        if (const std::string colours = lostColourChunks(metadata); !colours.empty())
            sentences.push_back(label + " cannot hold " + colours + othersCan({.colourChunks = true}));
        metadata.colourChunks.clear();
    }
    if (!metadata.iccProfile.empty() && codec.keeps.profile && !fitsChannels(metadata.iccProfile, shape)) {
        sentences.emplace_back("the colour profile was left out, since it is for other channels than the image has");
        metadata.iccProfile.clear();
    }
    if (!metadata.iccProfile.empty() && !codec.keeps.profile) {
        lost.emplace_back("the colour profile");
        wanted.profile = true;
        metadata.iccProfile.clear();
    }
    if (metadata.hasResolution() && !codec.keeps.resolution) {
        lost.push_back(resolutionText(metadata));
        wanted.resolution = true;
        metadata.horizontalDpi = metadata.verticalDpi = 0;
    }
    const std::size_t exifBytes = metadata.exif.empty() ? 0 : exifFor(metadata, shape.size).size();
    if (exifBytes > codec.keeps.exifBytes) {
        lost.emplace_back("the camera's data (EXIF)");
        wanted.exifBytes = exifBytes;
        metadata.exif.clear();
    }
    if (!lost.empty()) sentences.push_back(label + " cannot hold " + joinWords(lost, "and") + othersCan(wanted));
    if (!metadata.unsupported.empty())
        sentences.push_back("the file that was read has " + joinWords(metadata.unsupported, "and") +
                            ", which Lightbench does not keep");
    if (options.quality && !codec.keeps.quality)
        sentences.push_back(label + " has no quality setting: it keeps every sample");
    return sentences.empty() ? std::string() : shownPath(path) + ": " + joined(sentences, "; ");
}

/// An image of readImageFile while somebody holds it.
struct Known {
    std::weak_ptr<const Image> image;
    timespec changed{};
    off_t size = 0;
};

std::mutex mutex;
std::map<std::string, Known> known;
} // namespace

LoadedImage readImage(const std::string& path, const ReadOptions& options) try {
    const auto begun = [&](std::string_view start) { knownCodec(std::as_bytes(std::span(start))); };
    const InputFile file(path, begun, {.regularOnly = options.regularOnly});
    const FileBytes content = std::as_bytes(std::span(file.content()));
    const Codec& codec = checkedCodec(path, content);
    DecodedImage decoded = decodedAs(codec, content, options);
    LoadedImage loaded{std::make_shared<const Image>(std::move(decoded.image)),
                       std::string(codec.suffixes.front()),
                       std::move(decoded.metadata),
                       {}};
    if (!decoded.notes.empty()) loaded.note = shownInput(path) + " " + joined(decoded.notes, "; it ");
    return loaded;
} catch (const Error& error) {
    throw withSubject(error, shownInput(path)); // neither the codecs nor the functions above know the file's name
} catch (const std::bad_alloc&) {
    const std::string name = shownInput(path);
    failNaming(ErrorKind::Input, name, name + " does not fit into this machine's memory; crop or scale it first");
}

ImagePtr loadImage(const std::string& path, const ReadOptions& options) { return readImage(path, options).image; }

ImagePtr readImageFile(const std::string& path, DecodingProcess rawDecoding) {
    const std::scoped_lock lock(mutex);
    struct stat now {};
    const bool isThere = stat(path.c_str(), &now) == 0;
    std::erase_if(known, [](const auto& one) { return one.second.image.expired(); });
    if (const auto found = known.find(path); isThere && found != known.end()) {
        const Known& one = found->second;
        const bool isUnchanged = one.size == now.st_size && one.changed.tv_sec == now.st_mtim.tv_sec &&
                                 one.changed.tv_nsec == now.st_mtim.tv_nsec;
        if (ImagePtr image = isUnchanged ? one.image.lock() : nullptr) return image;
    }
    ImagePtr image = readImage(path, {.regularOnly = true, .rawDecoding = rawDecoding}).image;
    known[path] = {image, now.st_mtim, now.st_size};
    return image;
}

void checkTarget(const std::string& path, const std::string& format) {
    writableCodec(path, suffixFor(path, format));
    checkWritable(path);
}

void checkSavable(const ImageShape& shape, const std::string& path, const std::string& format) {
    const std::string suffix = suffixFor(path, format);
    const std::string problem = formatProblem(writableCodec(path, suffix), shape, suffix);
    if (!problem.empty()) cannotWriteImage(path, problem);
    checkWritable(path);
}

bool canHold(const std::string& suffix, const ImageShape& shape) {
    const Codec* codec = codecBySuffix(suffix);
    return codec && codec->encode && formatProblem(*codec, shape, lowerCase(suffix)).empty();
}

std::string saveImage(const Image& image, const std::string& path, const std::string& format,
                      const EncodeOptions& options) {
    checkSavable(image.shape(), path, format);
    const std::string suffix = suffixFor(path, format);
    const Codec& codec = writableCodec(path, suffix);
    if (image.shape().hasAlpha() && !codec.keeps.alpha && !isOpaque(image))
        cannotWriteImage(path, std::string(codec.label) + " cannot hold transparency and the image has some; save as " +
                                   suffixesHolding(image.shape()));
    EncodeOptions kept = options;
    const std::string warning = keepWhatFits(kept, image.shape(), codec, path);
    WholeFile file(path);
    FileSink sink(file);
    try {
        codec.encode(image, kept, sink);
    } catch (const Error& error) {
        if (!error.subject.empty()) throw; // it names the file already
        cannotWriteImage(path, error.what());
    }
    sink.finish();
    return warning;
}

} // namespace lightbench
