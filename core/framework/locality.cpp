#include "core/framework/locality.h"

namespace lightbench {

Locality windowLocality(int radius, const ParameterValues& parameters) {
    if (parameters.all().contains("border") && parameters.choice("border") == "wrap") return {};
    return {Locality::Window, radius, true};
}

Locality squareLocality(const ParameterValues& parameters) {
    return windowLocality(parameters.integer("k") / 2, parameters);
}

std::string localityText(const Locality& locality) {
    switch (locality.kind) {
    case Locality::Pixel: return "the same pixel";
    case Locality::Window: return "input up to " + std::to_string(locality.halo) + " px away";
    case Locality::Line: return "its row or column";
    case Locality::Whole: break;
    }
    return "pixels anywhere in the image";
}

} // namespace lightbench
