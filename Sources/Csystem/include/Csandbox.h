#ifndef CSANDBOX_H
#define CSANDBOX_H

#include <stdint.h>

// Locking this process in. It also holds for programs that this process starts, and cannot be undone. Where a call returns an int, that
// is 0 or an errno value unless it says otherwise; on systems that are not Linux it is ENOTSUP.

/// The version of Landlock's interface that this kernel offers; 0: none
/// (https://docs.kernel.org/userspace-api/landlock.html).
int csandbox_landlock_version(void);

/// Rights to a file, or to a folder and what is below it.
enum csandbox_access {
  csandbox_read = 1,
  /// The same for known names: folders cannot be listed.
  csandbox_read_known = 2,
  csandbox_execute = 4,
  csandbox_write_file = 8,
  /// Making, reading, writing and removing files and folders with known names, but not links, devices, sockets or pipes.
  csandbox_change = 16,
};

/// Begins a list of rights; all else will be forbidden, including TCP connections where the kernel can. Returns a descriptor, or the
/// negative of an errno value.
int csandbox_landlock_begin(int version);

/// Adds a file or a folder to the list. Missing ones are skipped.
int csandbox_landlock_allow(int list, int version, const char *path, int access);

/// Restricts this thread to a list, and closes it.
int csandbox_landlock_enter(int list);

/// Makes calls fail that decoders do not need: sockets, other processes' memory and limits, keys, mounts, namespaces, modules, io_uring,
/// programs outside folders, file operations that Landlock does not judge, and those of `csandbox_forbid_values`. It holds for all threads.
int csandbox_forbid_calls(int parent);

/// Restricts calls that decoders need: signals to this process and its group, handles on processes other than `parent`, and those
/// requests of `ioctl` and `fcntl` that query or copy a descriptor. It holds for all threads.
int csandbox_forbid_values(int parent);

/// Whether the kernel can filter calls at all.
int csandbox_can_forbid_calls(void);

/// Programs that are started get no rights that this process lacks.
int csandbox_forgo_privileges(void);

/// Gives up root's rights, except for reading others' files where `keeps_reading` says so.
int csandbox_drop_capabilities(int keeps_reading);

/// How many threads this process has.
int csandbox_thread_count(void);

/// Keeps other processes of this user from reading this one's memory and variables, and the system from writing them to a file.
void csandbox_hide_process(void);

/// Limits open files, the size of files, processes and cores. No limit is raised.
int csandbox_limit_resources(uint64_t openFiles, uint64_t fileBytes, uint64_t moreProcesses);

/// The locks that could not be applied at the start, as bits.
enum csandbox_gap {
  csandbox_gap_files = 1,
  csandbox_gap_calls = 2,
  /// Privileges that can be had, and limits that can be raised.
  csandbox_gap_rights = 4,
};

/// The locks missing in this process; -1: it was not to be locked in.
int csandbox_gaps(void);

/// Ends this process with SIGXCPU after this many more seconds of processor time.
int csandbox_limit_processor_time(uint64_t seconds);

#endif
