// A layer is the channels whose names share the part before the last dot.
#include "core/codecs/exr_layers.h"

#include <OpenEXR/ImfChannelList.h>
#include <OpenEXR/ImfHeader.h>
#include <OpenEXR/ImfPartType.h>

#include <algorithm>
#include <map>

#include "core/base/text.h"
#include "core/codecs/codec.h"

namespace lightbench {

namespace {
/// The channels of a layer, without the layer's name before the dot.
struct ExrChannels {
    int part = 0;
    std::string layer;
    std::map<std::string, Imf::Channel> channels;

    bool has(const std::string& name) const { return channels.count(name) > 0; }
    bool isColour() const { return has("R") || has("G") || has("B"); }
    bool isPicture() const { return isColour() || has("Y"); }
    std::string fullName(const std::string& name) const { return layer.empty() ? name : layer + "." + name; }
    std::string nameIfThere(const std::string& name) const { return has(name) ? fullName(name) : std::string(); }
};

/// The unnamed layer comes first; the others keep the file's order.
std::vector<ExrChannels> layersOf(const Imf::MultiPartInputFile& file, int part) {
    std::vector<ExrChannels> layers{{part, {}, {}}};
    const Imf::ChannelList& list = file.header(part).channels();
    for (auto channel = list.begin(); channel != list.end(); ++channel) {
        const std::string name = channel.name();
        const std::size_t dot = name.rfind('.');
        const std::string layer = dot == std::string::npos ? std::string() : name.substr(0, dot);
        auto found =
            std::find_if(layers.begin(), layers.end(), [&](const ExrChannels& known) { return known.layer == layer; });
        if (found == layers.end()) found = layers.insert(layers.end(), {part, layer, {}});
        found->channels.emplace(dot == std::string::npos ? name : name.substr(dot + 1), channel.channel());
    }
    if (layers.front().channels.empty()) layers.erase(layers.begin());
    return layers;
}

/// Such as "diffuse.RGB", "depth.Z", "RGBA" or "id.first, id.second".
std::string shownChannels(const ExrChannels& layer, std::vector<std::string> names) {
    static const std::string usual = "RGBA";
    std::stable_sort(names.begin(), names.end(),
                     [](const std::string& a, const std::string& b) { return usual.find(a) < usual.find(b); });
    std::string letters, words;
    for (const std::string& name : names) {
        if (name.size() == 1)
            letters += name;
        else
            words += (words.empty() ? "" : ", ") + layer.fullName(name);
    }
    if (letters.empty()) return words;
    return layer.fullName(letters) + (words.empty() ? "" : ", " + words);
}

bool isDeep(const Imf::Header& header) { return header.hasType() && Imf::isDeepData(header.type()); }

std::string partName(const Imf::MultiPartInputFile& file, int part) {
    const Imf::Header& header = file.header(part);
    return header.hasName() ? header.name() : "part " + std::to_string(part + 1);
}

/// Long lists are cut.
std::string shownList(std::vector<std::string> names) {
    constexpr std::size_t maximum = 8;
    const std::size_t more = names.size() - std::min(names.size(), maximum);
    names.resize(names.size() - more);
    for (std::string& name : names)
        name = shownText(name);
    return joined(names, ", ") + (more > 0 ? " and " + std::to_string(more) + " more" : "");
}

const ExrChannels& chosenLayer(const std::vector<ExrChannels>& layers) {
    const auto picture =
        std::find_if(layers.begin(), layers.end(), [](const auto& layer) { return layer.isPicture(); });
    return picture != layers.end() ? *picture : layers.front();
}

void refuseSubsampled(const ExrChannels& layer, const std::vector<std::string>& names) {
    for (const std::string& name : names) {
        const Imf::Channel& channel = layer.channels.at(name);
        if (channel.xSampling != 1 || channel.ySampling != 1)
            refuseFile("is an OpenEXR file whose channel " + shownText(layer.fullName(name)) +
                       " has samples for some pixels only, which is not supported");
    }
}

/// True if each chroma channel has one sample for 2 x 2 pixels, which is what OpenEXR interpolates. Refuses others but
/// those with a sample for each pixel.
bool isChromaHalved(const ExrChannels& layer, const std::vector<std::string>& chroma) {
    const auto haveSampling = [&](int step) {
        return std::ranges::all_of(chroma, [&](const std::string& name) {
            const Imf::Channel& channel = layer.channels.at(name);
            return channel.xSampling == step && channel.ySampling == step;
        });
    };
    if (haveSampling(1)) return false;
    if (haveSampling(2)) return true;
    const Imf::Channel& channel = layer.channels.at(chroma.back());
    refuseFile("is an OpenEXR file whose channel " + shownText(layer.fullName(chroma.back())) + " has one sample for " +
               std::to_string(channel.xSampling) + " x " + std::to_string(channel.ySampling) +
               " pixels; only 1 x 1 and 2 x 2, the same for RY and BY, can be read; save it with the "
               "channels R, G and B");
}
} // namespace

ExrLayer::ExrLayer(const Imf::MultiPartInputFile& file) {
    std::vector<ExrChannels> layers;
    std::vector<std::string> left;
    for (int i = 0; i < file.parts(); ++i) {
        if (isDeep(file.header(i))) {
            left.push_back(partName(file, i) + " (deep data)");
            continue;
        }
        for (ExrChannels& layer : layersOf(file, i))
            layers.push_back(std::move(layer));
    }
    if (layers.empty() && !left.empty())
        refuseFile("is an OpenEXR file of deep data (several samples for one pixel), which is not supported; "
                   "flatten it first");
    if (layers.empty()) refuseFile("is an OpenEXR file without channels");

    const ExrChannels& chosen = chosenLayer(layers);
    part = chosen.part;
    name = chosen.layer;
    std::vector<std::string> taken;
    isLumaChroma = !chosen.isColour() && chosen.has("Y") && (chosen.has("RY") || chosen.has("BY"));
    if (isLumaChroma) {
        std::vector<std::string> chroma;
        for (const char* channel : {"RY", "BY"})
            if (chosen.has(channel)) chroma.emplace_back(channel);
        hasHalvedChroma = isChromaHalved(chosen, chroma);
        taken = chroma;
        taken.insert(taken.begin(), "Y");
    } else if (chosen.isColour()) {
        for (const char* colour : {"R", "G", "B"})
            if (chosen.has(colour)) taken.push_back(colour);
    } else {
        isGray = true;
        taken = {chosen.has("Y") ? "Y" : chosen.channels.begin()->first};
    }
    if (chosen.has("A") && taken.front() != "A") taken.push_back("A");
    std::vector<std::string> whole = taken;
    if (hasHalvedChroma)
        std::erase_if(whole, [](const std::string& channel) { return channel == "RY" || channel == "BY"; });
    refuseSubsampled(chosen, whole);

    const auto isTaken = [&](const std::string& channel) {
        return std::find(taken.begin(), taken.end(), channel) != taken.end();
    };
    red = isGray ? chosen.fullName(taken.front()) : chosen.nameIfThere(isLumaChroma ? "RY" : "R");
    green = isGray ? std::string() : chosen.nameIfThere(isLumaChroma ? "Y" : "G");
    blue = isGray ? std::string() : chosen.nameIfThere(isLumaChroma ? "BY" : "B");
    alpha = isTaken("A") && taken.front() != "A" ? chosen.fullName("A") : std::string();

    const auto isUnsigned = [&](const std::string& channel) { return chosen.channels.at(channel).type == Imf::UINT; };
    const auto wholes = std::count_if(taken.begin(), taken.end(), isUnsigned);
    if (wholes == std::ssize(taken) && !isLumaChroma) type = SampleType::U32;
    if (wholes > 0 && type == SampleType::F32) notes.push_back("mixes integers and floats; all are read as floats");

    for (const ExrChannels& layer : layers) {
        std::vector<std::string> names;
        for (const auto& [channel, description] : layer.channels)
            if (&layer != &chosen || !isTaken(channel)) names.push_back(channel);
        if (names.empty()) continue;
        const std::string prefix = layer.part != part ? partName(file, layer.part) + ": " : std::string();
        left.push_back(prefix + shownChannels(layer, names));
    }
    if (!left.empty())
        notes.push_back("also has the layers " + shownList(left) + "; only " + shownText(shownChannels(chosen, taken)) +
                        " is read");
    if (!isGray && !isLumaChroma && taken.size() - (alpha.empty() ? 0 : 1) < 3)
        notes.push_back("lacks a colour channel, which is read as 0");
    if (hasHalvedChroma) {
        const bool isFloat = chosen.channels.at("Y").type == Imf::FLOAT;
        notes.push_back(std::string("stores fewer samples of colour than of brightness; the missing ones are "
                                    "interpolated") +
                        (isFloat ? ", in half precision" : ""));
    }
}

ImageShape ExrLayer::shape(Size size) const {
    if (isGray && alpha.empty()) return {size, {type, 1}, Layout::Plain};
    return {size, {type, 4}, alpha.empty() ? Layout::NoAlpha : Layout::Plain};
}

} // namespace lightbench
