// The filter formula: what a text means, what is refused and where, and random expressions, for which a device and
// muparser must agree. Without functions whose last places are free, they agree exactly.
#include <random>

#include "core/experiment/sweep.h"
#include "core/filters/point/formula_parser.h"
#include "core/filters/point/formula_text.h"
#include "tests/gpu/gpu_support.h"
#include "tests/test_program.h"

using namespace lightbench;

namespace {
/// Random expressions, with blanks and parentheses where none are needed.
class RandomExpression {
public:
    RandomExpression(std::uint32_t seed, bool isExact) : random_(seed), isExact_(isExact) {}
    std::string text(int depth) {
        if (depth == 0 || below(6) == 0) return leaf();
        const std::string blank = below(3) == 0 ? " " : "";
        switch (below(isExact_ ? 6 : 5)) {
        case 0: return oneOf({"-", "+", ""}) + "(" + blank + text(depth - 1) + ")";
        case 1: return call(depth - 1);
        case 2:
            return "s(" + oneOf({"1", "-2", "p1 * 4", "0.5", "v"}) + "," + blank + oneOf({"0", "-1", "y", "7"}) + ")";
        case 5:
            return text(depth - 1) + oneOf(comparisons) + text(depth - 1) + " ? " + text(depth - 1) + ":" +
                   text(depth - 1);
        default: break;
        }
        const std::string by = isExact_ && below(4) == 0 ? oneOf(comparisons) : oneOf({"+", "-", "*", "*", "/"});
        return text(depth - 1) + blank + (isExact_ || by != "/" ? by : "+") + blank + text(depth - 1);
    }

private:
    std::uint32_t below(std::uint32_t n) { return std::uint32_t(random_()) % n; }
    std::string oneOf(const std::vector<std::string>& all) { return all[below(std::uint32_t(all.size()))]; }
    std::string leaf() {
        return oneOf({"v",  "r",  "g", "b",   "a",  "x",   "y",    "w",  "h", "p1", "p2",
                      "p3", "p4", "1", "0.3", "2.", ".25", "1e-2", "pi", "v", "v"});
    }
    std::string call(int depth) {
        const auto one = [&](const std::string& name) { return name + "(" + text(depth) + ")"; };
        const auto two = [&](const std::string& name) { return name + "(" + text(depth) + "," + text(depth) + ")"; };
        if (!isExact_ && below(4) == 0) return one("abs") + "^2.2";
        if (!isExact_) return below(2) == 0 ? one(oneOf({"sin", "cos", "atan"})) : "exp(sin(" + text(depth) + "))";
        switch (below(4)) {
        case 3: return "(" + text(depth) + ")^" + oneOf({"2", "3"});
        case 0: return one(oneOf({"abs", "floor", "ceil", "rint", "sqrt"}));
        case 1: return two(oneOf({"min", "max", "mod"}));
        default: return "clamp(" + text(depth) + ", " + text(depth) + "," + text(depth) + ")";
        }
    }

    static inline const std::vector<std::string> comparisons{"<", "<=", ">", ">=", "==", "!=", "&&", "||"};
    std::mt19937 random_;
    bool isExact_;
};

Stage formulaStage(const std::string& expression) {
    Stage stage = makeStage("formula");
    stage.parameters.set("expression", expression);
    return stage;
}

std::optional<Error> refusedFormula(const std::string& text) {
    try {
        parseValue(filterById("formula").parameters.front(), text);
        return std::nullopt;
    } catch (const Error& error) {
        return error;
    }
}

Locality localityOf(const std::string& expression, const std::string& border = "replicate") {
    ParameterValues values = formulaStage(expression).parameters;
    values.set("border", border);
    return filterById("formula").locality(values);
}
} // namespace

class FormulaTest : public QObject {
    Q_OBJECT
private slots:
    void meansWhatMuparserMeans_data();
    void meansWhatMuparserMeans();
    void errorsNameTheColumn_data();
    void errorsNameTheColumn();
    void errorsMarkThePlace();
    void textsAreQuoted();
    void slidersBuildNothing();
    void localityFollowsNeighbours();
    void textsMakeAnAxis();
    void deviceEqualsMuparser_data();
    void deviceEqualsMuparser();
    void functionsAreNear_data();
    void functionsAreNear();

private:
    void compare(std::uint32_t seed, bool isExact);
    std::unique_ptr<Engine> engine_ = makeDeclaredEngine({.poison = true});
};

