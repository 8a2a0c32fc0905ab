// Makes one call of a program fail that writes to a file, flushes a file to the disk or renames a
// file. The environment variable FAIL_AT contains the number of the call, from 1. Preload this
// library to use it.

#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

static atomic_long calls;

// Counts a call, and returns true if it should fail. Calls about pipes and devices do not count.
static int fails(int file) {
    struct stat found;
    const char *wanted = getenv("FAIL_AT");
    if (!wanted || (file >= 0 && (fstat(file, &found) != 0 || !S_ISREG(found.st_mode)))) return 0;
    if (atomic_fetch_add(&calls, 1) + 1 != atol(wanted)) return 0;
    fprintf(stderr, "call %s fails\n", wanted);
    errno = EIO;
    return 1;
}

#define NEXT(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

ssize_t write(int file, const void *bytes, size_t length) {
    return fails(file) ? -1 : NEXT(write)(file, bytes, length);
}

ssize_t pwrite(int file, const void *bytes, size_t length, off_t at) {
    return fails(file) ? -1 : NEXT(pwrite)(file, bytes, length, at);
}

ssize_t pwrite64(int file, const void *bytes, size_t length, off64_t at) {
    return fails(file) ? -1 : NEXT(pwrite64)(file, bytes, length, at);
}

int fsync(int file) { return fails(file) ? -1 : NEXT(fsync)(file); }

int fdatasync(int file) { return fails(file) ? -1 : NEXT(fdatasync)(file); }

int rename(const char *from, const char *to) { return fails(-1) ? -1 : NEXT(rename)(from, to); }
