#include "core/experiment/point_images.h"

#include <algorithm>
#include <cstring>

#include "core/base/content_hash.h"
#include "core/base/error.h"
#include "core/image/mirror.h"
#include "core/run/stage_images.h"
#include "core/sample_images/bench_image.h"

namespace lightbench {

Size oddPart(Size whole, int most) {
    const auto side = [most](int length) { return length > most ? most : std::max(1, length - 1 + length % 2); };
    return {side(whole.width), side(whole.height)};
}

ImagePtr fitted(const ImagePtr& image, Size size) {
    if (image->size() == size) return image;
    Image result({size, image->format()});
    const std::size_t pixel = image->format().bytesPerPixel();
    const auto at = [pixel](const Image& of, int x, int y) {
        return (std::size_t(y) * std::size_t(of.width()) + std::size_t(x)) * pixel;
    };
    for (int y = 0; y < size.height; ++y)
        for (int x = 0; x < size.width; ++x)
            std::memcpy(result.bytes().data() + at(result, x, y),
                        image->bytes().data() +
                            at(*image, reflectedIndex(x, image->width()), reflectedIndex(y, image->height())),
                        pixel);
    return std::make_shared<const Image>(std::move(result));
}

static Rectangle scaled(const Rectangle& r, Size before, Size now) {
    const auto across = [&](int x) { return int(std::int64_t(x) * now.width / before.width); };
    const auto down = [&](int y) { return int(std::int64_t(y) * now.height / before.height); };
    return {across(r.x), down(r.y), std::max(1, across(r.width)), std::max(1, down(r.height))};
}

static void fitStage(Stage& stage, Size before, Size now) {
    for (auto& [name, value] : stage.parameters.all()) {
        if (auto* file = std::get_if<ImageInput>(&value); file && file->image && file->shape.size == before) {
            file->image = fitted(file->image, now);
            file->shape = file->image->shape();
        }
        if (auto* region = std::get_if<Rectangle>(&value); region && isOfStage(name) && *region != Rectangle{})
            *region = scaled(*region, before, now);
    }
}

Stack fitted(Stack stack, const FilterCatalog& filters, ImageShape before, ImageShape now) {
    if (before.size == now.size) return stack;
    try {
        for (Stage& stage : stack) {
            if (!stage.enabled) continue;
            const ImageShape after = outputShape(stage, before, filters);
            fitStage(stage, before.size, now.size);
            before = after;
            now = outputShape(stage, now, filters);
        }
    } catch (const Error&) {
        // An invalid stage is reported when the point runs.
    }
    return stack;
}

bool PointImages::isGiven(const std::string& name) const {
    const auto& kinds = benchImageKinds();
    return given_ && std::ranges::find(kinds, name) == kinds.end();
}

ImagePtr PointImages::make(const std::string& name, const ImageShape& shape) const {
    if (isGiven(name)) return fitted(given_, shape.size);
    return std::make_shared<const Image>(benchImage(name, shape));
}

ImagePtr PointImages::of(const ExperimentPoint& point) {
    const ImageShape shape{point.size, point.format};
    for (const Known& one : known_)
        if (one.name == point.image && one.shape == shape) return one.image;
    if (known_.size() > 1) known_.erase(known_.begin());
    known_.push_back({point.image, shape, make(point.image, shape)});
    return known_.back().image;
}

std::string PointImages::hashOf(const ExperimentPoint& point) {
    std::string hash = isGiven(point.image) ? hashOf(given_) : std::string();
    for (const ImagePtr& file : fileImages(point.stack))
        hash += (hash.empty() ? "" : " ") + hashOf(file);
    return hash;
}

const std::string& PointImages::hashOf(const ImagePtr& image) {
    std::string& hash = hashes_[image];
    if (hash.empty()) hash = hashText(contentHash(image->bytes()));
    return hash;
}

} // namespace lightbench
