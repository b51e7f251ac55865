// Looks for what makes work-items communicate in the tokens of kernels.
#include "tests/conformance/kernel_communication.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <tuple>

#include "core/device/compiler_macros.h"
#include "core/framework/filter.h"
#include "core/framework/kernel_library.h"
#include "core/source/reached_functions.h"

namespace lightbench {

namespace {
using PointerNames = std::set<std::string_view>;

bool isOneOf(std::string_view text, std::initializer_list<std::string_view> all) {
    return std::ranges::find(all, text) != all.end();
}
bool isGlobal(std::string_view text) { return isOneOf(text, {"global", "__global"}); }
bool isLocal(std::string_view text) { return isOneOf(text, {"local", "__local"}); }
bool isFence(std::string_view text) {
    return isOneOf(text, {"mem_fence", "read_mem_fence", "write_mem_fence", "atomic_work_item_fence",
                          "__builtin_amdgcn_fence", "__atomic_thread_fence"});
}
bool isAtomic(std::string_view text) {
    return (text.starts_with("atomic_") || text.starts_with("atom_")) && !isFence(text);
}
/// Instructions of assembly that other work-items see.
bool isMemoryInstruction(std::string_view text) {
    if (!text.starts_with('"')) return false;
    return std::ranges::any_of(std::array{"membar", "fence.", "atom.", "red."},
                               [&](std::string_view word) { return text.find(word) != std::string_view::npos; });
}

/// The tokens of one function or declaration.
class TextPart {
public:
    explicit TextPart(ProgramTokens tokens) : tokens_(std::move(tokens)) { findPointers(); }

    Communication communication() const {
        Communication strongest = Communication::Barriers;
        for (std::size_t i = 0; i < tokens_.size(); ++i)
            strongest = std::max(strongest, at(i));
        return strongest;
    }

private:
    std::string_view text(std::size_t i) const { return i < tokens_.size() ? tokens_[i].text : std::string_view(); }

    /// The index behind the bracket that closes the one at `i`.
    std::size_t behindBracket(std::size_t i) const {
        int depth = 0;
        for (; i < tokens_.size(); ++i) {
            depth += isOneOf(text(i), {"(", "[", "{"}) ? 1 : isOneOf(text(i), {")", "]", "}"}) ? -1 : 0;
            if (depth == 0) return i + 1;
        }
        return i;
    }

    /// Notes each pointer that is declared to global or local memory, and whether it may be stored through.
    void findPointers() {
        for (std::size_t i = 0; i < tokens_.size(); ++i) {
            if (!isGlobal(text(i)) && !isLocal(text(i))) continue;
            bool isConst = i > 0 && text(i - 1) == "const", isPointer = false;
            std::string_view name;
            std::size_t end = i + 1;
            for (; end < tokens_.size() && !isOneOf(text(end), {"=", ",", ")", ";", "[", "{"}); ++end) {
                if (text(end) == "*") isPointer = true;
                if (text(end) == "const" && !isPointer) isConst = true;
                if (isName(text(end)) && !isOneOf(text(end), {"const", "volatile", "restrict"})) name = text(end);
            }
            if (text(end - 1) == "*") continue; // a cast
            if (isLocal(text(i))) locals_.insert(name);
            if (isLocal(text(i)) || !isPointer) continue;
            globals_.insert(name);
            declared_.insert(end - 1);
            if (!isConst)
                writable_.insert(name);
            else if (text(end) == "=" && mentionsWritable(end))
                aliases_.insert(end - 1);
        }
    }
    bool mentionsWritable(std::size_t i) const {
        for (; i < tokens_.size() && text(i) != ";"; ++i)
            if (writable_.contains(text(i))) return true;
        return false;
    }

    Communication at(std::size_t i) const {
        if (isAtomic(text(i)) && text(i + 1) == "(") return ofAtomic(i + 1);
        if (isFence(text(i)) && text(i + 1) == "(") return ofFence(i + 1);
        if (isMemoryInstruction(text(i))) return Communication::AcrossWorkgroups;
        if (text(i) == "volatile") return ofVolatile(i);
        return aliases_.contains(i) || loadsWritable(i) ? Communication::InPlace : Communication::Barriers;
    }

