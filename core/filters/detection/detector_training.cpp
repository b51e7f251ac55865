// Training: draws random tests, sorts positive and negative samples into leaves, and stores the positives' share per
// leaf. trainingDoc describes it in full.
#include "core/filters/detection/detector_training.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <list>
#include <mutex>

#include "core/base/parallel.h"
#include "core/base/split_mix.h"

namespace lightbench {

namespace {
constexpr int positives = 256, negatives = 1024;
/// Separate random streams for tests, negatives and each positive, so that threads need no common generator.
constexpr std::uint32_t testStream = 0, negativeStream = 1, firstPositiveStream = 2;

SplitMix stream(int seed, std::uint32_t number) { return SplitMix((std::uint64_t(seed) << 32) + number); }

DetectorTest drawPixels(SplitMix& random, Size window) {
    const std::uint32_t area = std::uint32_t(window.area());
    const std::uint32_t a = random.below(area);
    std::uint32_t b = random.below(area - 1);
    if (b >= a) ++b;
    const int width = window.width;
    return {int(a) % width, int(a) / width, int(b) % width, int(b) / width};
}

DetectorTest drawPattern(SplitMix& random, Size window) {
    const int a = 1 + int(random.below(std::uint32_t(window.width / 2)));
    const int b = 1 + int(random.below(std::uint32_t(window.height / 2)));
    const int x = int(random.below(std::uint32_t(window.width - 2 * a + 1)));
    const int y = int(random.below(std::uint32_t(window.height - 2 * b + 1)));
    return {x, y, a, b};
}

/// A positive sample: a random warp of the patch, with noise.
class Warp {
public:
    /// Number 0 is the unchanged patch.
    Warp(int number, const TrainingSettings& settings)
        : random_(stream(settings.seed, firstPositiveStream + std::uint32_t(number))), maximum_(number % 4 * 2),
          width_(settings.rectangle.width), half_{(settings.rectangle.width - 1) / 2.0,
                                                  (settings.rectangle.height - 1) / 2.0},
          centre_{settings.rectangle.x + half_[0], settings.rectangle.y + half_[1]} {
        if (number == 0) return;
        centre_[0] += random_.symmetric() * settings.rectangle.width / 50;
        centre_[1] += random_.symmetric() * settings.rectangle.height / 50;
        const double scale = 1 + 0.1 * random_.symmetric();
        // Sine and cosine come from the tangent of half the angle by division only, which is the same on every machine.
        const double t = tangentOfFiveDegrees * random_.symmetric();
        cosine_ = scale * (1 - t * t) / (1 + t * t);
        sine_ = scale * 2 * t / (1 + t * t);
    }

    std::uint8_t pixel(const Image& gray, int u, int v) const {
        const double p = u - half_[0], q = v - half_[1];
        const int x = int(std::floor(centre_[0] + cosine_ * p - sine_ * q + 0.5));
        const int y = int(std::floor(centre_[1] + sine_ * p + cosine_ * q + 0.5));
        const int s = gray.row<std::uint8_t>(std::clamp(y, 0, gray.height() - 1))[std::clamp(x, 0, gray.width() - 1)];
        if (maximum_ == 0) return std::uint8_t(s);
        const std::uint64_t draw = random_.later(std::uint64_t(v) * std::uint64_t(width_) + std::uint64_t(u));
        const int noise = int(SplitMix::below(draw, std::uint32_t(2 * maximum_ + 1))) - maximum_;
        return std::uint8_t(std::clamp(s + noise, 0, 255));
    }

private:
    static constexpr double tangentOfFiveDegrees = 0.08748866352592401;
    SplitMix random_;
    int maximum_; ///< of the noise, in sample steps
    int width_;
    std::array<double, 2> half_, centre_;
    double cosine_ = 1, sine_ = 0;
};

/// Corners of windows that are at least half a window away from the object, horizontally or vertically.
std::vector<Point> drawNegatives(Size image, const TrainingSettings& settings) {
    const Rectangle& object = settings.rectangle;
    SplitMix random = stream(settings.seed, negativeStream);
    std::vector<Point> corners;
    while (corners.size() < std::size_t(negatives)) {
        checkCancelled();
        const int x = int(random.below(std::uint32_t(image.width - object.width + 1)));
        const int y = int(random.below(std::uint32_t(image.height - object.height + 1)));
        const bool isNear = 2 * std::abs(x - object.x) < object.width && 2 * std::abs(y - object.y) < object.height;
        if (!isNear) corners.push_back({x, y});
    }
    return corners;
}

class Trainer {
public:
    Trainer(const Image& gray, const TrainingSettings& settings)
        : gray_(gray), settings_(settings), window_{settings.rectangle.width, settings.rectangle.height},
          reached_(std::size_t(positives + negatives), std::vector<std::uint32_t>(std::size_t(settings.trees))) {}

