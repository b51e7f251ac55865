#include "ui/files/image_file.h"
