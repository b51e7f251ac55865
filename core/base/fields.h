// Compile-time reflection: a struct lists its members once, and CSV, JSON, comparison and the wire to the worker follow
// from that list.
//
//     constexpr auto fields(const Point*) { return FieldList{Field{"x", &Point::x}, Field{"y", &Point::y}}; }
//
// List every member in its order; a list that forgets one does not compile where it is used.
#pragma once

#include <cstddef>
#include <string_view>
#include <type_traits>
#include <utility>

namespace lightbench {

/// Flags that say how a field is treated.
enum FieldMark : unsigned {
    Unmarked = 0,
    NotInReport = 1, ///< not among the plain fields of a report: shown in another form, or not at all
    Timed = 2,       ///< a time, or how it was measured; differs between two runs of the same work
    CheckResult = 4, ///< known only if the result was compared with the reference
    Brief = 8,       ///< part of the short form
    Naming = 16,     ///< part of a row's key: rows with equal values describe the same thing
    Origin = 32,     ///< provenance of a row; its column comes after the others
    LaterColumn = 64 ///< added later: its column comes last, so that older columns keep their positions
};

/// One member of T. `name` is the key in reports: snake_case with its unit at the end, such as "run_us". Never rename
/// one.
template <class T, class Member> struct Field {
    std::string_view name;
    Member T::*member;
    unsigned marks = Unmarked;
};
template <class T, class Member> Field(const char*, Member T::*) -> Field<T, Member>;
template <class T, class Member> Field(const char*, Member T::*, unsigned) -> Field<T, Member>;

/// The fields of one struct. It is not a std::tuple, which instantiates one class per member and tail; the larger
/// structs have sixty members in every file that includes them.
template <std::size_t i, class F> struct NumberedField { F field; };
template <class Numbers, class... F> struct NumberedFields;
template <std::size_t... i, class... F> struct NumberedFields<std::index_sequence<i...>, F...>
    : NumberedField<i, F>... {
    constexpr explicit NumberedFields(F... all) : NumberedField<i, F>{all}... {}
};
template <class... F> struct FieldList : NumberedFields<std::index_sequence_for<F...>, F...> {
    using NumberedFields<std::index_sequence_for<F...>, F...>::NumberedFields;
    static constexpr std::size_t size = sizeof...(F);
};
template <class... F> FieldList(F...) -> FieldList<F...>;

template <std::size_t i, class F> constexpr const F& numberedField(const NumberedField<i, F>& numbered) {
    return numbered.field;
}

/// The fields of a base class, then those of the class derived from it.
template <class... A, class... B>
constexpr FieldList<A..., B...> operator+(const FieldList<A...>& base, const FieldList<B...>& own) {
    return [&]<std::size_t... a, std::size_t... b>(std::index_sequence<a...>, std::index_sequence<b...>) {
        return FieldList<A..., B...>(numberedField<a>(base)..., numberedField<b>(own)...);
    }
    (std::index_sequence_for<A...>(), std::index_sequence_for<B...>());
}

template <class T>
concept Described = requires(const T* value) {
    fields(value);
};

/// Whether the list names all members of T in order: they initialise a T, and one more value does not fit.
/// T is the owner of the last one, because the members of base classes come first.
template <class... Owner, class... Member> constexpr bool describesAll(const FieldList<Field<Owner, Member>...>&) {
    using T = typename decltype((std::type_identity<Owner>(), ...))::type;
    return requires { T{std::declval<Member>()...}; }
    &&!requires { T{std::declval<Member>()..., {}}; };
}

/// Field number `i` of T as compile-time constants.
template <Described T, std::size_t i> struct FieldAt {
    static constexpr auto field = numberedField<i>(fields(static_cast<const T*>(nullptr)));
    static constexpr std::string_view name = field.name;
    static constexpr auto member = field.member;
    static constexpr bool is(unsigned mark) { return (field.marks & mark) != 0; }
};

/// Calls f(FieldAt<T, i>()) for each field of T.
template <Described T, class F> constexpr void forEachField(F&& f) {
    constexpr auto all = fields(static_cast<const T*>(nullptr));
    static_assert(describesAll(all), "fields() does not name all members of the struct in their order");
    [&]<std::size_t... i>(std::index_sequence<i...>) { (f(FieldAt<T, i>()), ...); }
    (std::make_index_sequence<decltype(all)::size>());
}

/// Calls f(field, reference to the member) for each field that reports show. A member that is itself described is
/// replaced by its own fields.
template <class T, class F> void forEachLeaf(T& value, F&& f) {
    forEachField<std::remove_const_t<T>>([&](auto field) {
        auto& member = value.*field.member;
        if constexpr (field.is(NotInReport))
            return;
        else if constexpr (Described<std::remove_cvref_t<decltype(member)>>)
            forEachLeaf(member, f);
        else
            f(field, member);
    });
}

/// Copies the fields that have this flag.
template <Described T> void copyFields(const T& from, T& to, FieldMark mark) {
    forEachField<T>([&](auto field) {
        if (field.is(mark)) to.*field.member = from.*field.member;
    });
}

} // namespace lightbench
