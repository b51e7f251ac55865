#include "core/framework/host_operations.h"

#include <algorithm>
#include <cstring>
#include <stdexcept>

#include "core/framework/filter.h"

namespace lightbench {

namespace {
Image imageOf(const ImageShape& shape, std::span<const std::byte> bytes) {
    Image image(shape);
    std::memcpy(image.bytes().data(), bytes.data(), shape.bytes());
    return image;
}

/// The parameters with their second images, which follow the input in `reads`.
ParameterValues withImages(const RunReference& run, const std::vector<std::string>& names, HostReads reads) {
    ParameterValues parameters = run.parameters;
    for (std::size_t i = 0; i < names.size(); ++i) {
        ImageInput image = parameters.image(names[i]);
        if (!image.isShapeKnown()) image.shape = run.input;
        image.image = std::make_shared<const Image>(imageOf(image.shape, reads[i + 1]));
        parameters.set(names[i], image);
    }
    return parameters;
}

void writeAnalysis(const RunReference& run, const Filter& filter, const Image& input, std::span<std::byte> memory) {
    const std::vector<std::uint32_t> result = filter.analyse(input, run.parameters);
    const std::size_t words = memory.size() / sizeof(std::uint32_t);
    if (result.size() != words)
        throw std::logic_error("the analysis of " + filter.id + " has " + std::to_string(result.size()) +
                               " words; expected " + std::to_string(words));
    std::memcpy(memory.data(), result.data(), memory.size());
}

void addTables(const MergeTables& merge, std::span<const std::byte> tables, std::span<std::byte> merged) {
    std::vector<std::uint32_t> table(std::size_t(merge.counters)), sums(table.size());
    const std::size_t bytes = table.size() * sizeof table[0];
    for (int i = 0; i < merge.tables; ++i) {
        std::memcpy(table.data(), tables.data() + std::size_t(i) * bytes, bytes);
        std::ranges::transform(table, sums, sums.begin(), std::plus());
    }
    std::memcpy(merged.data(), sums.data(), bytes);
}

/// Does the work of each operation.
struct HostWorker {
    const Filter& filter;
    HostReads reads;
    HostWrites writes;

    void operator()(const RunReference& run) const {
        if (run.filter != filter.id)
            throw std::logic_error("a stage of " + filter.id + " cannot run the reference of " + run.filter);
        const Image input = imageOf(run.input, reads[0]);
        if (filter.analyse) return writeAnalysis(run, filter, input, writes[0]);
        const Image result = filter.reference(input, withImages(run, imageParameterNames(filter), reads));
        std::memcpy(writes[0].data(), result.bytes().data(), writes[0].size());
    }
    void operator()(const MergeTables& merge) const { addTables(merge, reads[0], writes[0]); }
    void operator()(const TrainDetector& training) const { filter.train(training, reads, writes); }
};

/// Names the arguments of each operation.
struct ArgumentsByName {
    ParameterValues operator()(const RunReference& run) const {
        ParameterValues values = run.parameters;
        values.set("filter", run.filter);
        values.set("input", run.input.name());
        return values;
    }
    ParameterValues operator()(const MergeTables& merge) const {
        ParameterValues values;
        values.set("tables", merge.tables);
        values.set("counters", merge.counters);
        return values;
    }
    ParameterValues operator()(const TrainDetector& training) const {
        ParameterValues values;
        values.set("detector", training.detector);
        values.set("input", training.input.name());
        values.set("object", training.object);
        values.set("trees", training.trees);
        values.set("tests", training.tests);
        values.set("seed", training.seed);
        if (training.stride) values.set("stride", *training.stride);
        return values;
    }
};
} // namespace

std::string hostOperationName(const HostOperation& operation) {
    return std::visit([](const auto& one) { return std::string(one.name); }, operation);
}

ParameterValues hostOperationArguments(const HostOperation& operation) {
    return std::visit(ArgumentsByName(), operation);
}

void runHostOperation(const HostOperation& operation, const Filter& filter, HostReads reads, HostWrites writes) {
    std::visit(HostWorker{filter, reads, writes}, operation);
}

} // namespace lightbench
