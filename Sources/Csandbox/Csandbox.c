// The numbers of Landlock's interface are written down here, since headers of older systems lack the newer ones
// (https://docs.kernel.org/userspace-api/landlock.html, include/uapi/linux/landlock.h).

#define _GNU_SOURCE
#include "Csandbox.h"

#include <errno.h>

#ifdef __linux__

#include <fcntl.h>
#include <linux/capability.h>
#include <sched.h>
#include <seccomp.h>
#include <signal.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/sysinfo.h>
#include <unistd.h>

#ifndef SYS_landlock_create_ruleset
#define SYS_landlock_create_ruleset 444
#define SYS_landlock_add_rule 445
#define SYS_landlock_restrict_self 446
#endif

enum {
  file_execute = 1 << 0, file_write = 1 << 1, file_read = 1 << 2, folder_read = 1 << 3, folder_remove_folder = 1 << 4,
  folder_remove_file = 1 << 5, folder_make_folder = 1 << 7, folder_make_file = 1 << 8, file_truncate = 1 << 14,
};

// How many of the rights on files each version knows: the first so many bits.
static uint64_t known_file_rights(int version) {
  int count = version >= 5 ? 16 : version >= 3 ? 15 : version >= 2 ? 14 : 13;
  return (UINT64_C(1) << count) - 1;
}

int csandbox_landlock_version(void) {
  const unsigned int ask_version = 1;
  long version = syscall(SYS_landlock_create_ruleset, NULL, 0, ask_version);
  return version < 0 ? 0 : (int)version;
}

int csandbox_landlock_begin(int version) {
  struct { uint64_t files, network, scopes; } handled = {known_file_rights(version), 0, 0};
  size_t size = sizeof handled.files;
  if (version >= 4) {
    handled.network = 3;  // to bind and to connect
    size += sizeof handled.network;
  }
  if (version >= 6) {
    handled.scopes = 3;  // abstract sockets, and signals to whoever is not locked in
    size += sizeof handled.scopes;
  }
  long list = syscall(SYS_landlock_create_ruleset, &handled, size, 0);
  return list < 0 ? -errno : (int)list;
}

static uint64_t rights(int access) {
  uint64_t rights = 0;
  if (access & csandbox_read) rights |= file_read | folder_read;
  if (access & csandbox_read_known) rights |= file_read;
  if (access & csandbox_execute) rights |= file_read | file_execute;
  if (access & csandbox_write_file) rights |= file_write | file_truncate;
  if (access & csandbox_change)
    rights |= file_read | file_write | file_truncate | folder_make_file | folder_make_folder | folder_remove_file
      | folder_remove_folder;
  return rights;
}

int csandbox_landlock_allow(int list, int version, const char *path, int access) {
  struct __attribute__((packed)) { uint64_t rights; int32_t parent; } beneath = {rights(access) & known_file_rights(version), 0};
  const int beneath_path = 1;
  struct stat status;
  beneath.parent = open(path, O_PATH | O_CLOEXEC);
  if (beneath.parent < 0) return errno == ENOENT || errno == EACCES || errno == ENOTDIR ? 0 : errno;
  if (fstat(beneath.parent, &status) == 0 && !S_ISDIR(status.st_mode))
    beneath.rights &= file_execute | file_write | file_read | file_truncate;
  int result = syscall(SYS_landlock_add_rule, list, beneath_path, &beneath, 0) == 0 ? 0 : errno;
  close(beneath.parent);
  return result;
}

int csandbox_landlock_enter(int list) {
  int result = syscall(SYS_landlock_restrict_self, list, 0) == 0 ? 0 : errno;
  close(list);
  return result;
}

int csandbox_forgo_privileges(void) { return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 ? 0 : errno; }

int csandbox_can_forbid_calls(void) {
  const unsigned int ask_action = 2;
  const uint32_t answer_error = 0x00050000;  // SECCOMP_RET_ERRNO
  return syscall(SYS_seccomp, ask_action, 0, &answer_error) == 0;
}