void FormulaTest::meansWhatMuparserMeans_data() {
    QTest::addColumn<double>("value");
    const std::pair<const char*, double> rows[] = {{"-v^2", -0.25},
                                                   {"2^3^2", 512},
                                                   {"2^-1", 0.5},
                                                   {"2 - 3 - 4", -5},
                                                   {"v / v / 4", 0.25},
                                                   {"1 + 2 * 3", 7},
                                                   {"2 < 3 < 1", 0},
                                                   {"1 + 1 == 2", 1},
                                                   {"0 || 2 && 3", 1},
                                                   {"v > 1 ? 2 : v < 1 ? 3 : 4", 3},
                                                   {"1 ? 0 ? 5 : 6 : 7", 6},
                                                   {"- v + +2", 1.5},
                                                   {"mod(-1, 3)", 2},
                                                   {"clamp(7, 0, 1)", 1},
                                                   {"rint(2.5)", 2},
                                                   {"min(3, 2) - max(3, 2)", -1},
                                                   {"1e2", 100},
                                                   {".5", 0.5},
                                                   {"s(3, -4)", 34},
                                                   {"max (v, s  (1, -2))", 12},
                                                   {"sqrt (4)", 2},
                                                   {"atan2(0, 1) + abs(-1)", 1}};
    for (const auto& [text, value] : rows)
        QTest::newRow(text) << value;
}

void FormulaTest::meansWhatMuparserMeans() {
    QFETCH(double, value);
    FormulaParser parser(parseFormula(QTest::currentDataTag()).front().text);
    parser.variables.v = 0.5;
    parser.neighbour = [](double dx, double dy) { return 10 * dx - dy; };
    QCOMPARE(parser.value(), value);
}

void FormulaTest::errorsNameTheColumn_data() {
    QTest::addColumn<QString>("said");
    const std::pair<const char*, const char*> rows[] = {{"1 - vv", "expression, column 5: nothing is called \"vv\""},
                                                        {"1 -", "column 4: the expression ends too early"},
                                                        {"sin v", "column 1: sin needs arguments in parentheses"},
                                                        {"v + sin(v", "column 10: the expression ends too early"},
                                                        {"v; 2 * ; 3", "column 8: the expression ends too early"},
                                                        {"v; 2", "column 5: a third expression is missing"},
                                                        {"1;2;3;4", "column 6: give one expression, or three"},
                                                        {"v = 2", "column 3: \"=\" does not fit here; == compares"},
                                                        {"é + v", "column 1: \"é\" does not fit here"},
                                                        {"v + é", "column 5: \"é\" does not fit here"},
                                                        {"atan2(v)", "column 1: atan2 takes 2 arguments, not 1"},
                                                        {"s(1)", "column 1: s takes 2 arguments, not 1"},
                                                        {"2v", "column 2: \"v\" does not fit here"},
                                                        {"v(2)", "column 2: v is not a function"},
                                                        {"v, r", "column 2: \",\" does not fit here"},
                                                        {"\"v\"", "column 1: \"\"\" does not fit here"},
                                                        {"v!", "column 2: \"!\" does not fit here"},
                                                        {"- -v", "column 3: \"-\" does not fit here"},
                                                        {"v 2", "column 3: \"2\" does not fit here"},
                                                        {"1e99", "column 1: a float cannot hold this number"},
                                                        {"sqr(v)", "did you mean sqrt?"}};
    for (const auto& [text, said] : rows)
        QTest::newRow(text) << QString::fromUtf8(said);
    QTest::newRow("deep") << "nested too deeply";
    QTest::newRow("long") << "column 1001: a formula has at most 1000 characters";
}

void FormulaTest::errorsNameTheColumn() {
    QFETCH(QString, said);
    std::string text = QTest::currentDataTag();
    if (text == "deep") text = std::string(300, '(') + "v" + std::string(300, ')');
    if (text == "long") text = std::string(1000, '1') + "+v";
    const std::optional<Error> error = refusedFormula(text);
    QVERIFY(error.has_value());
    QVERIFY2(QString(error->what()).contains(said), error->what());
    QVERIFY(error->kind() == ErrorKind::Usage && error->field == "expression");
}

void FormulaTest::errorsMarkThePlace() {
    QCOMPARE(refusedFormula("1 - vv * 2")->excerpt, std::string("1 - vv * 2\n    ^^"));
    QCOMPARE(refusedFormula("1 -")->excerpt, std::string("1 -\n   ^"));
    QCOMPARE(refusedFormula("v + é + q")->excerpt, std::string("v + é + q\n    ^"));
    std::string sum;
    for (int i = 0; i < 40; ++i)
        sum += "v + ";
    QCOMPARE(refusedFormula(sum + "q")->excerpt, sum.substr(110) + "q\n" + std::string(50, ' ') + "^");
}

