// Swift cannot call variadic functions (syscall) and does not import some macros; each function here is the smallest typed wrapper for
// one.

#define _GNU_SOURCE
#include "Csystem.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#ifdef __GLIBC__
#include <malloc.h>
#if __GLIBC_PREREQ(2, 34)
#define HAS_PLAIN_FORK
#endif
#endif

#ifdef __linux__
#include <link.h>
#include <linux/fs.h>
#include <sys/syscall.h>
#include <sys/xattr.h>
#endif

#ifdef __APPLE__
#include <copyfile.h>
#include <mach-o/dyld.h>
#endif

#ifdef __linux__
static long long address_space_in_use(void) {
    long long pages = 0;
    FILE *file = fopen("/proc/self/statm", "r");
    if (file == NULL) return 0;
    if (fscanf(file, "%lld", &pages) != 1) pages = 0;
    fclose(file);
    return pages * sysconf(_SC_PAGESIZE);
}
#endif

int csystem_limit_memory(long long bytes) {
#ifdef __linux__
    struct rlimit limit;
    if (getrlimit(RLIMIT_AS, &limit) != 0) return errno;
    rlim_t wanted = (rlim_t)(address_space_in_use() + bytes);
    if (limit.rlim_max != RLIM_INFINITY && wanted > limit.rlim_max) wanted = limit.rlim_max;
    // Both, so that it cannot be raised again.
    limit.rlim_cur = limit.rlim_max = wanted;
    return setrlimit(RLIMIT_AS, &limit) == 0 ? 0 : errno;
#else
    // macOS accepts RLIMIT_AS but ignores it; the time limit and the pixel limit remain.
    (void)bytes;
    return 0;
#endif
}

int csystem_can_map(long long bytes) {
    void *memory = mmap(NULL, (size_t)bytes, PROT_NONE, MAP_PRIVATE | MAP_ANON | MAP_NORESERVE, -1, 0);
    if (memory == MAP_FAILED) return 0;
    munmap(memory, (size_t)bytes);
    return 1;
}

static long long probe_bytes;
static int memory_status;

// fork() takes the allocator's locks, which may be held for ever: the allocator itself aborts when its heap is broken.
static pid_t fork_without_locks(void) {
#ifdef HAS_PLAIN_FORK
    return _Fork();
#elif defined(__linux__)
    return (pid_t)syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0);
#else
    return fork();
#endif
}

// Only calls that signal handlers may make.
static void tell_shortage(int number) {
    void *memory = mmap(NULL, (size_t)probe_bytes, PROT_READ, MAP_PRIVATE | MAP_ANON, -1, 0);
    if (memory == MAP_FAILED) _exit(memory_status);
    pid_t child = fork_without_locks();
    if (child == 0) _exit(0);
    if (child < 0 && errno == EAGAIN) _exit(CSYSTEM_NO_PROCESSES_STATUS);
    signal(number, SIG_DFL);
    raise(number);
}

void csystem_tell_shortage(long long bytes, int status) {
    probe_bytes = bytes;
    memory_status = status;
    signal(SIGABRT, tell_shortage);
    signal(SIGTRAP, tell_shortage);
    signal(SIGILL, tell_shortage);
}

void csystem_ignore_broken_pipes(void) { signal(SIGPIPE, SIG_IGN); }

long long csystem_open_files(void) {
    struct rlimit limit;
    return getrlimit(RLIMIT_NOFILE, &limit) == 0 ? (long long)limit.rlim_cur : 256;
}

long long csystem_raise_open_files(long long most) {
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return csystem_open_files();
    rlim_t wanted = limit.rlim_max == RLIM_INFINITY || limit.rlim_max > (rlim_t)most ? (rlim_t)most : limit.rlim_max;
    if (limit.rlim_cur < wanted) {
        limit.rlim_cur = wanted;
        setrlimit(RLIMIT_NOFILE, &limit);
    }
    return csystem_open_files();
}