// By name, so that what this machine's headers or processor do not have is passed over.
static const char *const forbidden_calls[] = {
  // other hosts, and other processes of this one
  "socket", "socketpair", "connect", "bind", "listen", "accept", "accept4", "sendto", "sendmsg", "sendmmsg", "socketcall",
  "ptrace", "process_vm_readv", "process_vm_writev", "process_madvise", "process_mrelease", "pidfd_getfd", "kcmp",
  "shmget", "shmat", "shmctl", "semget", "msgget", "mq_open",
  // keys, and rings of calls that no filter sees
  "add_key", "request_key", "keyctl", "io_uring_setup", "io_uring_enter", "io_uring_register", "bpf", "perf_event_open",
  "userfaultfd", "fanotify_init", "inotify_init", "inotify_init1", "lookup_dcookie",
  // what a system is made of
  "mount", "umount", "umount2", "pivot_root", "chroot", "open_tree", "move_mount", "fsopen", "fsconfig", "fsmount", "fspick",
  "mount_setattr", "unshare", "setns", "swapon", "swapoff", "reboot", "kexec_load", "kexec_file_load", "init_module",
  "finit_module", "delete_module", "acct", "quotactl", "quotactl_fd", "settimeofday", "clock_settime", "clock_adjtime", "adjtimex",
  "stime", "sethostname", "setdomainname", "syslog", "vhangup", "iopl", "ioperm", "nfsservctl", "personality", "uselib", "ustat",
  "sysfs", "modify_ldt", "vm86", "vm86old",
  // files by other ways than their paths, and who they belong to
  "open_by_handle_at", "name_to_handle_at", "mknod", "mknodat", "link", "linkat", "symlink", "symlinkat", "chown", "fchown",
  "lchown", "fchownat", "setxattr", "lsetxattr", "fsetxattr",
  // other users
  "setuid", "setgid", "setreuid", "setregid", "setresuid", "setresgid", "setgroups", "setfsuid", "setfsgid",
};

static int forbid(scmp_filter_ctx filter, const char *name, uint32_t action, unsigned count, const struct scmp_arg_cmp *arguments) {
  int call = seccomp_syscall_resolve_name(name);
  if (call == __NR_SCMP_ERROR) return 0;
  int result = seccomp_rule_add_array(filter, action, call, count, arguments);
  // Calls that other processors have alone.
  return result == -EDOM || result == -EINVAL ? 0 : -result;
}

static int forbid_namespaces(scmp_filter_ctx filter) {
  const uint64_t kinds[] = {
    CLONE_NEWNS, CLONE_NEWCGROUP, CLONE_NEWUTS, CLONE_NEWIPC, CLONE_NEWUSER, CLONE_NEWPID, CLONE_NEWNET,
  };
  int result = 0;
  for (size_t index = 0; index < sizeof kinds / sizeof *kinds && result == 0; index++) {
    struct scmp_arg_cmp asks = SCMP_CMP64(0, SCMP_CMP_MASKED_EQ, kinds[index], kinds[index]);
    result = forbid(filter, "clone", SCMP_ACT_ERRNO(EPERM), 1, &asks);
  }
  // Its flags lie in memory, where no filter can look. The C library knows how to do without.
  return result != 0 ? result : forbid(filter, "clone3", SCMP_ACT_ERRNO(ENOSYS), 0, NULL);
}

static int forbid_signals(scmp_filter_ctx filter, int parent) {
  const int group = getpgid(parent);
  const int32_t everyone = -1;
  const uint32_t targets[] = {(uint32_t)parent, (uint32_t)-(group > 0 ? group : parent), (uint32_t)everyone};
  const char *const calls[] = {"kill", "tkill", "tgkill", "rt_sigqueueinfo", "rt_tgsigqueueinfo"};
  int result = 0;
  for (size_t call = 0; call < sizeof calls / sizeof *calls; call++)
    for (size_t target = 0; target < 3 && result == 0; target++) {
      struct scmp_arg_cmp asks = SCMP_CMP32(0, SCMP_CMP_EQ, targets[target]);
      result = forbid(filter, calls[call], SCMP_ACT_ERRNO(EPERM), 1, &asks);
    }
  return result;
}

