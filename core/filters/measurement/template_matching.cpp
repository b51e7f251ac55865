// template-matching: the normalised correlation of a template with the window around each pixel.
#include <algorithm>
#include <bit>
#include <cmath>

#include "core/base/error.h"
#include "core/base/parallel.h"
#include "core/device/device_traits.h"
#include "core/filters/building_blocks.h"
#include "core/filters/measurement/template_image.h"
#include "core/filters/windows/bordered_segments.h"
#include "core/framework/filter.h"
#include "core/framework/plan.h"
#include "core/image/luma.h"

namespace lightbench::filters {

namespace {
constexpr int usualSide = 31;

bool isZeroMean(const ParameterValues& parameters) { return parameters.choice("method") == "ccoeff"; }

/// Null if no template file is loaded.
TemplateImagePtr loadedTemplate(const ParameterValues& parameters) {
    return contentOf<TemplateImage>(parameters.resourceFile("template").resource);
}

Rectangle rectangleIn(Size size, const ParameterValues& parameters) {
    const Rectangle& given = parameters.rectangle("rectangle");
    if (given != Rectangle{}) return given;
    const int width = std::min(size.width, usualSide), height = std::min(size.height, usualSide);
    return {(size.width - width) / 2, (size.height - height) / 2, width, height};
}

/// The pixel of a window at which its score is stored.
Point placeIn(Size window, const ParameterValues& parameters) {
    return parameters.choice("place") == "centre" ? Point{window.width / 2, window.height / 2} : Point{};
}

Size templateSize(Size size, const ParameterValues& parameters) {
    if (const TemplateImagePtr file = loadedTemplate(parameters)) return file->size;
    const Rectangle rectangle = rectangleIn(size, parameters);
    return {rectangle.width, rectangle.height};
}

TemplateImagePtr templateFrom(const Image& input, const ParameterValues& parameters) {
    if (TemplateImagePtr file = loadedTemplate(parameters)) return file;
    return std::make_shared<const TemplateImage>(cutOut(input, rectangleIn(input.size(), parameters)));
}

[[noreturn]] void refuse(const std::string& field, const std::string& message) {
    fail(ErrorKind::Usage, message, field);
}

void checkTemplateMatching(const ImageShape& input, const ParameterValues& parameters) {
    const Size size = input.size, own = templateSize(size, parameters);
    const std::string image = std::to_string(size.width) + " x " + std::to_string(size.height) + " px";
    if (loadedTemplate(parameters)) {
        if (parameters.rectangle("rectangle") != Rectangle{})
            refuse("rectangle", "a template file and a rectangle are both given; remove one of them");
        if (own.width > size.width || own.height > size.height)
            refuse("template", "the template of " + std::to_string(own.width) + " x " + std::to_string(own.height) +
                                   " px is larger than the image, which has " + image);
        return;
    }
    const Rectangle r = rectangleIn(size, parameters);
    const std::string what = "rectangle=" + valueText(r);
    if (std::min(own.width, own.height) < minTemplate || std::max(own.width, own.height) > largestTemplate)
        refuse("rectangle", what + " is too small or too large: each side has " + std::to_string(minTemplate) + ".." +
                                std::to_string(largestTemplate) + " px");
    if (r.x < 0 || r.y < 0 || r.width > size.width - r.x || r.height > size.height - r.y)
        refuse("rectangle", what + " leaves the image, which has " + image);
}

/// The samples row by row, with their mean subtracted if the score asks for it.
struct Values {
    std::vector<double> all;
    double squares = 0;
    void centre(bool isWanted) {
        double sum = 0;
        for (double value : all)
            sum += value;
        const double mean = isWanted ? sum / double(all.size()) : 0;
        squares = 0;
        for (double& value : all) {
            value -= mean;
            squares += value * value;
        }
    }
};

/// The luma of each pixel, in sample units.
std::vector<double> lumasOf(const Image& image) {
    std::vector<double> lumas(image.size().area());
    withSampleType(image.format().type, [&](auto zero) {
        using T = decltype(zero);
        const int channels = image.channels();
        for (std::size_t i = 0; i < lumas.size(); ++i)
            lumas[i] = double(lumaOf(image.samples<T>() + i * std::size_t(channels), channels));
    });
    return lumas;
}

Values valuesIn(const std::vector<double>& lumas, int width, const Rectangle& window) {
    Values values;
    for (int y = window.y; y < window.y + window.height; ++y) {
        const auto row = lumas.begin() + std::ptrdiff_t(y) * width + window.x;
        values.all.insert(values.all.end(), row, row + window.width);
    }
    return values;
}

double score(const Values& window, const Values& sought) {
    double shared = 0;
    for (std::size_t i = 0; i < window.all.size(); ++i)
        shared += window.all[i] * sought.all[i];
    const double both = window.squares * sought.squares;
    return both > 0 ? shared / std::sqrt(both) : 0;
}

Image templateMatchingReference(const Image& input, const ParameterValues& parameters) {
    const bool isCentred = isZeroMean(parameters);
    const std::vector<double> lumas = lumasOf(input);
    const Size own = templateSize(input.size(), parameters);
    const Point place = placeIn(own, parameters);
    Values sought;
    if (const TemplateImagePtr file = loadedTemplate(parameters))
        sought.all.assign(file->samples.begin(), file->samples.end());
    else
        sought = valuesIn(lumas, input.width(), rectangleIn(input.size(), parameters));
    sought.centre(isCentred);
    Image output(floatMapShape(input.shape()));
    parallelRows(input.height(), [&](int y) {
        const int top = y - place.y;
        for (int x = 0; x < input.width(); ++x) {
            const int left = x - place.x;
            float& to = output.row<float>(y)[x] = 0;
            if (left < 0 || top < 0 || left + own.width > input.width() || top + own.height > input.height()) continue;
            Values window = valuesIn(lumas, input.width(), {left, top, own.width, own.height});
            window.centre(isCentred);
            to = float(score(window, sought));
        }
    });
    return output;
}

/// Adds the buffers and passes of one plan.
class Matching {
public:
    explicit Matching(const PlanRequest& request)
        : request_(request), own_(templateSize(request.input.size, request.parameters)),
          file_(loadedTemplate(request.parameters)),
          isWhole_(request.input.format.type == SampleType::U8 && (!file_ || file_->full <= 255)),
          lanes_(isCpuDevice(request.device) ? 16 : 8) {}

