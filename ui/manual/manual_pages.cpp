#include "ui/manual/manual_pages.h"

#include <QApplication>
#include <QByteArray>
#include <QCursor>
#include <QToolTip>
#include <QWidget>

#include <array>

#include "core/manual/manual.h"
#include "ui/controls/glossary_tip.h"
#include "ui/state/session/session.h"

namespace lightbench {

namespace {
constexpr const char* pageProperty = "manualPage";

struct PartPage {
    const char* part; ///< object name or class of a widget
    const char* page;
};

constexpr std::array parts = std::to_array<PartPage>({
    {"addFilter", "filters/index.md"},
    {"banner", "troubleshooting.md"},
    {"check", "is-my-gpu-right.md"},
    {"compareBar", "compare.md"},
    {"devices", "troubleshooting.md#no-gpu-is-found"},
    {"findFilter", "filters/index.md"},
    {"lightbench::ImageView", "window.md#picture"},
    {"lightbench::NumberField", "window.md#numbers"},
    {"stackTabs", "window.md#stack-and-form"},
    {"tuningResults", "fastest-variant.md#what-auto-uses"},
    {"variant", "fastest-variant.md"},
    {"workgroup", "workgroups.md"},
    {"zoom", "window.md#picture"},
});

/// True for widgets of a stage's card or form, which the page of the filter explains.
bool isOfStage(const QWidget* widget) {
    return widget->objectName() == QLatin1String("stackView") || widget->inherits("lightbench::StageForm");
}

QString filterPage(const Session& session) {
    const int row = session.current();
    if (row < 0) return {};
    const std::string page = "filters/" + session.stack()[std::size_t(row)].filter + ".md";
    return manualFile(page) ? QString::fromStdString(page) : QString();
}
} // namespace

void setManualPage(QWidget* widget, const QString& page) { widget->setProperty(pageProperty, page); }

QString manualPageOf(const QWidget* widget, const Session& session) {
    // A figure is a term, even before its tooltip shows.
    const QString term = widget && widget->inherits("QLabel") ? glossaryPageOf(widget->toolTip()) : QString();
    if (!term.isEmpty()) return term;
    for (; widget; widget = widget->parentWidget()) {
        if (const QString page = isOfStage(widget) ? filterPage(session) : QString(); !page.isEmpty()) return page;
        if (const QString page = widget->property(pageProperty).toString(); !page.isEmpty()) return page;
        for (const PartPage& part : parts)
            if (widget->objectName() == QLatin1String(part.part) ||
                widget->metaObject()->className() == QByteArray(part.part))
                return QString::fromLatin1(part.page);
    }
    return {};
}

QString manualPageHere(const QWidget* window, const Session& session) {
    const QString term = QToolTip::isVisible() ? glossaryPageOf(QToolTip::text()) : QString();
    if (!term.isEmpty()) return term;
    const auto isPicture = [](const QWidget* widget) { return widget && widget->inherits("lightbench::ImageView"); };
    const QWidget* under = QApplication::widgetAt(QCursor::pos());
    const bool isHere = under && under->window() == window;
    // A mouse that rests on the picture points at nothing in particular.
    const QString pointed = isHere && !isPicture(under) ? manualPageOf(under, session) : QString();
    return pointed.isEmpty() ? manualPageOf(window->focusWidget(), session) : pointed;
}

} // namespace lightbench
