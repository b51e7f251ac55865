#include "core/sample_images/sample_images.h"

#include "core/base/error.h"
#include "core/base/text.h"
#include "core/sample_images/canvas.h"

namespace lightbench {

namespace {
struct Entry {
    SampleImage sample;
    Image (*draw)(Size size);
};

const std::vector<Entry>& entries() {
    static const std::vector<Entry> all{
        {{"scene", "Landscape", "Sky, mountains, trees and water: smooth gradients, texture, edges and colour in one"},
         samples::drawScene},
        {{"gradients", "Gradients",
          "Smooth ramps of gray and colour: shows banding and what dithering does against it"},
         samples::drawGradients},
        {{"texture", "Texture", "Zone plate, contrast chart, weave and stone: shows blur, ringing and aliasing"},
         samples::drawTexture},
        {{"text", "Text", "Lettering of many sizes, dark on light and light on dark: shows loss of fine edges"},
         samples::drawText},
        {{"noise", "Noise", "Uniform, Gaussian, salt-and-pepper and blue noise over shapes: to try median and blur on"},
         samples::drawNoise},
        {{"colour-chart", "Colour chart", "Patches of known colours and a gray wedge: shows shifts of colour and tone"},
         samples::drawColourChart}};
    return all;
}
} // namespace

const std::vector<SampleImage>& sampleImages() {
    static const std::vector<SampleImage> all = [] {
        std::vector<SampleImage> list;
        for (const Entry& entry : entries())
            list.push_back(entry.sample);
        return list;
    }();
    return all;
}

Image drawSample(std::string_view id, Size size) {
    if (size.width < 1 || size.height < 1)
        throw Error(ErrorKind::Input, "an example image must be at least 1 x 1 pixels; " + std::to_string(size.width) +
                                          " x " + std::to_string(size.height) + " was asked for");
    for (const Entry& entry : entries())
        if (entry.sample.id == id) return entry.draw(size);
    throw Error(ErrorKind::Usage, "there is no example image called \"" + std::string(id) + "\"; " +
                                      suggestion(id, textsOf(sampleImages(), &SampleImage::id), "samples"));
}

} // namespace lightbench
