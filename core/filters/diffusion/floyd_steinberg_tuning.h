// The tuning parameters of floyd-steinberg's variants. Their plans read them, and its choices decide them.
#pragma once

#include "core/framework/tuning_parameters.h"

namespace lightbench::filters::diffusion {

/// The tuning parameter of variants that look at the row or band above once a chunk.
struct ChunkTuning {
    int chunk = 1; ///< columns between two looks
};
constexpr auto fields(const ChunkTuning*) { return FieldList{Field{"chunk", &ChunkTuning::chunk}}; }

/// The tuning parameters of variant pipelined, of which CPUs use none.
struct BandTuning {
    int rowLag = 0; ///< columns by which a row follows the row above
    int blockColumns = 0;
};
constexpr auto fields(const BandTuning*) {
    using T = BandTuning;
    return FieldList{Field{"row-lag", &T::rowLag}, Field{"block-columns", &T::blockColumns}};
}
struct LoaderTuning {
    int loaderWarps = 0; ///< of a band, beside one for each plane
};
constexpr auto fields(const LoaderTuning*) { return FieldList{Field{"loader-warps", &LoaderTuning::loaderWarps}}; }

} // namespace lightbench::filters::diffusion
