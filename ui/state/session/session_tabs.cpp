// Tabs of the session (declared in session.h): the model contains the chosen tab's stack, and each tab has its own undo
// stack.
#include <QFileInfo>

#include <utility>

#include "ui/state/session/session.h"

namespace lightbench {

namespace {
constexpr std::size_t maxClosed = 10; ///< tabs that can be reopened
} // namespace

Session::Tab Session::newTab() {
    Tab tab;
    tab.undo = std::make_unique<QUndoStack>();
    tab.number = ++tabNumber_;
    return tab;
}

void Session::appendTab(Tab tab) {
    undoGroup_.addStack(tab.undo.get());
    tabs_.push_back(std::move(tab));
}

QString Session::tabName(int tab) const {
    const Tab& of = tabs_[std::size_t(tab)];
    const QString name = of.path.isEmpty() ? tr("Stack %1").arg(of.number) : QFileInfo(of.path).completeBaseName();
    return of.undo->isClean() ? name : name + changedMark();
}

NamedStack Session::tabStack(int tab) const {
    const Tab& of = tabs_[std::size_t(tab)];
    return {tab == int(tab_) ? stack() : of.stack, of.path, !of.undo->isClean()};
}

void Session::addTab(const NamedStack& stack) {
    Tab tab = newTab();
    for (const Stage& stage : stack.stack)
        tab.stack.push_back(filterStore_.fitted(stage, filters())); // they may have changed since it was read
    tab.path = stack.path;
    if (stack.isModified) tab.undo->resetClean();
    appendTab(std::move(tab));
    emit tabsChanged();
}

/// The chosen tab's stack is in the model.
void Session::fitStages(const FilterCatalog& before) {
    for (std::vector<Tab>* tabs : {&tabs_, &closed_})
        for (Tab& tab : *tabs)
            for (Stage& stage : tab.stack)
                stage = filterStore_.fitted(std::move(stage), before);
    model_.adaptToFilters(before);
}

void Session::chooseTab(int tab) {
    if (tab < 0 || tab >= tabCount() || tab == int(tab_)) return;
    endGesture();
    tabs_[tab_].stack = stack();
    tab_ = std::size_t(tab);
    undoGroup_.setActiveStack(&undo());
    model_.replace(tabs_[tab_].stack);
    emit namesChanged();
}

void Session::closeTab(int tab) {
    if (tab < 0 || tab >= tabCount() || tabCount() == 1) return;
    if (tab == int(tab_)) chooseTab(tab > 0 ? tab - 1 : 1);
    undoGroup_.removeStack(tabs_[std::size_t(tab)].undo.get());
    closed_.push_back(std::move(tabs_[std::size_t(tab)]));
    if (closed_.size() > maxClosed) closed_.erase(closed_.begin());
    tabs_.erase(tabs_.begin() + tab);
    if (int(tab_) > tab) --tab_;
    emit namesChanged();
}

void Session::reopenTab() {
    if (closed_.empty()) return;
    appendTab(std::move(closed_.back()));
    closed_.pop_back();
    chooseTab(tabCount() - 1);
}

} // namespace lightbench
