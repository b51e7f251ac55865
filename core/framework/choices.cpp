// Collects all rows of a table that match a request. Variant, workgroup and each tuning parameter come from the first
// row that has them.
#include "core/framework/choices.h"

#include <algorithm>
#include <utility>

#include "core/framework/plan.h"

namespace lightbench {

namespace {

double quantityOf(const ChoiceTable& table, const PlanRequest& request, const std::string& name) {
    const auto found = std::ranges::find(table.quantities, name, &Quantity::name);
    if (found != table.quantities.end()) return found->of(request);
    const ParameterValue& value = request.parameters.get(name);
    return std::holds_alternative<double>(value) ? std::get<double>(value) : std::get<int>(value);
}

/// True if the list is empty or contains the value.
template <class T> bool takes(const std::vector<T>& list, const T& one) {
    return list.empty() || std::ranges::find(list, one) != list.end();
}

bool holds(const ChoiceTable& table, const MeasuredChoice& row, const PlanRequest& request) {
    const auto [type, channels] = request.input.format;
    const std::uint64_t pixels = request.input.size.area();
    return takes(row.devices, deviceClass(request.device)) &&
           (row.device.empty() || row.device == request.device.name) &&
           request.device.computeCapability >= row.minCapability && takes(row.types, type) &&
           (row.channels == 0 || row.channels == channels) && pixels >= row.minPixels && pixels <= row.maxPixels &&
           std::ranges::all_of(row.where, [&](const QuantityRange& range) {
               const double value = quantityOf(table, request, range.name);
               return value >= range.minimum && value <= range.maximum;
           });
}

} // namespace

ChoiceTable mergedChoices(std::vector<MeasuredChoice> rows, ChoiceTable table) {
    rows.insert(rows.end(), std::make_move_iterator(table.rows.begin()), std::make_move_iterator(table.rows.end()));
    table.rows = std::move(rows);
    return table;
}

std::vector<std::string> chosenVariants(const ChoiceTable& table, const PlanRequest& request) {
    std::vector<std::string> variants;
    for (const MeasuredChoice& row : table.rows)
        if (!row.variant.empty() && holds(table, row, request)) variants.push_back(row.variant);
    return variants;
}

ChosenParts chosen(const ChoiceTable& table, const PlanRequest& request, std::string_view variant) {
    std::vector<const MeasuredChoice*> rows;
    for (const MeasuredChoice& row : table.rows)
        if (holds(table, row, request)) rows.push_back(&row);
    ChosenParts parts{std::string(variant), {}, {}};
    for (const MeasuredChoice* row : rows)
        if (parts.variant.empty()) parts.variant = row->variant;
    for (const MeasuredChoice* row : rows) {
        if (!row->variant.empty() && row->variant != parts.variant) continue;
        if (!parts.workgroup) parts.workgroup = row->workgroup;
        parts.tuning.insert(row->tuning.begin(), row->tuning.end()); // keeps earlier values
    }
    return parts;
}

Workgroup usualWorkgroup(const DeviceInfo& device, bool isArea) {
    Workgroup usual = isArea && deviceClass(device) != DeviceClass::Cpu ? Workgroup{16, 16} : Workgroup{64, 1};
    while (usual.items() > 1 && std::size_t(usual.items()) > device.maxWorkgroup)
        (usual.x >= usual.y ? usual.x : usual.y) /= 2;
    return usual;
}

} // namespace lightbench
