// The checks of plan_checks.h.
#include "tests/filters/plan_checks.h"

#include <set>

#include <QRegularExpression>

#include "core/filter/kernel_library.h"

namespace lightbench::tests {

namespace {

QString text(const std::string& words) { return QString::fromStdString(words); }

/// How many parameters the kernel of that name has in the source; -1 if there is no such kernel, -2 if the preprocessor
/// has a say in it.
int parameterCount(const QString& source, const QString& kernel) {
    const QRegularExpression head("\\b(?:kernel|KERNEL)\\b[^;{}]*\\bvoid\\s+" + QRegularExpression::escape(kernel) +
                                  "\\s*\\(");
    const QRegularExpressionMatch match = head.match(source);
    if (!match.hasMatch()) return -1;
    int depth = 1, commas = 0;
    QString inside;
    for (qsizetype i = match.capturedEnd(); i < source.size() && depth > 0; ++i) {
        const QChar c = source[i];
        if (c == '#') return -2;
        depth += c == '(' ? 1 : c == ')' ? -1 : 0;
        commas += c == ',' && depth == 1 ? 1 : 0;
        if (depth > 0) inside += c;
    }
    return inside.trimmed().isEmpty() ? 0 : commas + 1;
}

class Checker {
public:
    Checker(const Filter& filter, const Plan& plan, const PlanRequest& request, const QString& source)
        : filter_(filter), plan_(plan), request_(request), source_(source) {}

    QStringList run() {
        checkShape();
        checkScratch();
        if (plan_.passes.empty()) problem("has no pass");
        for (const Pass& pass : plan_.passes)
            std::visit([this](const auto& one) { check(one); }, pass);
        if (!plan_.passesThrough && !writesOutput_) problem("no pass mentions the output");
        checkTraffic();
        return problems_;
    }

private:
    void problem(const QString& words) {
        problems_ += text(filter_.id) + ": " + words + " (" + describe(request_) + ")";
    }

    void checkShape() {
        const ImageShape expected =
            filter_.outputShape ? filter_.outputShape(request_.input, request_.parameters) : request_.input;
        if (plan_.output != expected) problem("output shape is " + text(plan_.output.name()));
        if (plan_.filter != filter_.id) problem("plan names the filter " + text(plan_.filter));
        if (plan_.passesThrough && plan_.output != request_.input) problem("passes through, but changes the shape");
    }
    void checkScratch() {
        for (const Scratch& scratch : plan_.scratch) {
            if (scratch.name.empty()) problem("a scratch buffer has no name");
            if (scratch.bytes == 0) problem("scratch " + text(scratch.name) + " has no bytes");
            if (!scratch.contents.empty() && scratch.contents.size() != scratch.bytes)
                problem("contents of scratch " + text(scratch.name) + " are not of its size");
        }
        if (plan_.analysisScratch >= int(plan_.scratch.size())) problem("analysisScratch is out of range");
        if (bool(filter_.analyse) != (plan_.analysisScratch >= 0)) problem("analysisScratch does not suit the filter");
    }
    void check(const BufferRef& buffer) {
        const bool scratch = buffer.kind == BufferRef::Scratch;
        if (scratch && (buffer.index < 0 || buffer.index >= int(plan_.scratch.size())))
            problem("a scratch index is out of range");
        if (buffer.kind == BufferRef::Output) writesOutput_ = true;
        if (buffer.kind == BufferRef::Output && plan_.passesThrough) problem("passes through, but uses the output");
    }
    void check(const LocalArgument& local) {
        if (local.bytes == 0) problem("a local argument has no bytes");
    }
    template <class T> void check(const T&) {} // numbers
    void check(const FillPass& pass) { check(pass.buffer); }
    void check(const HostPass& pass) {
        if (pass.name.empty() || !pass.work) problem("a host step has no name or no work");
        for (const BufferRef& buffer : pass.reads)
            check(buffer);
        for (const BufferRef& buffer : pass.writes)
            check(buffer);
    }
    void check(const KernelPass& pass) {
        kernels_ = true;
        bytes_ += pass.bytes;
        checkName(pass);
        checkSizes(pass);
        std::set<std::string> defined;
        for (const auto& [name, value] : pass.defines)
            if (!defined.insert(name).second || name.empty() || value.empty())
                problem("define " + text(name) + " is there twice or is empty");
        for (const Argument& argument : pass.arguments)
            std::visit([this](const auto& one) { check(one); }, argument);
    }
    void checkName(const KernelPass& pass) {
        const std::string& program = pass.program.empty() ? filter_.id : pass.program;
        const QString prefix = text(program).replace('-', '_') + "_";
        const QString kernel = text(pass.kernel);
        if (!kernel.startsWith(prefix)) problem("kernel " + kernel + " does not begin with " + prefix);
        const int parameters = parameterCount(program == filter_.id ? source_ : text(kernelSource(program)), kernel);
        if (parameters == -1) problem("kernel " + kernel + " is not in the filter's source");
        if (parameters >= 0 && parameters != int(pass.arguments.size()))
            problem(QStringLiteral("kernel %1 takes %2 arguments and gets %3")
                        .arg(kernel)
                        .arg(parameters)
                        .arg(pass.arguments.size()));
    }
    void checkSizes(const KernelPass& pass) {
        const std::size_t sides[2] = {std::size_t(pass.local.x), std::size_t(pass.local.y)};
        const DeviceInfo& device = request_.device;
        if (pass.local.x < 1 || pass.local.y < 1) return problem("a workgroup has no work-items");
        for (std::size_t i = 0; i < 2; ++i) {
            if (pass.global[i] == 0 || pass.global[i] % sides[i] != 0)
                problem(QStringLiteral("global size %1 of %2 is no multiple of the local size %3")
                            .arg(pass.global[i])
                            .arg(text(pass.kernel))
                            .arg(sides[i]));
            if (sides[i] > device.maxWorkItems[i]) problem("a pass exceeds the device's work-items");
        }
        if (sides[0] * sides[1] > device.maxWorkgroup) problem("a pass exceeds the device's workgroup size");
        if (localBytes(pass) > device.localMemory) problem("a pass exceeds the device's local memory");
    }
    void checkTraffic() {
        const std::uint64_t least =
            request_.input.bytes() + (plan_.passesThrough ? std::uint64_t(0) : std::uint64_t(plan_.output.bytes()));
        if (kernels_ && bytes_ < least)
            problem(QStringLiteral("moves %1 bytes, but its images alone have %2").arg(bytes_).arg(least));
    }

