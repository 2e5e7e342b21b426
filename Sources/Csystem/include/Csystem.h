#ifndef CSYSTEM_H
#define CSYSTEM_H

#include "Csandbox.h"

#include <stddef.h>

/// Limits this process's address space to `bytes` more than now, so that a decoder that needs too much fails instead of filling the
/// machine. Returns 0, or an errno value.
int csystem_limit_memory(long long bytes);

/// Whether so much more address space is available. Nothing is kept.
int csystem_can_map(long long bytes);

/// The exit status for a lack of processes or threads (EX_TEMPFAIL of sysexits.h).
#define CSYSTEM_NO_PROCESSES_STATUS 75

/// Libraries end a process by a signal when they get no memory or thread. Where that is the likely reason, this process ends with
/// `memory_status` or CSYSTEM_NO_PROCESSES_STATUS instead: memory is short when `bytes` of it cannot be had.
void csystem_tell_shortage(long long bytes, int memory_status);

/// Raises the limit of open files to the allowed maximum, but not above `most`, and returns it.
long long csystem_raise_open_files(long long most);

/// The stack limit in bytes of the first thread and by default of others; LLONG_MAX: unlimited.
long long csystem_stack_limit(void);

/// Makes writing to a closed pipe or connection fail with EPIPE instead of ending this process.
void csystem_ignore_broken_pipes(void);

/// How many files may be open at once.
long long csystem_open_files(void);

/// Exchanges two paths in one step, so that no reader ever sees a mixture. Returns 0, or an errno value:
/// ENOSYS, ENOTSUP or EINVAL where the file system cannot.
int csystem_exchange(const char *first, const char *second);

/// Copies an open file into another, both from their current positions. Where possible the system copies the bytes, and the files share
/// blocks. Returns 0, or an errno value.
int csystem_copy(int from, int to);

/// Writes an open file's or folder's pending data to the disk itself, also where fsync does not (macOS), if the file system can. Returns
/// 0, or an errno value.
int csystem_sync(int descriptor);

/// Writes all pending data of the file system of an open file or folder to the disk: many files at the cost of one. Returns 0, or an
/// errno value: ENOTSUP where the system has no such call.
int csystem_sync_file_system(int descriptor);

/// Whether a path itself is a mount point, links not followed: 1 or 0. Also 0 where unknown.
int csystem_is_mount_point(const char *path);

/// Reads a folder's POSIX access control list in the system's form. `is_inherited`: the list for new files in the folder. `bytes` may be
/// NULL where `capacity` is 0. Returns the list's size in bytes; 0 where it or support for it is missing.
long csystem_access_list(const char *path, int is_inherited, void *bytes, long capacity);

/// Sets a folder's list; removes it where `count` is 0. Returns 0, or an errno value.
int csystem_set_access_list(const char *path, int is_inherited, const void *bytes, long count);

/// Removes a file, or a folder with everything in it, whatever bytes their names have. Links are removed but not followed, and mounts
/// stay. Continues where something cannot be removed.
void csystem_remove_tree(const char *path);

/// Makes all threads share so many heaps, where the allocator would make one for each, and freed large blocks go back to the system. Does
/// nothing where the allocator lacks such settings.
void csystem_spare_memory(int heaps);

/// Makes all threads share one heap that keeps freed memory until csystem_release_memory. Otherwise large blocks would be taken from the
/// system, and cleared, each time. Does nothing where the allocator lacks such settings.
void csystem_keep_memory(void);

/// Returns freed memory to the system when it exceeds `kept` bytes. Does nothing where the allocator lacks such a call.
void csystem_release_memory(long long kept);

/// Writes the path of the program that this process runs into `path`, which has room for `size` bytes, with a zero at its end. Returns 0,
/// or an errno value.
int csystem_executable_path(char *path, size_t size);

/// Starts a detached thread, which ends when `run` returns. `name` may be NULL and need not outlive the call; Linux keeps fifteen
/// characters of it. Returns 0, or an errno value, and then nothing is run.
int csystem_start_thread(const char *name, void *context, void (*run)(void *context));

/// The calling thread's name; `name` needs sixteen bytes. Returns 0, or an errno value.
int csystem_thread_name(char *name, size_t size);

/// Calls `take` with the path of each library that this process has loaded, in any order. The path is only valid during the call.
void csystem_each_library(void *context, void (*take)(void *context, const char *path));

#endif
