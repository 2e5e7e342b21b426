#ifndef CSANDBOX_H
#define CSANDBOX_H

#include <stdint.h>

// Locking this process in. All of it holds for programs that this process starts as well, and none of it can be taken back. Where
// a call returns an int, that is 0 or an errno value unless it says otherwise; on systems that are not Linux it is ENOTSUP.

/// The version of Landlock's interface that this kernel offers; 0: none
/// (https://docs.kernel.org/userspace-api/landlock.html).
int csandbox_landlock_version(void);

/// What somebody may do with a file or a folder and what is below it.
enum csandbox_access {
  csandbox_read = 1,
  /// The same for whoever knows the names: folders cannot be listed.
  csandbox_read_known = 2,
  csandbox_execute = 4,
  csandbox_write_file = 8,
  /// Making, reading, writing and removing files and folders whose names are known, but no links, devices, sockets or pipes.
  csandbox_change = 16,
};

/// Begins a list of what may be done; all else will be forbidden, connections over TCP among it where the kernel can. Returns a
/// descriptor, or the negative of an errno value.
int csandbox_landlock_begin(int version);

/// Adds a file or a folder to the list. What does not exist is passed over.
int csandbox_landlock_allow(int list, int version, const char *path, int access);

/// Keeps the calling thread to a list, and closes that.
int csandbox_landlock_enter(int list);

/// Makes calls fail that no decoder needs: sockets, other processes' memory and limits, keys, mounts, namespaces, modules, io_uring, programs
/// that lie in no folder, what Landlock does not judge about files, and what `csandbox_forbid_values` is about. It holds for all threads.
int csandbox_forbid_calls(int parent);

/// Of calls that decoders need for something lets only that through: signals to this process and its group and handles on other
/// processes but `parent`, of `ioctl` and `fcntl` what tells of a descriptor and copies it. It holds for all threads.
int csandbox_forbid_values(int parent);

/// Whether the kernel can filter calls at all.
int csandbox_can_forbid_calls(void);

/// Programs that are started get no rights that this process has not.
int csandbox_forgo_privileges(void);

/// Gives up what root may do, but for reading files that belong to others where that is to be kept.
int csandbox_drop_capabilities(int keeps_reading);

/// How many threads this process has.
int csandbox_thread_count(void);

/// Keeps other processes of this user from reading this one's memory and variables, and the system from writing them to a file.
void csandbox_hide_process(void);

/// Limits open files, the size of files, processes and cores. No limit is raised.
int csandbox_limit_resources(uint64_t openFiles, uint64_t fileBytes, uint64_t moreProcesses);

/// What a process is not kept from though it was to be locked in at its start, as bits.
enum csandbox_gap {
  csandbox_gap_files = 1,
  csandbox_gap_calls = 2,
  /// Privileges that can be had, and limits that can be raised.
  csandbox_gap_rights = 4,
};

/// Those that are left to this process; -1: nobody asked for it to be locked in.
int csandbox_gaps(void);

/// Ends this process with SIGXCPU when it has used so many more seconds of processors than now.
int csandbox_limit_processor_time(uint64_t seconds);

#endif