    const Filter& filter_;
    const Plan& plan_;
    const PlanRequest& request_;
    const QString& source_;
    QStringList problems_;
    bool writesOutput_ = false, kernels_ = false;
    std::uint64_t bytes_ = 0;
};

bool same(const Argument& a, const Argument& b) {
    const auto* left = std::get_if<LocalArgument>(&a);
    const auto* right = std::get_if<LocalArgument>(&b);
    if (left || right) return left && right && left->bytes == right->bytes;
    if (a.index() != b.index()) return false;
    return std::visit(
        [&b](const auto& value) {
            using T = std::decay_t<decltype(value)>;
            if constexpr (std::is_same_v<T, LocalArgument>)
                return false;
            else
                return value == std::get<T>(b);
        },
        a);
}

bool same(const KernelPass& a, const KernelPass& b) {
    return a.kernel == b.kernel && a.program == b.program && a.defines == b.defines && a.global == b.global &&
           a.local == b.local && a.localBytes == b.localBytes && a.bytes == b.bytes && a.operations == b.operations &&
           std::equal(a.arguments.begin(), a.arguments.end(), b.arguments.begin(), b.arguments.end(),
                      [](const Argument& x, const Argument& y) { return same(x, y); });
}
bool same(const FillPass& a, const FillPass& b) { return a.buffer == b.buffer && a.word == b.word; }
bool same(const HostPass& a, const HostPass& b) {
    return a.name == b.name && a.reads == b.reads && a.writes == b.writes && a.operations == b.operations;
}

bool samePass(const Pass& a, const Pass& b) {
    if (a.index() != b.index()) return false;
    return std::visit([&b](const auto& pass) { return same(pass, std::get<std::decay_t<decltype(pass)>>(b)); }, a);
}

bool sameScratch(const Scratch& a, const Scratch& b) {
    return a.name == b.name && a.bytes == b.bytes && a.contents == b.contents;
}

} // namespace

QStringList planProblems(const Filter& filter, const Plan& plan, const PlanRequest& request,
                         const QString& kernelSource) {
    return Checker(filter, plan, request, kernelSource).run();
}

bool samePlan(const Plan& a, const Plan& b) {
    return a.filter == b.filter && a.output == b.output && a.passesThrough == b.passesThrough &&
           a.analysisScratch == b.analysisScratch &&
           std::equal(a.scratch.begin(), a.scratch.end(), b.scratch.begin(), b.scratch.end(), sameScratch) &&
           std::equal(a.passes.begin(), a.passes.end(), b.passes.begin(), b.passes.end(), samePass);
}

QString describe(const PlanRequest& request) {
    return text(request.input.name()) + ", workgroup " + text(workgroupText(request.workgroup)) + " on " +
           text(request.device.name);
}

} // namespace lightbench::tests
