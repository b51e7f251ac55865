// Nothing of its own: the headers that test programs share are precompiled with it (CMakeLists.txt).
