// Layouts with their measures in one line. Every widget with a layout of its own uses it.
#pragma once

#include <QBoxLayout>
#include <QGridLayout>
#include <QMargins>

namespace lightbench {

/// The widget's layout, without margins if none are given. `spacing`: -1 is that of the style.
template <class Layout> Layout* layOut(QWidget* widget, int spacing = -1, const QMargins& margins = {}) {
    auto* layout = new Layout(widget);
    layout->setContentsMargins(margins);
    layout->setSpacing(spacing);
    return layout;
}

} // namespace lightbench