void FormulaTest::textsAreQuoted() {
    for (const char* text : {"v", "1 - v", "v > 0.5 || r > g", "b; g; r", "v==1?0:1"}) {
        const Stack stack{formulaStage(text)};
        QVERIFY2(parseStack(stackLine(stack)) == stack, text);
        QVERIFY2(parseStack(stackText(stack)) == stack, text);
    }
    QCOMPARE(stackLine({formulaStage("v * p1")}), std::string("formula expression=\"v * p1\""));
}

void FormulaTest::slidersBuildNothing() {
    const DeviceInfo device = engine_->devices().devices.front();
    const ImageShape shape{{64, 64}, {SampleType::U8, 4}};
    const auto definesFor = [&](double p1) {
        Stage stage = formulaStage("v * p1");
        stage.parameters.set("p1", p1);
        return std::get<KernelPass>(resolveStage(stage, shape, device).plan.passes.front()).defines;
    };
    QCOMPARE(definesFor(0.25), definesFor(0.75));
    for (const auto& [name, value] : definesFor(0.25))
        QVERIFY(value.find(' ') == value.npos);
}

void FormulaTest::localityFollowsNeighbours() {
    QVERIFY(localityOf("v + x") == (Locality{Locality::Pixel, 0, false}));
    QVERIFY(localityOf("v / h; s(1, 1); 0") == (Locality{Locality::Window, 1, false}));
    QVERIFY(localityOf("s(0, 0)") == (Locality{Locality::Pixel, 0, true}));
    QVERIFY(localityOf("s(1, -2) + s(2.6, 0)") == (Locality{Locality::Window, 3, true}));
    QVERIFY(localityOf("v; s(1, 1); s(20 * p1, 0)") == (Locality{Locality::Window, 10, true}));
    QVERIFY(localityOf("s(x, 0)") == Locality{});
    QVERIFY(localityOf("s(s(1, 1), 0)") == Locality{});
    QVERIFY(localityOf("s(1, 1)", "wrap") == Locality{});
}

void FormulaTest::textsMakeAnAxis() {
    const Axis axis =
        parseAxis("formula.expression=min(v, p1), v > 0.5 ? 1 : 0,1 - v", {formulaStage("v")}, builtInFilters(), {});
    QCOMPARE(axis.values, (std::vector<std::string>{"min(v, p1)", "v > 0.5 ? 1 : 0", "1 - v"}));
}

void FormulaTest::compare(std::uint32_t seed, bool isExact) {
    RandomExpression random(seed, isExact);
    std::string text = random.text(4);
    for (int i = 0; i < 2; ++i)
        text += ";" + random.text(3);
    Stage stage = formulaStage(text);
    stage.parameters.set("p3", 0.9);
    stage.parameters.set("border", std::string(seed % 2 == 0 ? "wrap" : "reflect101"));
    const SampleType types[] = {SampleType::U8, SampleType::U16, SampleType::F32};
    const ImagePtr image = noiseImage({31, 23}, {types[seed / 2 % 3], seed % 5 == 0 ? 1 : 4}, seed);
    const ReportPtr report = engine_->run({{image, {stage}, 0, builtInFilters()}, {.verify = true}});
    const Difference& difference = report->stages.at(0).difference;
    const bool agrees = isExact ? difference.verdict == Verdict::Match : difference.verdict <= Verdict::WithinTolerance;
    QVERIFY2(agrees, qPrintable(QString("%1: %2 differ, at most %3")
                                    .arg(QString::fromStdString(text))
                                    .arg(difference.mismatched)
                                    .arg(difference.largest())));
}

void FormulaTest::deviceEqualsMuparser_data() {
    QTest::addColumn<std::uint32_t>("seed");
    for (std::uint32_t seed = 1; seed <= 60; ++seed)
        QTest::addRow("%u", seed) << seed;
}

void FormulaTest::deviceEqualsMuparser() {
    QFETCH(std::uint32_t, seed);
    compare(seed, true);
}

void FormulaTest::functionsAreNear_data() {
    QTest::addColumn<std::uint32_t>("seed");
    for (std::uint32_t seed = 101; seed <= 130; ++seed)
        QTest::addRow("%u", seed) << seed;
}

void FormulaTest::functionsAreNear() {
    QFETCH(std::uint32_t, seed);
    compare(seed, false);
}

LIGHTBENCH_TEST(FormulaTest, QCoreApplication)
#include "formula.moc"