    PatchDetector train() {
        drawTests();
        parallelRows(positives, [this](int i) { sortPositive(i); });
        sortNegatives();
        detector_.leaves.assign(std::size_t(settings_.trees) * leavesPerTree(settings_.kind, settings_.tests), 0);
        for (int tree = 0; tree < settings_.trees; ++tree)
            fillLeaves(tree);
        return std::move(detector_);
    }

private:
    bool hasPixels() const { return settings_.kind == DetectorKind::RandomTrees; }

    void drawTests() {
        detector_.kind = settings_.kind;
        detector_.window = window_;
        detector_.trees = settings_.trees;
        detector_.testsPerTree = settings_.tests;
        SplitMix random = stream(settings_.seed, testStream);
        for (int i = 0; i < settings_.trees * settings_.tests; ++i)
            detector_.tests.push_back(hasPixels() ? drawPixels(random, window_) : drawPattern(random, window_));
    }

    /// Records the leaf of each tree that a sample reaches; bits(test) gives the result of a test.
    template <class Bits> void sort(std::vector<std::uint32_t>& reached, const Bits& bits) const {
        for (int tree = 0; tree < settings_.trees; ++tree) {
            std::uint32_t leaf = 0;
            for (int i = 0; i < settings_.tests; ++i) {
                const DetectorTest& test = detector_.tests[std::size_t(tree * settings_.tests + i)];
                leaf = (leaf << (hasPixels() ? 1 : 2)) + std::uint32_t(bits(test));
            }
            reached[std::size_t(tree)] = leaf;
        }
    }

    void sortPositive(int number) {
        const Warp warp(number, settings_);
        std::vector<std::uint32_t>& reached = reached_[std::size_t(number)];
        if (hasPixels())
            return sort(reached, [&](const DetectorTest& t) {
                const auto [a, b] = pixelPair(t);
                return warp.pixel(gray_, a.x, a.y) > warp.pixel(gray_, b.x, b.y);
            });
        Image patch({window_, {SampleType::U8, 1}});
        for (int v = 0; v < window_.height; ++v)
            for (int u = 0; u < window_.width; ++u)
                patch.row<std::uint8_t>(v)[u] = warp.pixel(gray_, u, v);
        const std::vector<std::uint32_t> sums = integralOf(patch);
        sort(reached, [&](const DetectorTest& t) { return patternTest(t, sums.data(), window_.width + 1); });
    }

    void sortNegatives() {
        const std::vector<Point> corners = drawNegatives(gray_.size(), settings_);
        const std::vector<std::uint32_t> sums = hasPixels() ? std::vector<std::uint32_t>() : integralOf(gray_);
        const int stride = gray_.width() + (hasPixels() ? 0 : 1);
        for (std::size_t i = 0; i < corners.size(); ++i) {
            const std::ptrdiff_t corner = std::ptrdiff_t(corners[i].y) * stride + corners[i].x;
            sort(reached_[std::size_t(positives) + i], [&](const DetectorTest& test) {
                return hasPixels() ? pixelTest(test, gray_.samples<std::uint8_t>() + corner, stride)
                                   : patternTest(test, sums.data() + corner, stride);
            });
        }
    }

    void fillLeaves(int tree) {
        const std::size_t leaves = leavesPerTree(settings_.kind, settings_.tests);
        std::vector<std::array<std::uint16_t, 2>> counts(leaves);
        for (std::size_t i = 0; i < reached_.size(); ++i)
            ++counts[reached_[i][std::size_t(tree)]][i < std::size_t(positives) ? 0 : 1];
        for (std::size_t leaf = 0; leaf < leaves; ++leaf) {
            const int hits = counts[leaf][0], all = hits + counts[leaf][1];
            if (hits > 0)
                detector_.leaves[std::size_t(tree) * leaves + leaf] = std::uint8_t((255 * hits + all / 2) / all);
        }
    }

