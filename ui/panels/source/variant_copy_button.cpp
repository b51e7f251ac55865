#include "ui/panels/source/variant_copy_button.h"

#include <QInputDialog>

#include <algorithm>

#include "core/base/error.h"
#include "core/framework/filter_catalog.h"
#include "ui/theme/theme.h"

namespace lightbench {

VariantCopyButton::VariantCopyButton(const ShownStage& stage, QWidget* parent) : QToolButton(parent), stage_(stage) {
    setText(tr("Copy as my variant"));
    setToolTip(
        tr("Write this program to a file in your kernel folder. It becomes a variant of yours, with the same plan, "
           "and stands beside the built-in ones."));
    setObjectName(QStringLiteral("copyVariant"));
    // Asks for a name only if there is a copy to name.
    connect(this, &QToolButton::clicked, this, [this] {
        const std::optional<QString> text = copyText();
        if (!text) return;
        bool isWanted = false;
        const QString name = QInputDialog::getText(this, this->text(), tr("Name of the variant"), QLineEdit::Normal,
                                                   suggestedName(), &isWanted);
        if (isWanted) emit copied(name.trimmed(), *text);
    });
}

QString VariantCopyButton::suggestedName() const {
    if (!stage_.resolved()) return {};
    const Variant& variant = *stage_.resolved()->variant;
    const std::string& copied = variant.baseVariant.empty() ? variant.id : variant.baseVariant;
    for (int number = 2;; ++number) {
        const std::string name = copied + "-" + std::to_string(number);
        const auto& taken = stage_.resolved()->filter->variants;
        if (std::ranges::find(taken, std::string(ownVariantPrefix) + name, &Variant::id) == taken.end())
            return words(name);
    }
}

void VariantCopyButton::copy(const QString& name) {
    if (const std::optional<QString> text = copyText()) emit copied(name, *text);
}

/// The text of the file to write; says with failed() why there is none.
std::optional<QString> VariantCopyButton::copyText() {
    if (!stage_.resolved()) return std::nullopt;
    try {
        return words(variantCopy(*stage_.resolved(), program_, stage_.kernels()));
    } catch (const Error& error) {
        emit failed(words(error.what()));
        return std::nullopt;
    }
}

} // namespace lightbench
