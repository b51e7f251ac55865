// A library to preload under ThreadSanitizer. OpenMP and Qt are not compiled with the sanitizer. They hand work to
// other threads and wait for it. The sanitizer does not see that order, so it takes what is handed over for a race.
// This library passes their calls on and reports the order.
#include <QObject>
#include <QThreadPool>

#include <functional>
#include <memory>
#include <utility>

#include <dlfcn.h>

// Absent in the programs that a test starts and that are not sanitized, such as PoCL's linker.
extern "C" {
[[gnu::weak]] void __tsan_acquire(void* address);
[[gnu::weak]] void __tsan_release(void* address);
}

namespace {

/// What this thread has done is seen by those who call arrive() with the same address later.
void leave(void* address) {
    if (__tsan_release) __tsan_release(address);
}

void arrive(void* address) {
    if (__tsan_acquire) __tsan_acquire(address);
}

/// The library's own function.
template <class Function> Function* original(const char* symbol) {
    return reinterpret_cast<Function*>(dlsym(RTLD_NEXT, symbol));
}

/// Rows that OpenMP's threads work on.
struct Rows {
    void (*work)(void*);
    void* data;
};

void workOnRows(void* given) {
    arrive(given);
    const auto* rows = static_cast<Rows*>(given);
    rows->work(rows->data);
    leave(given);
}

/// A function that is called on the thread of an object.
struct Posted final : QtPrivate::QSlotObjectBase {
    explicit Posted(QtPrivate::QSlotObjectBase* posted) : QSlotObjectBase(&onEvent), slot(posted) {}

    static void onEvent(int what, QSlotObjectBase* self, QObject* receiver, void** words, bool*) {
        auto* posted = static_cast<Posted*>(self);
        arrive(posted);
        if (what == Destroy) {
            posted->slot->destroyIfLastRef();
            delete posted;
            return;
        }
        if (what == Call) posted->slot->call(receiver, words);
        leave(posted); // either thread may be the one that destroys it
    }

    QtPrivate::QSlotObjectBase* slot;
};

} // namespace

extern "C" void GOMP_parallel(void (*work)(void*), void* data, unsigned threads, unsigned flags) {
    static const auto pass = original<void(void (*)(void*), void*, unsigned, unsigned)>("GOMP_parallel");
    Rows rows{work, data};
    leave(&rows);
    pass(&workOnRows, &rows, threads, flags);
    arrive(&rows);
}

bool QMetaObject::invokeMethodImpl(QObject* object, QtPrivate::QSlotObjectBase* slot, Qt::ConnectionType type,
                                   void* result) {
    static const auto pass = original<bool(QObject*, QtPrivate::QSlotObjectBase*, Qt::ConnectionType, void*)>(
        "_ZN11QMetaObject16invokeMethodImplEP7QObjectPN9QtPrivate15QSlotObjectBaseEN2Qt14ConnectionTypeEPv");
    auto* posted = new Posted(slot);
    leave(posted);
    return pass(object, posted, type, result);
}

void QThreadPool::start(std::function<void()> job, int priority) {
    static const auto pass =
        original<void(QThreadPool*, std::function<void()>, int)>("_ZN11QThreadPool5startESt8functionIFvvEEi");
    const auto handed = std::make_shared<std::function<void()>>(std::move(job));
    std::function<void()> run = [this, handed] {
        arrive(handed.get());
        std::exchange(*handed, {})();
        leave(this);
    };
    leave(handed.get());
    pass(this, std::move(run), priority);
}

bool QThreadPool::waitForDone(int milliseconds) {
    static const auto pass = original<bool(QThreadPool*, int)>("_ZN11QThreadPool11waitForDoneEi");
    const bool isDone = pass(this, milliseconds);
    arrive(this);
    return isDone;
}
