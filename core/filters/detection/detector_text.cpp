#include "core/filters/detection/detector_text.h"

#include <optional>

#include "core/base/error.h"
#include "core/base/text.h"

namespace lightbench {

namespace {
// The largest trained detectors have about 4 000 lines; a full one of random trees has 16 000.
constexpr std::size_t largestFile = 16 << 20;
constexpr std::string_view heading = "lightbench-detector", version = "1";
constexpr std::string_view blanks = " \t\r\v\f";

std::string_view takeWord(std::string_view& line) {
    line.remove_prefix(std::min(line.find_first_not_of(blanks), line.size()));
    const std::string_view word = line.substr(0, line.find_first_of(blanks));
    line.remove_prefix(word.size());
    return word;
}

class Reader {
public:
    Reader(std::string_view text, const std::string& source) : rest_(text), source_(source) {}

    PatchDetector read() {
        readHead();
        readTests();
        detector_.leaves.assign(std::size_t(detector_.trees) * leaves(), 0);
        next("a leaf or the end");
        for (; word_ == "leaf"; next("a leaf or the end"))
            readLeaf();
        if (word_ != "end")
            fail("\"leaf TREE LEAF SHARE\" or \"end\" should be here, not \"" + shownText(word_) + "\"");
        checkEnd();
        if (nextLine()) fail("nothing should follow the end");
        if (const std::string problem = detectorProblem(detector_); !problem.empty()) fail(problem);
        return std::move(detector_);
    }

private:
    [[noreturn]] void fail(const std::string& message) const {
        throw Error(ErrorKind::Input, source_ + ": line " + std::to_string(number_) + ": " + message);
    }

    /// Moves to the next non-empty line; false at the end of the text.
    bool nextLine() {
        while (!rest_.empty()) {
            const std::size_t end = std::min(rest_.find('\n'), rest_.size());
            line_ = rest_.substr(0, end);
            line_ = line_.substr(0, line_.find('#'));
            rest_.remove_prefix(std::min(end + 1, rest_.size()));
            ++number_;
            if (word_ = takeWord(line_); !word_.empty()) return true;
        }
        return false;
    }
    void next(const std::string& what) {
        if (!nextLine()) fail("the file ends where " + what + " should be");
    }
    void expect(std::string_view word) {
        next("\"" + std::string(word) + "\"");
        if (word_ != word) fail("\"" + std::string(word) + "\" should be here, not \"" + shownText(word_) + "\"");
    }
    void checkEnd() {
        if (const std::string_view more = takeWord(line_); !more.empty())
            fail("unexpected \"" + shownText(more) + "\" at the end of the line");
    }
    int number(int minimum, int maximum) {
        const std::string_view word = takeWord(line_);
        const std::optional<int> value = parsedInteger(word, minimum, maximum);
        if (!value)
            fail(std::string(word_) + " takes numbers of " + std::to_string(minimum) + ".." + std::to_string(maximum) +
                 " here, not \"" + shownText(word) + "\"");
        return *value;
    }
    std::size_t leaves() const { return leavesPerTree(detector_.kind, detector_.testsPerTree); }

    void readHead() {
        if (!nextLine() || word_ != heading)
            throw Error(ErrorKind::Input, source_ + " is not a detector: it does not begin with \"" +
                                              std::string(heading) + "\". `lightbench-cli train` makes one");
        if (const std::string_view given = takeWord(line_); given != version)
            fail("this is version \"" + shownText(given) + "\" of the format; this program reads version " +
                 std::string(version));
        checkEnd();
        readFilter();
        expect("window");
        detector_.window = {number(minWindow, largestWindow), 0};
        detector_.window.height = number(minWindow, largestWindow);
        checkEnd();
        expect("trees");
        detector_.trees = number(1, maxTrees);
        checkEnd();
        expect("tests");
        detector_.testsPerTree = number(1, maxTests);
        checkEnd();
    }
    void readFilter() {
        expect("filter");
        const std::string_view name = takeWord(line_);
        for (DetectorKind kind : {DetectorKind::RandomTrees, DetectorKind::BinaryPatterns})
            if (name == detectorFilterId(kind)) {
                detector_.kind = kind;
                return checkEnd();
            }
        fail("there is no detector for the filter \"" + shownText(name) + "\"");
    }
    void readTests() {
        const int maximum = std::max(detector_.window.width, detector_.window.height);
        for (int i = 0; i < detector_.trees * detector_.testsPerTree; ++i) {
            expect("test");
            DetectorTest test{};
            for (int& value : test)
                value = number(0, maximum);
            checkEnd();
            detector_.tests.push_back(test);
        }
    }
    void readLeaf() {
        const int tree = number(0, detector_.trees - 1), leaf = number(0, int(leaves()) - 1);
        std::uint8_t& share = detector_.leaves[std::size_t(tree) * leaves() + std::size_t(leaf)];
        if (share) fail("leaf " + std::to_string(leaf) + " of tree " + std::to_string(tree) + " is here twice");
        share = std::uint8_t(number(1, 255));
        checkEnd();
    }

    std::string_view rest_, line_, word_;
    std::string source_;
    int number_ = 0;
    PatchDetector detector_;
};

std::string line(std::string_view word, std::initializer_list<int> numbers) {
    std::string text(word);
    for (int number : numbers)
        text += " " + std::to_string(number);
    return text + "\n";
}
} // namespace

std::string detectorText(const PatchDetector& detector) {
    std::string text = std::string(heading) + " " + std::string(version) + "\nfilter " +
                       detectorFilterId(detector.kind) + "\n" +
                       line("window", {detector.window.width, detector.window.height}) +
                       line("trees", {detector.trees}) + line("tests", {detector.testsPerTree});
    for (const DetectorTest& test : detector.tests)
        text += line("test", {test[0], test[1], test[2], test[3]});
    const std::size_t leaves = leavesPerTree(detector.kind, detector.testsPerTree);
    for (std::size_t i = 0; i < detector.leaves.size(); ++i)
        if (detector.leaves[i] > 0) text += line("leaf", {int(i / leaves), int(i % leaves), detector.leaves[i]});
    return text + "end\n";
}

PatchDetector readDetector(std::string_view text, const std::string& source) { return Reader(text, source).read(); }

ResourceKind detectorResource() {
    ResourceKind kind;
    kind.name = "detector";
    kind.maxBytes = largestFile;
    kind.loadTip = "Load a trained detector; it brings its own object, trees, tests and seed";
    kind.placeholder = "none: trained here";
    kind.saveTip = "Write the trained detector to a file, for other images and for the command line";
    kind.holds(readDetector, detectorText, detectorProblem);
    return kind;
}

} // namespace lightbench
