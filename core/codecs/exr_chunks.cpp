// Decodes several chunks at a time with the C library OpenEXRCore. Buffers start as zeros, so that damaged chunks show
// no foreign memory.
#include "core/codecs/exr_chunks.h"

#include <OpenEXR/ImfTileDescription.h>
#include <OpenEXR/openexr.h>
#include <half.h>

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <cstring>

#include "core/base/parallel.h"
#include "core/base/text.h"
#include "core/codecs/codec.h"

namespace lightbench {

namespace {
/// Owns the OpenEXRCore context of a file in memory.
class ExrContext {
public:
    explicit ExrContext(std::span<const std::byte> file) : file_(file) {
        exr_context_initializer_t settings = EXR_DEFAULT_CONTEXT_INITIALIZER;
        settings.user_data = this;
        settings.alloc_fn = [](std::size_t bytes) {
            return std::calloc(1, bytes);
        }; // decompressors take scratch memory here
        settings.free_fn = std::free;
        settings.read_fn = readBytes;
        settings.size_fn = sizeOfFile;
        settings.error_handler_fn = [](exr_const_context_t, exr_result_t, const char*) {};
        check(exr_start_read(&context_, "the file", &settings));
    }
    ~ExrContext() { exr_finish(&context_); }
    ExrContext(const ExrContext&) = delete;
    ExrContext& operator=(const ExrContext&) = delete;

    exr_const_context_t get() const { return context_; }

    void check(exr_result_t result) const {
        if (result == EXR_ERR_SUCCESS) return;
        if (result == EXR_ERR_OUT_OF_MEMORY) throw std::bad_alloc();
        if (ranOut_) refuseFile("is truncated: the end of the image is missing");
        refuseFile(std::string("is a damaged OpenEXR file: ") + shownLines(exr_get_default_error_message(result)));
    }

private:
    static std::int64_t readBytes(exr_const_context_t, void* self, void* to, std::uint64_t bytes, std::uint64_t at,
                                  exr_stream_error_func_ptr_t) {
        auto& context = *static_cast<ExrContext*>(self);
        const std::uint64_t size = context.file_.size();
        const std::uint64_t there = at < size ? std::min(bytes, size - at) : 0;
        if (there < bytes) context.ranOut_ = true;
        if (there > 0) std::memcpy(to, context.file_.data() + at, there);
        return std::int64_t(there);
    }
    static std::int64_t sizeOfFile(exr_const_context_t, void* self) {
        return std::int64_t(static_cast<ExrContext*>(self)->file_.size());
    }

    std::span<const std::byte> file_;
    std::atomic<bool> ranOut_ = false;
    exr_context_t context_ = nullptr;
};

void* clearedBuffer(exr_transcoding_pipeline_buffer_id_t, std::size_t bytes) { return std::calloc(1, bytes); }
void freeBuffer(exr_transcoding_pipeline_buffer_id_t, void* buffer) { std::free(buffer); }

/// The position of a chunk in the image.
struct ExrChunk {
    exr_chunk_info_t info{};
    std::size_t x = 0, y = 0;
};

class ExrChunkReader {
public:
    ExrChunkReader(const ExrContext& context, int part, const Imf::Header& header, const std::vector<ExrPlace>& places,
                   Image* image)
        : context_(context), part_(part), window_(header.dataWindow()), places_(places), image_(image) {
        const std::int64_t width = std::int64_t(window_.max.x) - window_.min.x + 1;
        const std::int64_t height = std::int64_t(window_.max.y) - window_.min.y + 1;
        if (header.hasTileDescription()) {
            tileWidth_ = header.tileDescription().xSize;
            tileHeight_ = header.tileDescription().ySize;
            across_ = (width + tileWidth_ - 1) / tileWidth_;
        } else {
            std::int32_t lines = 0;
            context_.check(exr_get_scanlines_per_chunk(context_.get(), part_, &lines));
            tileHeight_ = std::max(lines, 1);
        }
        rows_ = (height + tileHeight_ - 1) / tileHeight_;
    }

    void read() const {
        parallelRows(int(rows_), [&](int row) {
            for (std::int64_t column = 0; column < across_; ++column)
                decode(chunkAt(int(column), row));
        });
        // A damaged header can make chunks smaller than the image needs. What is missing would be foreign memory.
        if (image_ && placed_ != expectedSamples()) context_.check(EXR_ERR_CORRUPT_CHUNK);
    }

private:
    std::uint64_t expectedSamples() const {
        const auto channels =
            std::count_if(places_.begin(), places_.end(), [](const ExrPlace& place) { return !place.channel.empty(); });
        return image_->size().area() * std::uint64_t(channels);
    }

