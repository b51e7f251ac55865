// Chooses a stage's variant: a list in which each says its idea, and why it cannot run here where it cannot; below it
// the idea of the one that runs.
#pragma once

#include <QWidget>

#include <optional>

#include "core/device/device.h"
#include "core/run/stack.h"

class QComboBox;
class QLabel;

namespace lightbench {

class VariantChooser : public QWidget {
    Q_OBJECT

public:
    explicit VariantChooser(const Filter& filter, QWidget* parent = nullptr);
    /// `automatic`: what `auto` takes here; null where that is not known. No device: nothing is ruled out.
    /// `tunedOn`: the date of the remembered race that says so; empty: it is the built-in choice.
    void setContext(const Stage& stage, const Variant* automatic, const std::optional<DeviceInfo>& device,
                    const std::string& tunedOn = {});

    /// The lines about the variant that runs, for the layout's owner to place: they want the form's whole width.
    QWidget* explanation() const { return explanation_; }

    /// What the list's entries say beside their label, as item data.
    enum Role { IdRole = Qt::UserRole, IdeaRole, NoteRole, MissingRole };

signals:
    void chosen(const QString& id);

private:
    void fillEntry(int row, const Variant& variant, const std::optional<DeviceInfo>& device);
    void explain(const Variant* variant, const std::optional<DeviceInfo>& device);

    const Filter& filter_;
    QComboBox* box_;
    QWidget* explanation_;
    QLabel *idea_, *note_, *problem_;
};

/// A tooltip that wraps its lines; plain texts become as wide as they are long.
QString wrappingToolTip(const QString& text);

} // namespace lightbench
