// Which images the kernels of a file take, as their pointers show.
#pragma once

#include <string>
#include <vector>

#include "core/definition/annotations.h"
#include "core/definition/declarations.h"
#include "core/definition/kernels_in_text.h"
#include "core/image/image.h"

namespace lightbench {

/// Sample types, and gray, RGBA or both.
struct PixelKind {
    std::vector<SampleType> types;
    int channels = 1;      ///< 1 or 4; 0: both
    bool isPlanar = false; ///< one plane for each channel
    bool isVector = false; ///< an element is a pixel
    /// A kernel for gray images runs on each channel of others; alpha is copied. A line //@ accepts: gray forbids it.
    bool byChannel = true;
    /// False with a line //@ accepts that names types.
    bool converts = true;
    std::string source, destination;                            ///< the names of the two arguments
    bool isSourceGuessed = false, isDestinationGuessed = false; ///< neither a line nor a name says it
    bool isImageObject = false;                                 ///< they are image2d_t
    bool isNormalized = true;                                   ///< of image objects: read_imagef, not read_imageui
};

/// The sample types of the images that such a kernel takes. Those of fewer bits are converted for it, so that no image
/// loses bits: ushort takes 8-bit images too, and float takes 8 and 16 bits.
std::vector<SampleType> acceptedTypes(const PixelKind& pixels);

/// Lines of `declared` say which pointers are the image and the result, else their names do, else it is guessed. The
/// source is empty if no argument is the image. `text` is that of the file. Throws Error(Usage) for a type that no
/// image has.
PixelKind pixelKindOf(const std::vector<KernelSignature>& kernels, const std::string& text,
                      const Declarations& declared);

/// What is said where no pointer is the image (imageWord) or the result (resultWord): the pointers that could be it.
std::string missingPointerText(const std::vector<KernelSignature>& kernels, const Declarations& declared,
                               const std::string& word);

/// Whether a pointer or an image object is the image, or the result, as a line or else its name says.
bool isImageArgument(const KernelArgument& argument, const Declarations& declared);
bool isResultArgument(const KernelArgument& argument, const Declarations& declared);

/// Takes a line //@ accepts: u8, u16, u32, f32, gray and rgba, separated by commas. Throws Error(Usage).
void restrictPixels(PixelKind& pixels, const Annotation& line);

/// True if a gray kernel runs on each channel of such an image by itself.
bool runsByChannel(const PixelKind& pixels, const Format& given);
/// The format in which a kernel gets an image.
Format kernelFormat(const PixelKind& pixels, const Format& given);

} // namespace lightbench
