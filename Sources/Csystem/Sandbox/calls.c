// System calls: a filter made with libseccomp.

#define _GNU_SOURCE
#include "Csandbox.h"

#include <errno.h>

#ifdef __linux__

#include <fcntl.h>
#include <sched.h>
#include <seccomp.h>
#include <stddef.h>
#include <sys/syscall.h>
#include <unistd.h>

int csandbox_can_forbid_calls(void) {
  const unsigned int ask_action = 2;
  const uint32_t answer_error = 0x00050000;  // SECCOMP_RET_ERRNO
  return syscall(SYS_seccomp, ask_action, 0, &answer_error) == 0;
}

// By name, so that calls unknown to this machine's headers or processor are skipped. Newer calls have the same number on all processors,
// which forbids them where libseccomp does not know them yet.
struct call {
  const char *name;
  int number;
};

static const struct call forbidden_calls[] = {
  // other hosts, and other processes of this one
  {"socket"}, {"socketpair"}, {"connect"}, {"bind"}, {"listen"}, {"accept"}, {"accept4"}, {"sendto"}, {"sendmsg"}, {"sendmmsg"},
  {"socketcall"}, {"ptrace"}, {"process_vm_readv"}, {"process_vm_writev"}, {"process_madvise", 440}, {"process_mrelease", 448},
  {"pidfd_getfd", 438}, {"kcmp"}, {"shmget"}, {"shmat"}, {"shmctl"}, {"semget"}, {"semctl"}, {"semop"}, {"semtimedop"},
  {"semtimedop_time64"}, {"msgget"}, {"msgctl"}, {"msgsnd"}, {"msgrcv"}, {"mq_open"}, {"mq_unlink"}, {"tkill"},
  // leaving the group that the parent ends
  {"setsid"}, {"setpgid"},
  // keys, and rings of calls that filters cannot see
  {"add_key"}, {"request_key"}, {"keyctl"}, {"io_uring_setup", 425}, {"io_uring_enter", 426}, {"io_uring_register", 427}, {"bpf"},
  {"perf_event_open"}, {"userfaultfd"}, {"fanotify_init"}, {"inotify_init"}, {"inotify_init1"}, {"lookup_dcookie"},
  // the system's own structure
  {"mount"}, {"umount"}, {"umount2"}, {"pivot_root"}, {"chroot"}, {"open_tree", 428}, {"move_mount", 429}, {"fsopen", 430},
  {"fsconfig", 431}, {"fsmount", 432}, {"fspick", 433}, {"mount_setattr", 442}, {"open_tree_attr", 467}, {"unshare"}, {"setns"},
  {"swapon"}, {"swapoff"}, {"reboot"}, {"kexec_load"}, {"kexec_file_load"}, {"init_module"}, {"finit_module"}, {"delete_module"},
  {"acct"}, {"quotactl"}, {"quotactl_fd", 443}, {"settimeofday"}, {"clock_settime"}, {"clock_adjtime"}, {"adjtimex"}, {"stime"},
  {"sethostname"}, {"setdomainname"}, {"syslog"}, {"vhangup"}, {"iopl"}, {"ioperm"}, {"nfsservctl"}, {"personality"}, {"uselib"},
  {"ustat"}, {"sysfs"}, {"modify_ldt"}, {"vm86"}, {"vm86old"},
  // programs without a path
  {"execveat"}, {"memfd_create"}, {"memfd_secret", 447},
  // what Landlock does not judge: files reached without paths, and their attributes
  {"open_by_handle_at"}, {"name_to_handle_at"}, {"mknod"}, {"mknodat"}, {"link"}, {"linkat"}, {"symlink"}, {"symlinkat"},
  {"chown"}, {"fchown"}, {"lchown"}, {"fchownat"}, {"chmod"}, {"fchmodat"}, {"fchmodat2", 452}, {"utime"}, {"utimes"}, {"futimesat"},
  {"utimensat"}, {"setxattr"}, {"lsetxattr"}, {"fsetxattr"}, {"setxattrat", 463}, {"removexattr"}, {"lremovexattr"},
  {"fremovexattr"}, {"removexattrat", 466}, {"file_setattr", 469}, {"truncate"}, {"truncate64"},
  // other users, and scheduling of others
  {"setuid"}, {"setgid"}, {"setreuid"}, {"setregid"}, {"setresuid"}, {"setresgid"}, {"setgroups"}, {"setfsuid"}, {"setfsgid"},
  {"ioprio_set"},
};

