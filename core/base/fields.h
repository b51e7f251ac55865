// A value's fields, described once beside its struct: what writes, reads, compares or shows values follows from that.
//
//     constexpr auto fields(const Point*) { return FieldList{Field{"x", &Point::x}, Field{"y", &Point::y}}; }
//
// A description names every member in its order; one that forgets a member does not compile where it is used.
#pragma once

#include <cstddef>
#include <string_view>
#include <type_traits>
#include <utility>

namespace lightbench {

/// What a field is about, beside its name.
enum FieldMark : unsigned {
    Unmarked = 0,
    Apart = 1,   ///< reports show it in another form, or not at all
    Timed = 2,   ///< a time, or how it was taken: another run of the same has another
    Checked = 4, ///< known only if the result was compared with the reference
    Brief = 8,   ///< belongs where there is no room for all of the fields
    Naming = 16, ///< says what a row of a table is of: rows that agree in these are of one thing
    Origin = 32, ///< says where a row of a table comes from: its column stands behind the others
    Later = 64   ///< its column came later than all of those, whose places stay: it stands at the end
};

/// One member of T. `name` is the key in reports: snake_case with the unit behind it, such as "run_us". It stays
/// stable.
template <class T, class Member> struct Field {
    std::string_view name;
    Member T::*member;
    unsigned marks = Unmarked;
};
template <class T, class Member> Field(const char*, Member T::*) -> Field<T, Member>;
template <class T, class Member> Field(const char*, Member T::*, unsigned) -> Field<T, Member>;

/// The fields of one struct. Not std::tuple: that is made of one class for each of its members and all behind it, and
/// the larger structs have sixty, in every file that includes them.
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

template <class T>
concept Described = requires(const T* value) {
    fields(value);
};

/// Whether the fields are all members of T, in their order: they initialise it, and one more value has no place.
template <class T, class... Member> constexpr bool describesAll(const FieldList<Field<T, Member>...>&) {
    return requires { T{std::declval<Member>()...}; }
    &&!requires { T{std::declval<Member>()..., {}}; };
}

/// Field number `i` of T, as constants.
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

/// Calls f(field, reference to the member) for each field of a value that reports show; a member that is described
/// itself has its own fields in its place.
template <class T, class F> void forEachLeaf(T& value, F&& f) {
    forEachField<std::remove_const_t<T>>([&](auto field) {
        auto& member = value.*field.member;
        if constexpr (field.is(Apart))
            return;
        else if constexpr (Described<std::remove_cvref_t<decltype(member)>>)
            forEachLeaf(member, f);
        else
            f(field, member);
    });
}

/// Copies the fields with this mark.
template <Described T> void copyFields(const T& from, T& to, FieldMark mark) {
    forEachField<T>([&](auto field) {
        if (field.is(mark)) to.*field.member = from.*field.member;
    });
}

} // namespace lightbench
