/* Makes one file operation of a program go wrong, or ends the program there. Loaded with LD_PRELOAD; the variables are

     FAULT_FOLDER  only operations on files below this folder count, and those by relative paths
     FAULT_AT      the number of the operation, from 1 on; 0: none
     FAULT_ERROR   the error number with which it fails, once; 0: the process is killed (SIGKILL) before it
     FAULT_LOG     a file that gets a line for the operation, or for each one where FAULT_AT is 0
     FAULT_CLOCK   so many seconds are added to the clock

   Everything is done with system calls themselves, so that the functions of the C library are not entered twice. */

#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

static long (*call)(long, ...);
static const char *folder;
static int at, error, log_file = -1;
static long clock_offset;
static atomic_int count;

static int number(const char *name) {
    const char *value = getenv(name);
    return value ? atoi(value) : 0;
}

__attribute__((constructor)) static void begin(void) {
    call = (long (*)(long, ...))dlsym(RTLD_NEXT, "syscall");
    at = number("FAULT_AT");
    error = number("FAULT_ERROR");
    clock_offset = number("FAULT_CLOCK");
    const char *path = getenv("FAULT_LOG");
    if (path) log_file = (int)call(SYS_openat, AT_FDCWD, path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    folder = getenv("FAULT_FOLDER");
}

static void path_of(int file, char *path, size_t size) {
    char link[64];
    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    long length = call(SYS_readlinkat, AT_FDCWD, link, path, size - 1);
    path[length < 0 ? 0 : length] = 0;
}

/* Whether the operation is to fail; errno is set then. */
static int fails(const char *name, int file, const char *path) {
    char own[4096];
    if (!call) begin();
    if (!folder) return 0;
    if (!path || (path[0] != '/' && file != AT_FDCWD)) {
        int before = errno;
        path_of(file, own, sizeof own);
        errno = before;
        path = own;
        if (own[0] != '/') return 0;
    }
    if (path[0] == '/' && strncmp(path, folder, strlen(folder))) return 0;
    int place = atomic_fetch_add(&count, 1) + 1;
    if (at && place != at) return 0;
    char line[4200];
    int length = snprintf(line, sizeof line, "%d %s %s\n", place, name, path);
    if (log_file >= 0) call(SYS_write, log_file, line, (size_t)length);
    if (!at) return 0;
    if (!error) call(SYS_kill, getpid(), SIGKILL);
    errno = error;
    return 1;
}

#define ORDERED(name, file, path) if (fails(name, file, path)) return -1

static int creates(int flags) { return (flags & O_CREAT) || (flags & O_TMPFILE) == O_TMPFILE; }

static int opened(int file, const char *path, int flags, mode_t mode) {
    ORDERED(creates(flags) ? "create" : "open", file, path);
    return (int)call(SYS_openat, file, path, flags, mode);
}

#define MODE mode_t mode = 0; \
    if (creates(flags)) { va_list list; va_start(list, flags); mode = va_arg(list, mode_t); va_end(list); }

int open(const char *path, int flags, ...) { MODE return opened(AT_FDCWD, path, flags, mode); }
int open64(const char *path, int flags, ...) { MODE return opened(AT_FDCWD, path, flags | O_LARGEFILE, mode); }
int openat(int file, const char *path, int flags, ...) { MODE return opened(file, path, flags, mode); }
int openat64(int file, const char *path, int flags, ...) { MODE return opened(file, path, flags | O_LARGEFILE, mode); }

#define ON_FILE(type, name, parameters, number, ...) \
    type name parameters { ORDERED(#name, file, 0); return (type)call(number, file, ##__VA_ARGS__); }

ON_FILE(ssize_t, read, (int file, void *bytes, size_t size), SYS_read, bytes, size)
ON_FILE(ssize_t, pread, (int file, void *bytes, size_t size, off_t place), SYS_pread64, bytes, size, place)
ON_FILE(ssize_t, pread64, (int file, void *bytes, size_t size, off_t place), SYS_pread64, bytes, size, place)
ON_FILE(ssize_t, write, (int file, const void *bytes, size_t size), SYS_write, bytes, size)
ON_FILE(ssize_t, writev, (int file, const struct iovec *parts, int size), SYS_writev, parts, size)
ON_FILE(ssize_t, pwrite, (int file, const void *bytes, size_t size, off_t place), SYS_pwrite64, bytes, size, place)
ON_FILE(ssize_t, pwrite64, (int file, const void *bytes, size_t size, off_t place), SYS_pwrite64, bytes, size, place)
ON_FILE(int, fsync, (int file), SYS_fsync)
ON_FILE(int, fdatasync, (int file), SYS_fdatasync)
ON_FILE(int, syncfs, (int file), SYS_syncfs)
ON_FILE(int, ftruncate, (int file, off_t size), SYS_ftruncate, size)
ON_FILE(int, ftruncate64, (int file, off_t size), SYS_ftruncate, size)

/* A file whose closing fails is closed nevertheless. */
int close(int file) {
    int isFailing = fails("close", file, 0), before = errno;
    int status = (int)call(SYS_close, file);
    if (isFailing) errno = before;
    return isFailing ? -1 : status;
}

static int renamed(int file, const char *path, int to, const char *other, unsigned flags) {
    ORDERED("rename", file, path);
    return (int)call(SYS_renameat2, file, path, to, other, flags);
}

int rename(const char *path, const char *other) { return renamed(AT_FDCWD, path, AT_FDCWD, other, 0); }
int renameat(int file, const char *path, int to, const char *other) { return renamed(file, path, to, other, 0); }
int renameat2(int file, const char *path, int to, const char *other, unsigned flags) {
    return renamed(file, path, to, other, flags);
}

int linkat(int file, const char *path, int to, const char *other, int flags) {
    ORDERED("link", to, other);
    return (int)call(SYS_linkat, file, path, to, other, flags);
}
int link(const char *path, const char *other) { return linkat(AT_FDCWD, path, AT_FDCWD, other, 0); }

int unlinkat(int file, const char *path, int flags) {
    ORDERED(flags & AT_REMOVEDIR ? "rmdir" : "unlink", file, path);
    return (int)call(SYS_unlinkat, file, path, flags);
}
int unlink(const char *path) { return unlinkat(AT_FDCWD, path, 0); }
int rmdir(const char *path) { return unlinkat(AT_FDCWD, path, AT_REMOVEDIR); }

int mkdirat(int file, const char *path, mode_t mode) {
    ORDERED("mkdir", file, path);
    return (int)call(SYS_mkdirat, file, path, mode);
}
int mkdir(const char *path, mode_t mode) { return mkdirat(AT_FDCWD, path, mode); }

/* The program makes some system calls by their number. */
long syscall(long kind, ...) {
    va_list list;
    va_start(list, kind);
    long a = va_arg(list, long), b = va_arg(list, long), c = va_arg(list, long);
    long d = va_arg(list, long), e = va_arg(list, long), f = va_arg(list, long);
    va_end(list);
    if (!call) begin();
    if (kind == SYS_renameat2) return renamed((int)a, (const char *)b, (int)c, (const char *)d, (unsigned)e);
    return call(kind, a, b, c, d, e, f);
}

int clock_gettime(clockid_t clock, struct timespec *moment) {
    if (!call) begin();
    int status = (int)call(SYS_clock_gettime, clock, moment);
    if (!status && clock == CLOCK_REALTIME) moment->tv_sec += clock_offset;
    return status;
}

time_t time(time_t *place) {
    struct timespec moment;
    clock_gettime(CLOCK_REALTIME, &moment);
    return place ? (*place = moment.tv_sec) : moment.tv_sec;
}

int gettimeofday(struct timeval *moment, void *zone) {
    struct timespec exact;
    (void)zone;
    clock_gettime(CLOCK_REALTIME, &exact);
    *moment = (struct timeval){exact.tv_sec, exact.tv_nsec / 1000};
    return 0;
}
