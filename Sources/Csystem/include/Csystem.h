#ifndef CSYSTEM_H
#define CSYSTEM_H

#include <stddef.h>

/// Limits the address space of this process to `bytes` beyond what it uses now, so that a decoder that asks for too
/// much fails instead of filling the machine. Returns 0, or an errno value.
int csystem_limit_memory(long long bytes);

/// Whether so many bytes more of address space can be had. None of it is kept.
int csystem_can_map(long long bytes);

/// How a process ends that came to its end for want of processes or threads (EX_TEMPFAIL of sysexits.h).
#define CSYSTEM_NO_PROCESSES_STATUS 75

/// Libraries end a process by a signal when they get no memory or no thread. Where that seems to be the reason, this process then ends
/// with `memory_status` or CSYSTEM_NO_PROCESSES_STATUS instead: memory is short when `bytes` of it cannot be had.
void csystem_tell_shortage(long long bytes, int memory_status);

/// Raises the limit of open files to the most that is allowed, but to no more than `most`, and returns it.
long long csystem_raise_open_files(long long most);

/// How many bytes the stack of the first thread may have, and those of others; LLONG_MAX where there is no limit.
long long csystem_stack_limit(void);

/// Has writing to a pipe or a connection whose other end is gone fail with EPIPE instead of ending this process.
void csystem_ignore_broken_pipes(void);

/// How many files may be open at once.
long long csystem_open_files(void);

/// Exchanges two paths in one step, so that no reader ever sees a mixture. Returns 0, or an errno value:
/// ENOSYS, ENOTSUP or EINVAL where the file system cannot.
int csystem_exchange(const char *first, const char *second);

/// Copies an open file into another, both from where they stand, without the bytes passing through this process where the system
/// can; where the file system can, they share their blocks. Returns 0, or an errno value.
int csystem_copy(int from, int to);

/// Writes what waits to be written of an open file or folder to the disk itself, also where fsync ends before (macOS), if the
/// file system knows how. Returns 0, or an errno value.
int csystem_sync(int descriptor);

/// Writes everything that waits to be written on the file system of an open file or folder to the disk, many files at the
/// cost of one. Returns 0, or an errno value: ENOTSUP where the system has no such call.
int csystem_sync_file_system(int descriptor);

/// Whether something is mounted at a path itself, links not followed: 1 or 0. Also 0 where the system does not tell.
int csystem_is_mount_point(const char *path);

/// Reads the list of a folder that gives further users and groups rights (a POSIX access control list), as the system keeps it.
/// `is_inherited`: that which new files in the folder get. `bytes` may be NULL where `capacity` is 0. Returns how many bytes the list
/// has; 0 where there is none, and where the system has no such lists.
long csystem_access_list(const char *path, int is_inherited, void *bytes, long capacity);

/// Gives a folder such a list; none where `count` is 0. Returns 0, or an errno value.
int csystem_set_access_list(const char *path, int is_inherited, const void *bytes, long count);

/// Removes a file, or a folder with everything in it, whatever bytes its names are made of. Links go, and what they lead to stays, as
/// does what another file system has mounted there. Goes on where something cannot be removed.
void csystem_remove_tree(const char *path);

/// Lets all threads share one heap that keeps what is freed until csystem_release_memory: large blocks that come and go would
/// otherwise be taken from the system, and cleared by it, each time. Does nothing where the allocator has no such settings.
void csystem_keep_memory(void);

/// Gives freed memory back to the system when more than `kept` bytes of it are there. Does nothing where the allocator has
/// no such call.
void csystem_release_memory(long long kept);

/// Writes the path of the program that this process runs into `path`, which has room for `size` bytes, with a zero at its end. Returns 0,
/// or an errno value.
int csystem_executable_path(char *path, size_t size);

/// Starts a thread that nobody waits for, and which ends when `run` returns. `name`, of which Linux keeps fifteen characters, may be
/// NULL; it need not outlive the call. Returns 0, or an errno value, and then nothing is run.
int csystem_start_thread(const char *name, void *context, void (*run)(void *context));

/// What the calling thread is called, which `name` must have sixteen bytes for. Returns 0, or an errno value.
int csystem_thread_name(char *name, size_t size);

/// Calls `take` with the path of each library that this process has loaded, in no particular order. The path is good during the
/// call alone.
void csystem_each_library(void *context, void (*take)(void *context, const char *path));

#endif