int csandbox_forbid_calls(int parent) {
  scmp_filter_ctx filter = seccomp_init(SCMP_ACT_ALLOW);
  if (filter == NULL) return ENOMEM;
  int result = -seccomp_attr_set(filter, SCMP_FLTATR_CTL_TSYNC, 1);
  for (size_t index = 0; index < sizeof forbidden_calls / sizeof *forbidden_calls && result == 0; index++)
    result = forbid(filter, forbidden_calls[index], SCMP_ACT_ERRNO(EPERM), 0, NULL);
  if (result == 0) result = forbid_namespaces(filter);
  if (result == 0) result = forbid_signals(filter, parent);
  if (result == 0) result = -seccomp_load(filter);
  seccomp_release(filter);
  return result;
}

int csandbox_drop_capabilities(void) {
  struct __user_cap_header_struct header = {_LINUX_CAPABILITY_VERSION_3, 0};
  struct __user_cap_data_struct held[2];
  if (syscall(SYS_capget, &header, held) != 0) return errno;
  const uint32_t kept = UINT32_C(1) << CAP_DAC_READ_SEARCH;
  // What programs that root starts would get again; only who may change that set has to.
  if (held[0].effective & (UINT32_C(1) << CAP_SETPCAP))
    for (int capability = 0; prctl(PR_CAPBSET_READ, capability, 0, 0, 0) >= 0; capability++)
      if (capability != CAP_DAC_READ_SEARCH) prctl(PR_CAPBSET_DROP, capability, 0, 0, 0);
  for (int half = 0; half < 2; half++) {
    held[half].effective &= half == 0 ? kept : 0;
    held[half].permitted &= half == 0 ? kept : 0;
    held[half].inheritable = 0;
  }
  return syscall(SYS_capset, &header, held) == 0 ? 0 : errno;
}

void csandbox_hide_process(void) {
  const struct rlimit none = {0, 0};
  setrlimit(RLIMIT_CORE, &none);
  prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
}

static int lower(int resource, uint64_t most) {
  struct rlimit limit;
  if (getrlimit(resource, &limit) != 0) return errno;
  if (limit.rlim_max > most) limit.rlim_max = most;
  if (limit.rlim_cur > limit.rlim_max) limit.rlim_cur = limit.rlim_max;
  return setrlimit(resource, &limit) == 0 ? 0 : errno;
}

int csandbox_limit_resources(uint64_t openFiles, uint64_t fileBytes, uint64_t moreProcesses) {
  struct sysinfo system;
  int result = lower(RLIMIT_CORE, 0);
  if (result == 0) result = lower(RLIMIT_NOFILE, openFiles);
  if (result == 0) result = lower(RLIMIT_FSIZE, fileBytes);
  // All processes and threads of the user count, and this is at least as many.
  if (result == 0 && sysinfo(&system) == 0) result = lower(RLIMIT_NPROC, system.procs + moreProcesses);
  return result;
}

int csandbox_limit_processor_time(uint64_t seconds) {
  struct rusage used;
  struct rlimit limit;
  if (getrusage(RUSAGE_SELF, &used) != 0 || getrlimit(RLIMIT_CPU, &limit) != 0) return errno;
  limit.rlim_cur = (rlim_t)(used.ru_utime.tv_sec + used.ru_stime.tv_sec) + seconds + 2;
  if (limit.rlim_cur > limit.rlim_max) limit.rlim_cur = limit.rlim_max;
  return setrlimit(RLIMIT_CPU, &limit) == 0 ? 0 : errno;
}

#else

// macOS has profiles for programs as a whole, by an interface that Apple has deprecated, and nothing of this kind.
int csandbox_landlock_version(void) { return 0; }
int csandbox_landlock_begin(int version) { return (void)version, -ENOTSUP; }
int csandbox_landlock_allow(int list, int version, const char *path, int access) {
  return (void)list, (void)version, (void)path, (void)access, ENOTSUP;
}
int csandbox_landlock_enter(int list) { return (void)list, ENOTSUP; }
int csandbox_forbid_calls(int parent) { return (void)parent, ENOTSUP; }
int csandbox_can_forbid_calls(void) { return 0; }
int csandbox_forgo_privileges(void) { return ENOTSUP; }
int csandbox_drop_capabilities(void) { return ENOTSUP; }
void csandbox_hide_process(void) {}
int csandbox_limit_resources(uint64_t openFiles, uint64_t fileBytes, uint64_t moreProcesses) {
  return (void)openFiles, (void)fileBytes, (void)moreProcesses, 0;
}
int csandbox_limit_processor_time(uint64_t seconds) { return (void)seconds, 0; }

#endif
