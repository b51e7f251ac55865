// lightbench-worker: runs stacks for lightbench and lightbench-cli in a process that they can kill.
#include <cstdio>

#include "app/worker/standard_descriptors.h"
#include "app/worker/worker_loop.h"
#include "gpu/opencl_engine.h"

int main(int count, char** words) {
    using namespace lightbench;
    openStandardDescriptors();
    const int socket = workerSocket(count, words);
    if (socket >= 0) serveWorker(socket, [] { return makeOpenClEngine(); });
    std::fputs("lightbench-worker is started by lightbench and lightbench-cli; there is nothing to do by hand\n",
               stderr);
    return 2;
}
