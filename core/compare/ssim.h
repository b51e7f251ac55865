// Structural similarity (SSIM) of two images, over windows of 11 x 11 pixels. The metrics and the command line's
// explanations use it; the paper is cited at the function.
#pragma once

#include <optional>

#include "core/image/image.h"

namespace lightbench {

/// The side of the window, in pixels.
inline constexpr int ssimWindow = 11;

/// Mean structural similarity over all windows inside the image and over the colour channels; 1 means equal. Source: Z.
/// Wang, A. C. Bovik, H. R. Sheikh, E. P. Simoncelli, "Image quality assessment: from error visibility to structural
/// similarity", IEEE Transactions on Image Processing 13(4), 2004. A Gaussian window of 11 x 11 pixels, sigma 1.5, K1 =
/// 0.01, K2 = 0.03, the dynamic range of the format (float: 1). Nothing if the image is smaller than a window or a
/// sample is not finite. Throws Error(Input) if the shapes differ. Obeys the current CancelScope.
std::optional<double> meanSsim(const Image& a, const Image& b);

} // namespace lightbench
