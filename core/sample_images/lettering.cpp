// The sample image of text. The letters are strokes, drawn with a round pen, so that they scale.
#include <cctype>
#include <string_view>

#include "core/sample_images/canvas.h"

namespace lightbench::samples {

namespace {

/// Strokes on a grid: capitals are 16 high, small letters reach from 6 to 16, tails to 21. M moves, L draws a line, Q a
/// quadratic curve (control point, end). Coordinates are single digits to the base 36.
struct Glyph {
    char letter;
    std::string_view strokes;
};

constexpr Glyph glyphs[] = {
    {'A', "M0gL60Lcg M2aLaa"},
    {'B', "M0gL00L60Qb0b4Qb868L08 M68Qb8bcQbg6gL0g"},
    {'C', "Mb3Q9060Q0008Q0g6gQ9gbd"},
    {'D', "M00L0gL5gQcgc8Qc050L00"},
    {'E', "Ma0L00L0gLag M08L88"},
    {'F', "Ma0L00L0g M08L88"},
    {'G', "Mb3Q9060Q0008Q0g6gQbgbaLb9L79"},
    {'H', "M00L0g Mb0Lbg M08Lb8"},
    {'I', "M00L0g"},
    {'J', "M70L7bQ7g3gQ0g0c"},
    {'K', "M00L0g Ma0L0a M46Lbg"},
    {'L', "M00L0gL9g"},
    {'M', "M0gL00L6aLc0Lcg"},
    {'N', "M0gL00LbgLb0"},
    {'O', "M60Q0008Q0g6gQcgc8Qc060"},
    {'P', "M0gL00L60Qb0b4Qb868L08"},
    {'Q', "M60Q0008Q0g6gQcgc8Qc060 M8cLch"},
    {'R', "M0gL00L60Qb0b4Qb868L08 M58Lbg"},
    {'S', "Ma3Q9050Q0004Q0858Qb8bcQbg5gQ0g0d"},
    {'T', "M00Lc0 M60L6g"},
    {'U', "M00L0aQ0g5gQagaaLa0"},
    {'V', "M00L6gLc0"},
    {'W', "M00L4gL84LcgLg0"},
    {'X', "M00Lbg Mb0L0g"},
    {'Y', "M00L68Lc0 M68L6g"},
    {'Z', "M00Lb0L0gLbg"},
    {'a', "M86L8g M8bQ8646Q060bQ0g4gQ8g8b"},
    {'b', "M00L0g M0bQ0646Q868bQ8g4gQ0g0b"},
    {'c', "M88Q7646Q060bQ0g4gQ7g8e"},
    {'d', "M80L8g M8bQ8646Q060bQ0g4gQ8g8b"},
    {'e', "M0bL8bQ8646Q060bQ0g4gQ7g8e"},
    {'f', "M60Q2024L2g M06L66"},
    {'g', "M86L8hQ8l4lQ1l0j M8bQ8646Q060bQ0g4gQ8g8b"},
    {'h', "M00L0g M0bQ0646Q868bL8g"},
    {'i', "M06L0g M02L02"},
    {'j', "M36L3hQ3l0l M32L32"},
    {'k', "M00L0g M76L0c M3aL8g"},
    {'l', "M00L0g"},
    {'m', "M06L0g M0bQ0636Q666bL6g M6bQ6696Qc6cbLcg"},
    {'n', "M06L0g M0bQ0646Q868bL8g"},
    {'o', "M46Q060bQ0g4gQ8g8bQ8646"},
    {'p', "M06L0l M0bQ0646Q868bQ8g4gQ0g0b"},
    {'q', "M86L8l M8bQ8646Q060bQ0g4gQ8g8b"},
    {'r', "M06L0g M0bQ0656"},
    {'s', "M78Q6646Q0609Q0b4bQ8b8dQ8g4gQ1g0e"},
    {'t', "M22L2dQ2g5gL6g M06L66"},
    {'u', "M06L0bQ0g4gQ8g8b M86L8g"},
    {'v', "M06L4gL86"},
    {'w', "M06L3gL69L9gLc6"},
    {'x', "M06L8g M86L0g"},
    {'y', "M06L4g M86L2l"},
    {'z', "M06L86L0gL8g"},
    {'0', "M50Q0008Q0g5gQaga8Qa050"},
    {'1', "M14L50L5g"},
    {'2', "M04Q0050Qa0a4Qa77aL0gLag"},
    {'3', "M03Q1050Qa0a4Qa858 M58Qb8bcQbg5gQ1g0d"},
    {'4', "M80L0bLbb M80L8g"},
    {'5', "M90L10L07Q2656Qa6abQag5gQ1g0d"},
    {'6', "M80Q030bQ0g5gQagabQa656Q060b"},
    {'7', "M00La0L4g"},
    {'8', "M50Q1014Q1858Q9894Q9050 M58Q080cQ0g5gQagacQa858"},
    {'9', "M2gQada5Qa050Q0005Q0a5aQaaa5"},
    {'.', "M0gL0g"},
    {',', "M1gL0j"},
    {'-', "M0aL6a"},
    {':', "M08L08 M0gL0g"},
    {'/', "M80L0g"},
    {'!', "M00L0b M0gL0g"},
    {'+', "M5bL5f M3dL7d"},
};

constexpr float letterSpace = 5, wordSpace = 9;

struct Point2 {
    float x, y;
};

const Glyph* glyphOf(char letter) {
    for (const Glyph& glyph : glyphs)
        if (glyph.letter == letter) return &glyph;
    return nullptr;
}

int digit(char c) { return c <= '9' ? c - '0' : c - 'a' + 10; }

/// Width of a glyph without the space after it.
float widthOf(const Glyph& glyph) {
    int maximum = 0, coordinate = 0;
    for (char c : glyph.strokes)
        if (std::isdigit(static_cast<unsigned char>(c)) || std::islower(static_cast<unsigned char>(c))) {
            if (coordinate++ % 2 == 0) maximum = std::max(maximum, digit(c));
        }
    return float(maximum);
}

class Pen {
public:
    Pen(Canvas& canvas, Colour colour, float scale, float radius)
        : canvas_(canvas), colour_(colour), scale_(scale), radius_(radius) {}

