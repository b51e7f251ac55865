#include "ui/panels/source/opencl_lexer.h"

#include <QFontDatabase>
#include <QRegularExpression>

#include "ui/theme/theme.h"

namespace lightbench {

namespace {

constexpr const char* languageWords =
    "break case const constant continue default do else enum extern for global goto if inline kernel local private "
    "read_only read_write register restrict return sizeof static struct switch typedef union unsigned signed volatile "
    "while write_only __attribute__ __constant __global __kernel __local __private __read_only __write_only KERNEL "
    "INLINE";

/// With the vectors of each, and Lightbench's own types.
QByteArray typeNames() {
    QByteArray names = "bool void size_t ptrdiff_t intptr_t uintptr_t half event_t sampler_t image1d_t image2d_t "
                       "image3d_t image2d_array_t image1d_array_t image1d_buffer_t sample_t pixel_t value_t "
                       "out_sample_t out_pixel_t";
    for (const char* type : {"char", "uchar", "short", "ushort", "int", "uint", "long", "ulong", "float", "double"})
        for (const char* width : {"", "2", "3", "4", "8", "16"})
            names += QByteArray(" ") + type + width;
    return names;
}

constexpr const char* commonFunctions =
    "get_global_id get_global_size get_global_offset get_local_id get_local_size get_group_id get_num_groups "
    "get_work_dim barrier mem_fence read_mem_fence write_mem_fence async_work_group_copy async_work_group_strided_copy "
    "wait_group_events prefetch read_imagef read_imagei read_imageui write_imagef write_imagei write_imageui "
    "get_image_width get_image_height get_image_depth get_image_dim atomic_add atomic_sub atomic_xchg atomic_inc "
    "atomic_dec atomic_cmpxchg atomic_min atomic_max atomic_and atomic_or atomic_xor abs abs_diff add_sat sub_sat hadd "
    "rhadd clamp clz mad_hi mad_sat max min mul_hi rotate popcount mad24 mul24 upsample acos acosh acospi asin asinh "
    "asinpi atan atan2 atanh atanpi atan2pi cbrt ceil copysign cos cosh cospi erf erfc exp exp2 exp10 expm1 fabs fdim "
    "floor fma fmax fmin fmod fract frexp hypot ilogb ldexp lgamma log log2 log10 log1p logb mad modf nan nextafter "
    "pow pown powr remainder remquo rint rootn round rsqrt sin sincos sinh sinpi sqrt tan tanh tanpi tgamma trunc "
    "native_cos native_divide native_exp native_exp2 native_log native_log2 native_powr native_recip native_rsqrt "
    "native_sin native_sqrt native_tan degrees mix radians sign smoothstep step cross dot distance length normalize "
    "fast_distance fast_length fast_normalize isequal isfinite isinf isnan isnormal signbit any all bitselect select "
    "shuffle shuffle2 vec_step printf vload2 vload3 vload4 vload8 vload16 vstore2 vstore3 vstore4 vstore8 vstore16 "
    "vload_half vstore_half";

/// With the conversions between types.
QByteArray functionNames() {
    QByteArray names = commonFunctions;
    for (const QByteArray& type : typeNames().split(' '))
        names += " as_" + type + " convert_" + type + " convert_" + type + "_sat convert_" + type + "_rte convert_" +
                 type + "_sat_rte convert_" + type + "_rtz";
    return names;
}

QColor colourOf(int style) {
    switch (style) {
    case QsciLexerCPP::Comment:
    case QsciLexerCPP::CommentLine:
    case QsciLexerCPP::CommentDoc:
    case QsciLexerCPP::CommentLineDoc:
    case QsciLexerCPP::PreProcessorComment:
    case QsciLexerCPP::PreProcessorCommentLineDoc: return theme().textDim;
    case QsciLexerCPP::Keyword: return theme().accent;
    case QsciLexerCPP::KeywordSet2: return stageColour(1);
    case QsciLexerCPP::GlobalClass: return stageColour(3);
    case QsciLexerCPP::PreProcessor: return stageColour(2);
    case QsciLexerCPP::Number:
    case QsciLexerCPP::DoubleQuotedString:
    case QsciLexerCPP::SingleQuotedString:
    case QsciLexerCPP::UnclosedString: return stageColour(4);
    default: return theme().text;
    }
}

} // namespace

OpenClLexer::OpenClLexer(QObject* parent) : QsciLexerCPP(parent) {
    setFoldComments(true);
    setFoldCompact(false);
    setFoldPreprocessor(true);
    setStylePreprocessor(true);
    applyTheme();
}

const char* OpenClLexer::keywords(int set) const {
    static const QByteArray types = typeNames(), functions = functionNames();
    return set == 1 ? languageWords : set == 2 ? types.constData() : set == 4 ? functions.constData() : nullptr;
}

void OpenClLexer::applyTheme() {
    const QFont fixed = QFontDatabase::systemFont(QFontDatabase::FixedFont);
    setDefaultColor(theme().text);
    setDefaultPaper(theme().field);
    setDefaultFont(fixed);
    setFont(fixed);
    setPaper(theme().field);
    constexpr int lastStyle = 127; // those from 64 on are of code that no branch reaches
    for (int style = 0; style <= lastStyle; ++style) {
        setColor(colourOf(style), style);
        setEolFill(false, style);
    }
}

QString includedName(const QString& line) {
    static const QRegularExpression include(QStringLiteral("^\\s*#\\s*include\\s*\"([^\"]+)\""));
    return include.match(line).captured(1);
}

} // namespace lightbench