    ExrChunk chunkAt(int column, int row) const {
        ExrChunk chunk;
        chunk.x = std::size_t(column) * std::size_t(tileWidth_);
        chunk.y = std::size_t(row) * std::size_t(tileHeight_);
        context_.check(tileWidth_ > 0
                           ? exr_read_tile_chunk_info(context_.get(), part_, column, row, 0, 0, &chunk.info)
                           : exr_read_scanline_chunk_info(context_.get(), part_,
                                                          int(window_.min.y + std::int64_t(chunk.y)), &chunk.info));
        return chunk;
    }

    void decode(const ExrChunk& chunk) const {
        // OpenEXR 3.1.5 takes a chunk without compression as it is, even if it is too short.
        if (chunk.info.compression == EXR_COMPRESSION_NONE && chunk.info.packed_size != chunk.info.unpacked_size)
            context_.check(EXR_ERR_CORRUPT_CHUNK);
        exr_decode_pipeline_t pipeline = EXR_DECODE_PIPELINE_INITIALIZER;
        context_.check(exr_decoding_initialize(context_.get(), part_, &chunk.info, &pipeline));
        const struct Closing {
            const ExrContext& context;
            exr_decode_pipeline_t& pipeline;
            ~Closing() { exr_decoding_destroy(context.get(), &pipeline); }
        } closing{context_, pipeline};
        pipeline.alloc_fn = clearedBuffer;
        pipeline.free_fn = freeBuffer;
        context_.check(exr_decoding_choose_default_routines(context_.get(), part_, &pipeline));
        pipeline.unpack_and_convert_fn = nullptr; // OpenEXR 3.1.5 confuses the channels of half RGBA
        context_.check(exr_decoding_run(context_.get(), part_, &pipeline));
        if (image_) unpack(chunk, pipeline);
    }

    /// Copies a decoded chunk into the image. A chunk stores its lines in order, and within a line one channel after
    /// the other.
    void unpack(const ExrChunk& chunk, const exr_decode_pipeline_t& pipeline) const {
        const auto* from = static_cast<const std::byte*>(pipeline.unpacked_buffer);
        std::size_t left = from ? chunk.info.unpacked_size : 0;
        for (int line = 0; line < chunk.info.height; ++line)
            for (int i = 0; i < pipeline.channel_count; ++i) {
                const exr_coding_channel_info_t& channel = pipeline.channels[i];
                const std::int64_t y = window_.min.y + std::int64_t(chunk.y) + line;
                if (channel.y_samples > 1 && y % channel.y_samples != 0) continue;
                const std::size_t bytes = std::size_t(channel.width) * std::size_t(channel.bytes_per_element);
                if (bytes > left) context_.check(EXR_ERR_CORRUPT_CHUNK);
                place(chunk, line, channel, from);
                from += bytes;
                left -= bytes;
            }
    }

    void place(const ExrChunk& chunk, int line, const exr_coding_channel_info_t& channel, const std::byte* from) const {
        const auto found = std::find_if(places_.begin(), places_.end(),
                                        [&](const ExrPlace& known) { return known.channel == channel.channel_name; });
        if (found == places_.end()) return;
        const auto channels = std::size_t(image_->channels());
        const std::size_t first = chunk.x * channels + found->sample;
        const int y = int(chunk.y) + line;
        const auto width = std::size_t(channel.width);
        const bool isInChunk = line < tileHeight_ && (tileWidth_ == 0 || std::int64_t(width) <= tileWidth_);
        if (!isInChunk || y >= image_->height() || chunk.x + width > std::size_t(image_->width()))
            context_.check(EXR_ERR_CORRUPT_CHUNK);
        placed_ += width;
        if (image_->format().type == SampleType::U32)
            spread<std::uint32_t>(from, width, image_->row<std::uint32_t>(y) + first, channels);
        else if (channel.data_type == EXR_PIXEL_HALF)
            spread<half>(from, width, image_->row<float>(y) + first, channels);
        else if (channel.data_type == EXR_PIXEL_UINT)
            spread<std::uint32_t>(from, width, image_->row<float>(y) + first, channels);
        else
            spread<float>(from, width, image_->row<float>(y) + first, channels);
    }

    template <class From, class To>
    static void spread(const std::byte* from, std::size_t count, To* to, std::size_t step) {
        for (std::size_t i = 0; i < count; ++i, from += sizeof(From), to += step) {
            From sample;
            std::memcpy(&sample, from, sizeof sample);
            *to = To(sample);
        }
    }

    const ExrContext& context_;
    int part_;
    Imath::Box2i window_;
    const std::vector<ExrPlace>& places_;
    Image* image_;
    std::int64_t tileWidth_ = 0, tileHeight_ = 1; ///< 0: the file has blocks of whole lines
    std::int64_t across_ = 1, rows_ = 0;
    mutable std::atomic<std::uint64_t> placed_ = 0; ///< samples copied into the image
};
} // namespace

void decodeExrChunks(std::span<const std::byte> file, int part, const Imf::Header& header,
                     const std::vector<ExrPlace>& places, Image* image) {
    const ExrContext context(file);
    ExrChunkReader(context, part, header, places, image).read();
}

} // namespace lightbench