    Plan made() {
        const Size size = request_.input.size;
        const std::uint64_t area = size.area();
        gray_ = plan_.addScratch("gray", area * (isWhole_ ? 1 : 4));
        squares_ = plan_.addScratch("squares", isWhole_ ? area * 2 : 4);
        add("gray", size, {{"src", inputBuffer()}, {"gray", gray_}, {"squares", squares_}, width(), height()}).bytes =
            request_.input.bytes() + area * (isWhole_ ? 3 : 4);
        addTemplate();
        addProducts();
        return std::move(plan_);
    }

private:
    NamedArgument width() const { return {"width", request_.input.size.width}; }
    NamedArgument height() const { return {"height", request_.input.size.height}; }
    NamedArgument columns() const { return {"columns", own_.width}; }
    NamedArgument rows() const { return {"rows", own_.height}; }
    NamedArgument across() const { return {"across", placeIn(own_, request_.parameters).x}; }
    NamedArgument down() const { return {"down", placeIn(own_, request_.parameters).y}; }
    NamedArgument tablePitch() const { return {"table_pitch", pitch_}; }
    std::uint64_t products() const { return request_.input.size.area() * own_.area(); }

    KernelPass& add(const char* kernel, Size items, std::vector<NamedArgument> arguments) {
        KernelPass pass = kernelPass(request_, {"template-matching", std::string("template_matching_") + kernel},
                                     Format{SampleType::F32, 1});
        pass.bytes = 0;
        addDefines(pass, {{"WHOLE", isWhole_},
                          {"ZERO_MEAN", isZeroMean(request_.parameters)},
                          {"ITEMS", statisticsItems},
                          {"LANES", lanes_}});
        pass.global = coverGlobal(items, request_.workgroup);
        pass.arguments = std::move(arguments);
        return plan_.add(std::move(pass));
    }

    /// Arguments for the template: the file's samples, or the rectangle in the image.
    std::vector<NamedArgument> patch() {
        const Rectangle r = rectangleIn(request_.input.size, request_.parameters);
        if (!file_)
            return {{"patch", gray_},
                    {"begin", r.y * request_.input.size.width + r.x},
                    {"pitch", request_.input.size.width},
                    columns(),
                    rows()};
        const auto contents = isWhole_
                                  ? bytesOf(std::vector<std::uint8_t>(file_->samples.begin(), file_->samples.end()))
                                  : bytesOf(std::vector<float>(file_->samples.begin(), file_->samples.end()));
        const BufferRef buffer = plan_.addScratch({"template", contents.size(), contents});
        return {{"patch", buffer}, {"begin", 0}, {"pitch", own_.width}, columns(), rows()};
    }

    void addTemplate() {
        const std::vector<NamedArgument> from = patch();
        statistics_ = plan_.addScratch("statistics of the template", 12);
        KernelPass& sums = add("statistics", {1, 1}, from);
        sums.arguments.push_back({"statistics", statistics_});
        sums.local = {statisticsItems, 1};
        sums.global = {std::size_t(statisticsItems), 1};
        sums.localBytes = std::uint64_t(statisticsItems) * 4;
        pitch_ = int(roundUp(std::size_t(own_.width), 8));
        table_ = plan_.addScratch("table", std::uint64_t(pitch_) * std::uint64_t(own_.height + 3) * 16);
        KernelPass& table = add("table", {pitch_, own_.height + 3}, from);
        addArguments(table, {{"statistics", statistics_}, {"table", table_}, tablePitch()});
    }

    BufferRef addIntegral(BufferRef of, SampleType type) {
        const ImageShape shape{request_.input.size, {type, 1}};
        const BufferRef sums = plan_.addScratch("integral image", shape.size.area() * 4);
        appendPlan(plan_, planOf(buildingBlock("integral"), shape, request_.device), of, sums);
        return sums;
    }

