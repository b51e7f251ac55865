// Fills described values (core/base/fields.h), for tests of what is sent between the program and its worker.
#pragma once

#include <array>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <type_traits>
#include <variant>
#include <vector>

#include "core/base/fields.h"
#include "core/definition/defined_filters.h"
#include "core/filters/built_in_filters.h"
#include "core/filters/detection/detector.h"
#include "core/framework/kernel_library.h"
#include "core/framework/parameter.h"
#include "core/image/image.h"
#include "tests/built_in_stacks.h"

namespace lightbench::tests {

/// Gives every field that it meets a value that no other has, where its type has so many.
class Filler {
public:
    explicit Filler(ImagePtr known = nullptr) : known_(std::move(known)) {}
    template <class T> T made() {
        T value{};
        fill(value);
        return value;
    }
    template <Described T> void fill(T& value) {
        forEachField<T>([&](auto field) { fill(value.*field.member); });
    }

private:
    void fill(bool& value) { value = !value; }
    template <class T>
    requires std::is_arithmetic_v<T>
    void fill(T& value) { value = T(++count_); }
    template <class T>
    requires std::is_enum_v<T>
    void fill(T& value) { value = value == T(1) ? T(2) : T(1); }
    void fill(std::string& value) { value = "text " + std::to_string(++count_) + std::string("\0 \xe9", 3); }
    template <class T> void fill(std::vector<T>& all) { all = {made<T>(), made<T>()}; }
    template <class T> void fill(std::map<std::string, T>& all) { all = {{made<std::string>(), made<T>()}}; }
    template <class T, std::size_t n> void fill(std::array<T, n>& all) {
        for (T& one : all)
            fill(one);
    }
    void fill(ResourceFile& file) {
        PatchDetector detector;
        detector.window = {3 + ++count_ % 5, 4};
        detector.trees = detector.testsPerTree = 1;
        detector.tests = {{0, 1, 2, 3}};
        detector.leaves = {std::uint8_t(count_), 0};
        file = {"/a/file", "detector", std::make_shared<const ResourceOf<PatchDetector>>(detector)};
    }
    void fill(FilterCatalog& filters) {
        const std::string id = "mine-" + std::to_string(++count_);
        filters = withDefinitions(
            builtInFilters(),
            {{id, "kernel void f(global const uchar* src, global uchar* dst, int width, int height) {}"}});
    }
    void fill(KernelLibrary& library) { library = KernelLibrary().with({made<KernelLayer>()}); }
    template <class T> void fill(std::optional<T>& value) { value = made<T>(); }
    template <class T> void fill(std::shared_ptr<const T>& value) { value = std::make_shared<const T>(made<T>()); }
    void fill(ParameterValues& values) { fillAll(values, ParameterValue()); }
    template <class... T> void fillAll(ParameterValues& values, const std::variant<T...>&) {
        (values.set("parameter " + std::to_string(++count_), made<T>()), ...);
    }
    /// Every third one is that which the other side has.
    void fill(ImagePtr& image) {
        if (known_ && ++images_ % 3 == 0) {
            image = known_;
            return;
        }
        Image one({{3, 2}, {SampleType::U16, 4}});
        for (std::byte& byte : one.bytes())
            byte = std::byte(++count_);
        image = std::make_shared<const Image>(std::move(one));
    }

    ImagePtr known_;
    int count_ = 6, images_ = 0;
};

} // namespace lightbench::tests