    /// Draws a glyph with its top left corner at `corner`, in pixels. All strokes are one shape, so that they do not
    /// darken where they meet.
    void draw(const Glyph& glyph, Point2 corner) {
        trace(glyph, corner);
        Point2 low = segments_[0].from, high = low;
        for (const Segment& s : segments_)
            for (Point2 p : {s.from, s.to}) {
                low = {std::min(low.x, p.x), std::min(low.y, p.y)};
                high = {std::max(high.x, p.x), std::max(high.y, p.y)};
            }
        const float reach = radius_ + 1;
        const int left = std::max(0, int(low.x - reach)), right = std::min(canvas_.width() - 1, int(high.x + reach));
        const int top = std::max(0, int(low.y - reach)), bottom = std::min(canvas_.height() - 1, int(high.y + reach));
        for (int y = top; y <= bottom; ++y)
            for (int x = left; x <= right; ++x)
                cover(x, y);
    }

private:
    struct Segment {
        Point2 from, to;
    };

    void cover(int x, int y) {
        const Point2 centre{float(x) + 0.5f, float(y) + 0.5f};
        float nearest = 1e9f;
        for (const Segment& s : segments_)
            nearest = std::min(nearest, distance(centre, s));
        // Strokes thinner than a pixel are drawn paler, not wider.
        const float thin = std::min(1.0f, 2 * radius_);
        canvas_.cover(x, y, colour_, thin * coverage(std::max(radius_, 0.5f) - nearest));
    }

    static float distance(Point2 p, const Segment& s) {
        const Point2 way{s.to.x - s.from.x, s.to.y - s.from.y}, to{p.x - s.from.x, p.y - s.from.y};
        const float lengthSquared = way.x * way.x + way.y * way.y;
        const float t = lengthSquared > 0 ? std::clamp((to.x * way.x + to.y * way.y) / lengthSquared, 0.0f, 1.0f) : 0;
        return std::hypot(to.x - t * way.x, to.y - t * way.y);
    }