    /// Window sums of integers are computed before the products, those of floats together with them.
    void addProducts() {
        const Size size = request_.input.size;
        const BufferRef sums = isWhole_ ? addIntegral(gray_, SampleType::U8) : squares_;
        const BufferRef squares = isWhole_ ? addIntegral(squares_, SampleType::U16) : squares_;
        // Products that a float sums exactly. For float samples: the products of one row.
        constexpr int exactProducts = (1 << 24) / (255 * 255);
        KernelPass& pass = add("products", {divideUp(size.width, lanes_), divideUp(size.height, 4)},
                               {{"gray", gray_}, {"sums", sums}, {"squares", squares}});
        addArguments(pass, {{"table", table_},
                            {"statistics", statistics_},
                            {"dst", outputBuffer()},
                            columns(),
                            rows(),
                            tablePitch(),
                            across(),
                            down(),
                            {"flush", isWhole_ ? exactProducts / own_.width : 1},
                            width(),
                            height()});
        pass.bytes = size.area() * (isWhole_ ? 13 : 8);
        pass.operations = (isWhole_ ? 2 : 3) * products();
    }

    const PlanRequest& request_;
    /// Of the one workgroup that sums the template: a power of two.
    const int statisticsItems = int(std::bit_floor(std::min<std::size_t>(64, request_.device.maxWorkgroup)));
    Size own_;
    TemplateImagePtr file_;
    bool isWhole_;
    int lanes_; ///< neighbouring scores per work-item
    Plan plan_{};
    BufferRef gray_{}, squares_{}, statistics_{}, table_{};
    int pitch_ = 0;
};

Plan templateMatchingPlan(const PlanRequest& request) { return Matching(request).made(); }

Locality locality(const ParameterValues& parameters) {
    const TemplateImagePtr file = loadedTemplate(parameters);
    if (!file) return {Locality::Whole, 0};
    return {Locality::Window, std::max(file->size.width, file->size.height)};
}

ResourceKind resourceOfRectangle() {
    ResourceKind kind = templateResource();
    kind.make = [](const Image& input, const ParameterValues& parameters) -> ResourcePtr {
        return std::make_shared<const ResourceOf<TemplateImage>>(*templateFrom(input, parameters));
    };
    return kind;
}
} // namespace

Filter template_matching() {
    return {
        .id = "template-matching",
        .group = "Detection",
        .summary = "Finds where an image looks like a small template.",
        .synonyms = {"normalized cross-correlation", "ncc", "find", "match", "search", "pattern", "measurement"},
        .doc = "Computes how similar a template T is to the part I of the image, of the same w x h pixels, around each "
               "pixel. The result is one float without unit. ccoeff: sum of (I - mean I)(T - mean T) / sqrt(sum of (I "
               "- mean I)^2 x sum of (T - mean T)^2), from -1 to 1. Brightness and contrast do not change it (OpenCV's "
               "TM_CCOEFF_NORMED, scikit-image's match_template; Lewis 1995). ccorr: sum of I T / sqrt(sum of I^2 x "
               "sum of T^2), from 0 to 1 (TM_CCORR_NORMED). The result is 0 where I would leave the image, or where T "
               "or I is flat. Colour becomes luma first, by grayscale's rule. Sums of 8-bit images are exact whole "
               "numbers. Those of others are floats, which hold squares of samples up to 1e16.",
        .parameters = {rectangleParameter("rectangle", "Template",
                                          "The template, in pixels of the stage's input, 256 x 256 at most. With none, "
                                          "it is 31 x 31 pixels in the middle, or all of a smaller image."),
                       resourceParameter(
                           "template", "Template file", resourceOfRectangle(),
                           "A file with the template, as a portable graymap in plain text (P2). `lightbench-cli train` "
                           "writes the rectangle into such a file, and so does Save in the lab."),
                       choiceParameter("method", "Method",
                                       {{"ccoeff", "Correlation coefficient"}, {"ccorr", "Cross-correlation"}},
                                       "ccoeff", "ccoeff subtracts the means first; ccorr does not."),
                       choiceParameter("place", "Place", {{"centre", "Centre"}, {"corner", "Corner"}}, "centre",
                                       "Which pixel of I gets the score: the one at (w / 2, h / 2), or the upper left "
                                       "corner, as in OpenCV.")},
        .locality = locality,
        .outputShape = floatMapShape,
        .check = checkTemplateMatching,
        .reference = templateMatchingReference,
        .variants = {Variant{
            .id = "register-blocked",
            .label = "Register-blocked",
            .idea = "Each work-item computes 8 x 4 scores in registers, on CPUs 16 x 4, in floats as long as they are "
                    "exact. Integral images give the sums of samples (Lewis 1995). For images that are not 8-bit, "
                    "these sums are computed together with the products, from samples minus one of their neighbours.",
            // The last step uses floats, and for float images every step.
            .tolerance = {.magnitudeFactor = 1e-5, .magnitude = 1},
            .workgroups = composedWorkgroups(),
            .plan = templateMatchingPlan,
            .communication = Communication::AcrossWorkgroups,
        }},
        .choices = borderedSegmentsChoices(),
    };
}

} // namespace lightbench::filters
