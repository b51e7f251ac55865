// How far windows look.
#include "core/filter/locality.h"

namespace lightbench {

Locality windowLocality(int radius, const ParameterValues& parameters) {
    if (parameters.all().contains("border") && parameters.choice("border") == "wrap") return {};
    return {Locality::Window, radius};
}

Locality squareLocality(const ParameterValues& parameters) {
    return windowLocality(parameters.integer("k") / 2, parameters);
}

std::string localityText(const Locality& locality) {
    switch (locality.kind) {
    case Locality::Point: return "point";
    case Locality::Window: return "window of " + std::to_string(locality.halo) + " px to each side";
    case Locality::Line: return "line";
    case Locality::Whole: break;
    }
    return "whole image";
}

} // namespace lightbench