    /// By the first pointer in its arguments. One that is declared elsewhere, such as a member, counts as local: its
    /// declaration is volatile if it is global.
    Communication ofAtomic(std::size_t open) const {
        for (std::size_t i = open; i < behindBracket(open); ++i) {
            if (isGlobal(text(i)) || (globals_.contains(text(i)) && !locals_.contains(text(i))))
                return Communication::AcrossWorkgroups;
            if (locals_.contains(text(i))) break;
        }
        return Communication::InWorkgroup;
    }
    Communication ofFence(std::size_t open) const {
        for (std::size_t i = open; i < behindBracket(open); ++i)
            if (isOneOf(text(i), {"CLK_GLOBAL_MEM_FENCE", "\"agent\"", "__ATOMIC_ACQ_REL"}))
                return Communication::AcrossWorkgroups;
        return Communication::InWorkgroup;
    }
    /// An asm volatile is none: it stays where it is, but touches no memory by that.
    Communication ofVolatile(std::size_t i) const {
        if (i > 0 && isOneOf(text(i - 1), {"asm", "__asm__"})) return Communication::Barriers;
        const bool isGlobalOne = isGlobal(text(i + 1)) || (i > 0 && isGlobal(text(i - 1)));
        return isGlobalOne ? Communication::AcrossWorkgroups : Communication::InWorkgroup;
    }

    /// True at a load through a pointer to global memory that may be stored through: p[i], *p or load_16(p).
    bool loadsWritable(std::size_t i) const {
        if (text(i).starts_with("load_") || text(i).starts_with("vload"))
            return text(i + 1) == "(" && mentionsPointerIn(i + 1);
        if (!writable_.contains(text(i)) || declared_.contains(i)) return false;
        const std::string_view before = i > 0 ? text(i - 1) : std::string_view();
        const bool isStar =
            before == "*" && i > 1 && isOneOf(text(i - 2), {"=", "(", ",", ";", "{", "}", "return", "+"});
        if (isStar) return text(i + 1) != "=";
        if (text(i + 1) != "[" || before == "&") return false;
        std::size_t behind = behindBracket(i + 1);
        while (text(behind) == "." || text(behind) == "[")
            behind = text(behind) == "." ? behind + 2 : behindBracket(behind);
        return text(behind) != "=";
    }
    bool mentionsPointerIn(std::size_t open) const {
        for (std::size_t i = open; i < behindBracket(open); ++i)
            if (writable_.contains(text(i))) return true;
        return false;
    }

    ProgramTokens tokens_;
    PointerNames globals_, locals_, writable_;
    std::set<std::size_t> declared_; ///< where a pointer's name is declared
    std::set<std::size_t> aliases_;  ///< where a pointer to const begins as one that may be stored through
};

/// True if one buffer that kernels may store to is two arguments of a pass.
bool isAliased(const KernelPass& pass) {
    std::map<std::pair<int, int>, int> uses;
    for (const NamedArgument& argument : pass.arguments)
        if (const auto* buffer = std::get_if<BufferRef>(&argument.value);
            buffer && (buffer->kind == BufferRef::Scratch || buffer->kind == BufferRef::Output))
            if (++uses[{int(buffer->kind), buffer->index}] > 1) return true;
    return false;
}
} // namespace

Communication communicationIn(const ProgramTokens& tokens) {
    Communication strongest = Communication::Barriers;
    ProgramTokens part;
    int depth = 0;
    for (const ProgramToken& token : tokens) {
        depth += isOneOf(token.text, {"(", "[", "{"}) ? 1 : isOneOf(token.text, {")", "]", "}"}) ? -1 : 0;
        part.push_back(token);
        if (depth != 0 || !isOneOf(token.text, {";", "}"})) continue;
        strongest = std::max(strongest, TextPart(std::move(part)).communication());
        part.clear();
    }
    return strongest;
}

Communication communicationOf(const Plan& plan, const DeviceInfo& device) {
    using Key = std::tuple<std::string, std::string, std::vector<std::pair<std::string, std::string>>, std::string>;
    static std::map<Key, Communication> known;
    Communication strongest = Communication::Barriers;
    for (const Pass& pass : plan.passes) {
        const auto* kernel = std::get_if<KernelPass>(&pass);
        if (!kernel) continue;
        if (isAliased(*kernel)) strongest = std::max(strongest, Communication::InPlace);
        const auto [found, isNew] =
            known.try_emplace({kernel->program, kernel->kernel, kernel->defines, device.name}, Communication::Barriers);
        if (isNew) {
            const std::string text = KernelLibrary().source(kernel->program).text;
            const CompilerMacros compiler = compilerMacros(device, text);
            Preprocessor preprocessor(compiler.defines, compiler.builtins);
            for (const auto& [name, value] : kernel->defines)
                preprocessor.define(name, value);
            found->second = communicationIn(withoutUnreached(preprocessor.run(text), kernel->kernel));
        }
        strongest = std::max(strongest, found->second);
    }
    return strongest;
}

std::string communicationName(Communication communication) {
    constexpr std::array names{"Barriers", "InPlace", "InWorkgroup", "AcrossWorkgroups"};
    return names.at(std::size_t(communication));
}

} // namespace lightbench
