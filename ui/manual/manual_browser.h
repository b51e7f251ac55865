// Shows pages of the manual, which the program carries (core/manual/manual.h), with their pictures. ManualWindow puts
// it beside the table of contents.
#pragma once

#include <QStringList>
#include <QTextBrowser>

namespace lightbench {

class ManualBrowser : public QTextBrowser {
    Q_OBJECT

public:
    explicit ManualBrowser(QWidget* parent = nullptr);
    /// Such as "first-steps.md" or "glossary.md#median". Does nothing for a page that the manual does not have.
    void showPage(const QString& page);
    /// Marks these words in the page. Scrolls to the first place that has them all in this order, or else to the first
    /// place of the first word.
    void showWords(const QStringList& words);
    /// Without its #part.
    QString page() const { return source().path().mid(1); }
    QVariant loadResource(int type, const QUrl& name) override;

signals:
    void pageShown(const QString& page);

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void scrollToPart();
    int placeOfPart_ = 0;  ///< the scroll position right after a part of a page was shown
    int pictureWidth_ = 0; ///< what the page's pictures were made to fit, in px; 0: the page has none
};

} // namespace lightbench