    const Image& gray_;
    TrainingSettings settings_;
    Size window_;
    PatchDetector detector_;
    std::vector<std::vector<std::uint32_t>> reached_; ///< leaf of each sample in each tree; positives first
};

/// Hashes eight bytes per step.
std::uint64_t hashOf(std::span<const std::byte> bytes) {
    std::uint64_t hash = 0x9e3779b97f4a7c15u;
    std::size_t i = 0;
    for (; i + sizeof hash <= bytes.size(); i += sizeof hash) {
        std::uint64_t word = 0;
        std::copy_n(bytes.data() + i, sizeof word, reinterpret_cast<std::byte*>(&word));
        hash = (hash ^ word) * 0xff51afd7ed558ccdu;
        hash ^= hash >> 32;
    }
    for (; i < bytes.size(); ++i)
        hash = (hash ^ std::uint64_t(bytes[i])) * 0x100000001b3u;
    return hash;
}

/// A hash of an image's samples, computed in parallel to be cheap.
std::uint64_t fingerprint(std::span<const std::byte> bytes) {
    constexpr std::size_t parts = 16;
    std::array<std::uint64_t, parts> hashes{};
    const std::size_t each = (bytes.size() + parts - 1) / parts;
    parallelRows(int(parts), [&](int i) {
        const std::size_t from = std::min(std::size_t(i) * each, bytes.size());
        hashes[std::size_t(i)] = hashOf(bytes.subspan(from, std::min(each, bytes.size() - from)));
    });
    return hashOf(std::as_bytes(std::span(hashes)));
}

/// A cache of the latest detectors.
class Shelf {
public:
    struct Key {
        ImageShape shape;
        std::uint64_t print;
        TrainingSettings settings;
        bool operator==(const Key&) const = default;
    };
    DetectorPtr find(const Key& key) {
        const std::lock_guard lock(mutex_);
        for (auto entry = entries_.begin(); entry != entries_.end(); ++entry)
            if (entry->first == key) {
                entries_.splice(entries_.begin(), entries_, entry);
                return entries_.front().second;
            }
        return nullptr;
    }
    void keep(const Key& key, DetectorPtr detector) {
        constexpr std::size_t maximum = 8; // one has up to 16 MiB
        const std::lock_guard lock(mutex_);
        entries_.emplace_front(key, std::move(detector));
        if (entries_.size() > maximum) entries_.pop_back();
    }

private:
    std::mutex mutex_;
    std::list<std::pair<Key, DetectorPtr>> entries_;
};
} // namespace

std::string trainingDoc() {
    return "Training uses 256 positives, which are distorted copies of the patch, and 1024 negatives, which are other "
           "windows of the image. Random numbers come from SplitMix64; generator g starts at seed x 2^32 + g. below(n) "
           "is n times the upper 32 bits of a draw, divided by 2^32. r is 2^-52 times the upper 53 bits of a draw, "
           "minus 1. Generator 0 draws the tests, tree by tree. Positive 0 is the patch itself. Positive i, for i = "
           "1..255, draws four r from generator 2 + i. They give dx = r w / 50, dy = r h / 50, and the scale s = 1 + "
           "0.1 r. The fourth gives t = r tan 5 degrees, the tangent of half the angle. Let p = u - (w - 1) / 2, q = v "
           "- (h - 1) / 2, and c the patch's centre. Then pixel (u, v) is the one nearest to c + d with d = (dx, dy) + "
           "s (p cos - q sin, p sin + q cos). Beyond the border, the nearest pixel repeats. Noise is added: below(2 m "
           "+ 1) - m with m = 2 (i mod 4), by the generator's draw number 5 + v w + u. The sum is clamped to 0..255. "
           "Generator 1 draws the corners of negatives: (below(W - w + 1), below(H - h + 1)). A corner is drawn again "
           "if it is too close to the patch's corner: less than w / 2 away across, and less than h / 2 down. If a "
           "positives and b negatives reach a leaf, its value is (255 a + (a + b) / 2) / (a + b), rounded down. If "
           "none does, it is 0.";
}

std::string trainingProblem(const Rectangle& r, Size image) {
    const std::string what = "rectangle=" + valueText(r),
                      size = std::to_string(image.width) + " x " + std::to_string(image.height);
    if (r.width < minWindow || r.height < minWindow || r.width > largestWindow || r.height > largestWindow)
        return what + " is too small or too large: each side has " + std::to_string(minWindow) + ".." +
               std::to_string(largestWindow) + " px";
    if (r.x < 0 || r.y < 0 || r.width > image.width - r.x || r.height > image.height - r.y)
        return what + " leaves the image, which has " + size + " px";
    const auto room = [](int from, int side, int whole) { return 2 * std::max(from, whole - side - from) >= side; };
    if (!room(r.x, r.width, image.width) && !room(r.y, r.height, image.height))
        return what + " leaves no room beside it for negatives, which lie half a window away; the image has " + size +
               " px. Use a smaller rectangle";
    return {};
}

PatchDetector trainDetector(const Image& gray, const TrainingSettings& settings) {
    return Trainer(gray, settings).train();
}

DetectorPtr trainedDetector(const ImageShape& shape, std::span<const std::byte> samples,
                            const TrainingSettings& settings) {
    static Shelf shelf;
    const Shelf::Key key{shape, fingerprint(samples), settings};
    if (DetectorPtr found = shelf.find(key)) return found;
    Image image(shape);
    std::ranges::copy(samples, image.bytes().begin());
    auto detector = std::make_shared<const PatchDetector>(trainDetector(grayOf(image), settings));
    shelf.keep(key, detector);
    return detector;
}

DetectorPtr trainedDetector(const Image& image, const TrainingSettings& settings) {
    return trainedDetector(image.shape(), image.bytes(), settings);
}

} // namespace lightbench