static int number_of(struct call call) {
  int number = seccomp_syscall_resolve_name(call.name);
  return number == __NR_SCMP_ERROR && call.number > 0 ? call.number : number;
}

static int forbid(scmp_filter_ctx filter, struct call call, uint32_t action, unsigned count, const struct scmp_arg_cmp *arguments) {
  int number = number_of(call);
  if (number == __NR_SCMP_ERROR) return 0;
  int result = seccomp_rule_add_array(filter, action, number, count, arguments);
  // Calls that only other processors have.
  return result == -EDOM || result == -EINVAL ? 0 : -result;
}

// A call with a 32-bit argument: the kernel ignores the upper bits, and so must a filter.
static int forbid_value(scmp_filter_ctx filter, const char *name, unsigned place, uint32_t mask, uint32_t value) {
  const struct scmp_arg_cmp asks = {place, SCMP_CMP_MASKED_EQ, mask, value};
  return forbid(filter, (struct call){name}, SCMP_ACT_ERRNO(EPERM), 1, &asks);
}

static int forbid_but(scmp_filter_ctx filter, const char *name, unsigned place, uint64_t value) {
  const struct scmp_arg_cmp asks = {place, SCMP_CMP_NE, value, 0};
  return forbid(filter, (struct call){name}, SCMP_ACT_ERRNO(EPERM), 1, &asks);
}

static int forbid_namespaces(scmp_filter_ctx filter) {
  const uint32_t kinds[] = {
    CLONE_NEWNS, CLONE_NEWCGROUP, CLONE_NEWUTS, CLONE_NEWIPC, CLONE_NEWUSER, CLONE_NEWPID, CLONE_NEWNET,
    // Not a namespace, but a process that the parent would have to wait for.
    CLONE_PARENT,
  };
  int result = 0;
  for (size_t index = 0; index < sizeof kinds / sizeof *kinds && result == 0; index++)
    result = forbid_value(filter, "clone", 0, kinds[index], kinds[index]);
  // Its flags are in memory, where filters cannot look. The C library works without it.
  return result != 0 ? result : forbid(filter, (struct call){"clone3", 435}, SCMP_ACT_ERRNO(ENOSYS), 0, NULL);
}

// Limits and scheduling of other processes. A process may lower its own, which 0 means.
static int forbid_rule_over_others(scmp_filter_ctx filter) {
  const char *const calls[] = {"prlimit64", "sched_setaffinity", "sched_setscheduler", "sched_setparam", "sched_setattr"};
  int result = 0;
  for (size_t call = 0; call < sizeof calls / sizeof *calls && result == 0; call++)
    result = forbid_but(filter, calls[call], 0, 0);
  for (unsigned place = 0; place < 2 && result == 0; place++) result = forbid_but(filter, "setpriority", place, 0);
  return result;
}

// Emptying a file opened for reading, which Landlock judges since its version 3.
static int forbid_emptying(scmp_filter_ctx filter) {
  const uint32_t mask = O_TRUNC | O_ACCMODE, flags = O_TRUNC | O_RDONLY;
  int result = forbid_value(filter, "open", 1, mask, flags);
  if (result == 0) result = forbid_value(filter, "openat", 2, mask, flags);
  // Its flags are in memory.
  return result != 0 ? result : forbid(filter, (struct call){"openat2", 437}, SCMP_ACT_ERRNO(ENOSYS), 0, NULL);
}

int csandbox_forbid_calls(int parent) {
  scmp_filter_ctx filter = seccomp_init(SCMP_ACT_ALLOW);
  if (filter == NULL) return ENOMEM;
  int result = -seccomp_attr_set(filter, SCMP_FLTATR_CTL_TSYNC, 1);
  for (size_t index = 0; index < sizeof forbidden_calls / sizeof *forbidden_calls && result == 0; index++)
    result = forbid(filter, forbidden_calls[index], SCMP_ACT_ERRNO(EPERM), 0, NULL);
  if (result == 0) result = forbid_namespaces(filter);
  if (result == 0) result = forbid_rule_over_others(filter);
  if (result == 0) result = forbid_emptying(filter);
  // Before the other filter, which may then forbid the calls that loading this one needs.
  if (result == 0) result = csandbox_forbid_values(parent);
  if (result == 0) result = -seccomp_load(filter);
  seccomp_release(filter);
  return result;
}

#else

int csandbox_forbid_calls(int parent) { return (void)parent, ENOTSUP; }
int csandbox_can_forbid_calls(void) { return 0; }

#endif