    void trace(const Glyph& glyph, Point2 corner) {
        segments_.clear();
        Point2 at{};
        const auto point = [&](std::size_t i) {
            return Point2{corner.x + scale_ * float(digit(glyph.strokes[i])),
                          corner.y + scale_ * float(digit(glyph.strokes[i + 1]))};
        };
        for (std::size_t i = 0; i < glyph.strokes.size();) {
            const char command = glyph.strokes[i];
            if (command == ' ') {
                ++i;
                continue;
            }
            const Point2 next = point(command == 'Q' ? i + 3 : i + 1);
            if (command == 'L') segments_.push_back({at, next});
            if (command == 'Q') curve(at, point(i + 1), next);
            at = next;
            i += command == 'Q' ? 5 : 3;
        }
    }

    void curve(Point2 from, Point2 control, Point2 to) {
        const int pieces = std::clamp(int(scale_ * 6), 4, 24);
        Point2 last = from;
        for (int i = 1; i <= pieces; ++i) {
            const float t = float(i) / float(pieces), a = (1 - t) * (1 - t), b = 2 * t * (1 - t), c = t * t;
            const Point2 next{a * from.x + b * control.x + c * to.x, a * from.y + b * control.y + c * to.y};
            segments_.push_back({last, next});
            last = next;
        }
    }

    Canvas& canvas_;
    Colour colour_;
    float scale_, radius_;
    std::vector<Segment> segments_;
};

/// Draws one line of text. `height` is that of capitals in pixels, `weight` the stroke width as a share of it.
void writeLine(Canvas& canvas, std::string_view line, Point2 corner, float height, float weight, Colour colour) {
    const float scale = height / 16;
    Pen pen(canvas, colour, scale, height * weight / 2);
    for (char letter : line) {
        const Glyph* glyph = glyphOf(letter);
        if (glyph) pen.draw(*glyph, corner);
        corner.x += scale * (glyph ? widthOf(*glyph) + letterSpace : wordSpace);
        if (corner.x > float(canvas.width())) return;
    }
}

struct Line {
    std::string_view text;
    float x, y, height, weight;
};

constexpr Line lines[] = {
    {"Lightbench", 48, 40, 92, 0.13f},
    {"Sphinx of black quartz, judge my vow", 48, 172, 38, 0.11f},
    {"Pack my box with five dozen liquor jugs. 0123456789", 48, 240, 26, 0.1f},
    {"The quick brown fox jumps over the lazy dog, while error diffusion turns gray into dots", 48, 290, 18, 0.1f},
    {"How vexingly quick daft zebras jump! A median keeps edges, a Gaussian blurs them: 3.14159 / 2.71828", 48, 328, 13,
     0.1f},
    {"Waltz, bad nymph, for quick jigs vex. The five boxing wizards jump quickly. ABCDEFGHIJKLMNOPQRSTUVWXYZ "
     "0123456789",
     48, 358, 9, 0.11f},
    {"Fine print: Jackdaws love my big sphinx of quartz. The quick onyx goblin jumps over the lazy dwarf. "
     "abcdefghijklmnopqrstuvwxyz",
     48, 384, 6, 0.13f},
};

} // namespace

Image drawText(Size size) {
    Canvas canvas(size);
    const float scale = std::min(float(size.width) / 1280, float(size.height) / 853);
    const Colour paper = hex(0xfdfdfb), ink = hex(0x0a0a0c);
    canvas.paint([&](int, int y) { return 2 * y < size.height ? paper : ink; });
    for (const Line& line : lines)
        for (const bool lower : {false, true}) {
            const float top = lower ? float(size.height) / 2 : 0;
            writeLine(canvas, line.text, {line.x * scale, top + line.y * scale}, line.height * scale, line.weight,
                      lower ? paper : ink);
        }
    return canvas.finish(false);
}

} // namespace lightbench::samples
