// Chooses a stage's variant. Each entry shows the variant's idea, and why it cannot run here if so; the idea of the
// running variant stands below. The stage form shows it.
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
    /// `automatic`: the variant that `auto` selects, null if unknown. `input`: what the stage gets, nothing if that is
    /// unknown. Without a device no variant is excluded. `tunedOn`: the date of the tuning result that decided; empty
    /// if it is the built-in choice.
    void setContext(const Stage& stage, const Variant* automatic, const std::optional<DeviceInfo>& device,
                    const std::optional<ImageShape>& input, const std::string& tunedOn = {});

    /// The lines about the running variant. The owner places them, because they need the form's full width.
    QWidget* explanation() const { return explanation_; }

    /// Item data of the list's entries.
    enum Role { IdRole = Qt::UserRole, IdeaRole, NoteRole, MissingRole };

signals:
    void chosen(const QString& id);

private:
    void fillEntry(int row, const Variant& variant);
    void explain(const Variant* variant);
    QString problemOf(const Variant& variant) const;

    const Filter& filter_;
    ParameterValues parameters_;
    std::optional<DeviceInfo> device_;
    std::optional<ImageShape> input_;
    QComboBox* box_;
    QWidget* explanation_;
    QLabel *idea_, *note_, *problem_;
};

} // namespace lightbench