long long csystem_stack_limit(void) {
    struct rlimit limit;
    if (getrlimit(RLIMIT_STACK, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return LLONG_MAX;
    return limit.rlim_cur > (rlim_t)LLONG_MAX ? LLONG_MAX : (long long)limit.rlim_cur;
}

int csystem_exchange(const char *first, const char *second) {
#if defined(__linux__)
    const unsigned int exchange = 1u << 1;  // RENAME_EXCHANGE
    return syscall(SYS_renameat2, AT_FDCWD, first, AT_FDCWD, second, exchange) == 0 ? 0 : errno;
#elif defined(__APPLE__)
    return renamex_np(first, second, RENAME_SWAP) == 0 ? 0 : errno;
#else
    return ENOTSUP;
#endif
}

// Everything after the current positions of both files.
static int copy_rest(int from, int to) {
    static _Thread_local char piece[1 << 16];
    for (;;) {
        ssize_t count = read(from, piece, sizeof piece);
        if (count == 0) return 0;
        // An interrupted call has not failed.
        if (count < 0 && errno == EINTR) continue;
        if (count < 0) return errno;
        for (ssize_t written = 0; written < count;) {
            ssize_t more = write(to, piece + written, (size_t)(count - written));
            if (more < 0 && errno == EINTR) continue;
            if (more < 0) return errno;
            written += more;
        }
    }
}

int csystem_copy(int from, int to) {
#if defined(__linux__)
    if (ioctl(to, FICLONE, from) == 0) return 0;
    while (copy_file_range(from, NULL, to, NULL, (size_t)1 << 30, 0) > 0) {}
    // Some file systems cannot do it for another: the rest is copied normally, which reports errors.
    return copy_rest(from, to);
#elif defined(__APPLE__)
    return fcopyfile(from, to, NULL, COPYFILE_DATA) == 0 ? 0 : errno;
#else
    return copy_rest(from, to);
#endif
}

int csystem_is_mount_point(const char *path) {
#if defined(__linux__) && defined(STATX_ATTR_MOUNT_ROOT)
    struct statx status;
    if (statx(AT_FDCWD, path, AT_SYMLINK_NOFOLLOW | AT_NO_AUTOMOUNT, 0, &status) != 0) return 0;
    return (status.stx_attributes & STATX_ATTR_MOUNT_ROOT) != 0;
#else
    (void)path;
    return 0;
#endif
}

#ifdef __linux__
static const char *access_list(int is_inherited) {
    return is_inherited ? "system.posix_acl_default" : "system.posix_acl_access";
}
#endif

long csystem_access_list(const char *path, int is_inherited, void *bytes, long capacity) {
#ifdef __linux__
    ssize_t count = getxattr(path, access_list(is_inherited), bytes, (size_t)capacity);
    return count < 0 ? 0 : (long)count;
#else
    (void)path, (void)is_inherited, (void)bytes, (void)capacity;
    return 0;
#endif
}

int csystem_set_access_list(const char *path, int is_inherited, const void *bytes, long count) {
#ifdef __linux__
    const char *name = access_list(is_inherited);
    int status = count == 0 ? removexattr(path, name) : setxattr(path, name, bytes, (size_t)count, 0);
    if (status == 0) return 0;
    // What does not exist, or cannot, need not be removed.
    return count == 0 && (errno == ENODATA || errno == ENOTSUP) ? 0 : errno;
#else
    (void)path, (void)is_inherited, (void)bytes;
    return count == 0 ? 0 : ENOTSUP;
#endif
}

int csystem_sync(int descriptor) {
#ifdef F_FULLFSYNC
    if (fcntl(descriptor, F_FULLFSYNC) == 0) return 0;
#endif
    return fsync(descriptor) == 0 ? 0 : errno;
}

int csystem_sync_file_system(int descriptor) {
#if defined(__linux__)
    return syncfs(descriptor) == 0 ? 0 : errno;
#else
    (void)descriptor;
    return ENOTSUP;
#endif
}

#ifdef __GLIBC__
void csystem_spare_memory(int heaps) {
    mallopt(M_ARENA_MAX, heaps);
    // As at first; but once set, it does not grow with the blocks that are freed.
    mallopt(M_MMAP_THRESHOLD, 128 << 10);
}

void csystem_keep_memory(void) {
    mallopt(M_ARENA_MAX, 1);
    // The most that glibc accepts.
    mallopt(M_MMAP_THRESHOLD, 32 << 20);
    mallopt(M_TRIM_THRESHOLD, 1 << 30);
}

void csystem_release_memory(long long kept) {
#if __GLIBC_PREREQ(2, 33)
    if (mallinfo2().fordblks <= (size_t)kept) return;
#endif
    malloc_trim(0);
}
#else
void csystem_spare_memory(int heaps) { (void)heaps; }

void csystem_keep_memory(void) {}

void csystem_release_memory(long long kept) { (void)kept; }
#endif

#ifdef __linux__
struct library_taker {
    void *context;
    void (*take)(void *context, const char *path);
};

static int take_library(struct dl_phdr_info *info, size_t size, void *data) {
    (void)size;
    struct library_taker *taker = data;
    // The program itself and what the kernel adds have no path here.
    if (info->dlpi_name != NULL && info->dlpi_name[0] == '/') taker->take(taker->context, info->dlpi_name);
    return 0;
}
#endif

void csystem_each_library(void *context, void (*take)(void *context, const char *path)) {
#if defined(__linux__)
    struct library_taker taker = {context, take};
    dl_iterate_phdr(take_library, &taker);
#elif defined(__APPLE__)
    for (uint32_t index = 0; index < _dyld_image_count(); index++) {
        const char *path = _dyld_get_image_name(index);
        if (path != NULL) take(context, path);
    }
#else
    (void)context;
    (void)take;
#endif
}

int csystem_executable_path(char *path, size_t size) {
#ifdef __APPLE__
    uint32_t capacity = (uint32_t)size;
    return _NSGetExecutablePath(path, &capacity) == 0 ? 0 : ENAMETOOLONG;
#else
    ssize_t length = readlink("/proc/self/exe", path, size);
    if (length < 0) return errno;
    if ((size_t)length == size) return ENAMETOOLONG;
    path[length] = 0;
    return 0;
#endif
}
