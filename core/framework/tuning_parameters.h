// Tuning parameters as structs: a filter describes those of a variant once (core/base/fields.h), by the names that its
// choices use. Plan functions read them from a request and pass them to kernels as defines.
#pragma once

#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "core/base/fields.h"
#include "core/framework/plan.h"

namespace lightbench {

/// What the choices decided for one parameter. Throws std::logic_error that names it if no row decided it, or if the
/// variant does not declare it.
int tuningValue(const PlanRequest& request, std::string_view name);
/// The define of a tuning parameter: SEGMENT_Y for "segment-y".
std::string tuningDefine(std::string_view name);

/// The tuning parameters of a request. Their members are of type int or bool.
template <Described T> T tuningOf(const PlanRequest& request) {
    T tuning;
    forEachField<T>([&](auto field) {
        auto& member = tuning.*field.member;
        using Member = std::remove_reference_t<decltype(member)>;
        static_assert(std::is_same_v<Member, int> || std::is_same_v<Member, bool>);
        member = Member(tuningValue(request, field.name));
    });
    return tuning;
}

/// Passes the tuning parameters to the kernel as defines, except fields that are marked as NotInReport: plans alone use
/// those.
template <Described T> void addTuning(KernelPass& pass, const T& tuning) {
    forEachField<T>([&](auto field) {
        if constexpr (!field.is(NotInReport))
            pass.defines.emplace_back(tuningDefine(field.name), std::to_string(int(tuning.*field.member)));
    });
}

/// The names of the tuning parameters in these structs, for Variant::tuning.
template <Described... T> std::vector<std::string> tuningNames() {
    std::vector<std::string> names;
    const auto add = [&](auto field) { names.emplace_back(field.name); };
    (forEachField<T>(add), ...);
    return names;
}

} // namespace lightbench
