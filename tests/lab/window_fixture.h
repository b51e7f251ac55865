// The real window on the real OpenCL engine, with a picture to open and isolated settings. All window tests use it.
#pragma once

#include <QAction>
#include <QApplication>
#include <QComboBox>
#include <QImage>
#include <QSettings>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

#include <cstring>

#include "core/run/stack_text.h"
#include "gpu/opencl_engine.h"
#include "tests/built_in_stacks.h"
#include "tests/waiting.h"
#include "ui/documents/documents.h"
#include "ui/documents/exports.h"
#include "ui/documents/stage_resources.h"
#include "ui/lab/lab_window.h"
#include "ui/panels/run/log_panel.h"
#include "ui/panels/run/timing_table.h"
#include "ui/panels/stack/stack_panel.h"
#include "ui/panels/stack/stack_view.h"
#include "ui/panels/stage/stage_form.h"
#include "ui/view/image_view.h"

namespace lightbench {

/// A picture with gradients, edges and noise; the same at every call.
inline QImage testPicture(int width, int height) {
    QImage image(width, height, QImage::Format_RGB32);
    quint32 noise = 1;
    for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x) {
            noise = noise * 1664525u + 1013904223u;
            const int grain = int(noise >> 27);
            const int edge = (x / 40 + y / 30) % 2 ? 60 : 0;
            image.setPixel(x, y, qRgb(x * 190 / width + grain, y * 190 / height + edge, 90 + edge + grain));
        }
    return image;
}

inline bool sameSamples(const Image& a, const Image& b) {
    return a.shape() == b.shape() && std::memcmp(a.bytes().data(), b.bytes().data(), a.shape().bytes()) == 0;
}

class WindowFixture {
public:
    /// Call once per program. Isolates the settings and writes the picture.
    bool prepare(const char* name) {
        QStandardPaths::setTestModeEnabled(true);
        QCoreApplication::setOrganizationName(QStringLiteral("lightbench-test"));
        QCoreApplication::setApplicationName(QLatin1String(name));
        QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, folder.path());
        applyTheme(*qobject_cast<QApplication*>(QCoreApplication::instance()), ThemeMode::Dark);
        picture = folder.filePath(QStringLiteral("picture.png"));
        return testPicture(320, 201).save(picture);
    }
    /// Opens a window and waits until it knows its devices.
    bool open() {
        return open([this] { return makeOpenClEngine({.kernels = kernels}); });
    }
    bool open(const EngineFactory& engine, const FilterCatalog& filters = builtInFilters()) {
        window.reset(); // which frees its session
        window = std::make_unique<LabWindow>(engine, filters);
        window->resize(1440, 900);
        window->show();
        auto* devices = window->findChild<QComboBox*>(QStringLiteral("devices"));
        return QTest::qWaitForWindowExposed(window.get()) && waitUntil([=] { return devices->isEnabled(); });
    }
    /// Adds a filter through the menu.
    void addFilter(const char* id) {
        const QString name = QStringLiteral("add.") + QLatin1String(id);
        auto* action = window->stackPanel()->filterMenu()->findChild<QAction*>(name);
        QVERIFY2(action, id);
        action->trigger();
    }
    void openPicture() { window->documents().open({picture}); }
    bool settle() {
        return QTest::qWaitFor([this] { return window->lab().runs.isIdle(); }, 120000);
    }
    /// Drags the mouse over the view. Positions are shares of its size.
    void drag(QPointF from, QPointF to) {
        ImageView* view = &window->lab().view;
        const auto at = [&](QPointF share) {
            return QPointF(view->width() * share.x(), view->height() * share.y()).toPoint();
        };
        QTest::mousePress(view, Qt::LeftButton, {}, at(from));
        QTest::mouseMove(view, at(to));
        QTest::mouseRelease(view, Qt::LeftButton, {}, at(to));
    }
    TimingTable* timings() { return window->findChild<TimingTable*>(); }
    LogPanel* log() { return window->findChild<LogPanel*>(); }
    StackView* cards() { return window->stackPanel()->view(); }
    QString stack() { return QString::fromStdString(stackLine(window->lab().session.stack())); }
    QModelIndex card(int row) { return window->lab().session.model()->index(row); }
    template <class T> T* inForm(const char* name) {
        for (T* found : window->stackPanel()->form()->findChildren<T*>(QLatin1String(name)))
            if (found->isVisible()) return found;
        return nullptr;
    }

    KernelLibrary kernels; ///< the engine's kernels
    QTemporaryDir folder;
    QString picture;
    std::unique_ptr<LabWindow> window;
};

} // namespace lightbench
