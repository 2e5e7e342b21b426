// What an attacker would try in a decoder that was taken over. Only for tests: each says whether the system allowed it.

#define _GNU_SOURCE
#include "Cescape.h"

#include <sys/stat.h>
#include <unistd.h>

int escape_leave_behind(void) {
  int child = fork();
  // Far longer than any time limit of a test.
  if (child == 0) sleep(600);
  if (child == 0) _exit(0);
  return child;
}

int escape_nest(const char *folder, int depth) {
  if (chdir(folder) != 0) return -1;
  for (int level = 0; level < depth; level++)
    if (mkdir("nested", 0700) != 0 || chdir("nested") != 0) return -1;
  return chdir("/");
}

#ifdef __linux__

#include <arpa/inet.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <sched.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/ipc.h>
#include <sys/mount.h>
#include <sys/msg.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/sem.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <sys/xattr.h>
#include <unistd.h>

struct places {
  char key[4096], new_file[4096], output_file[4096];
  const char *outside, *output;
};

static int opens(const char *path, int flags) {
  int descriptor = open(path, flags | O_CLOEXEC, 0600);
  if (descriptor >= 0) close(descriptor);
  return descriptor >= 0;
}

static int lists(const char *path) {
  DIR *folder = opendir(path);
  int isThere = folder != NULL && readdir(folder) != NULL;
  if (folder != NULL) closedir(folder);
  return isThere;
}

static int makes_socket(int family, int kind) {
  int descriptor = socket(family, kind, 0);
  if (descriptor >= 0) close(descriptor);
  return descriptor >= 0;
}

static int connects(void) {
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons(9), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  int descriptor = socket(AF_INET, SOCK_DGRAM, 0);
  int result = descriptor >= 0 && connect(descriptor, (struct sockaddr *)&address, sizeof address) == 0;
  if (descriptor >= 0) close(descriptor);
  return result;
}

static int binds(void) {
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  int descriptor = socket(AF_INET, SOCK_STREAM, 0);
  int result = descriptor >= 0 && bind(descriptor, (struct sockaddr *)&address, sizeof address) == 0;
  if (descriptor >= 0) close(descriptor);
  return result;
}

// A child tries, so that success does not end this process.
static int child_succeeds(int (*attempt)(void)) {
  pid_t child = fork();
  if (child == 0) _exit(attempt() ? 0 : 1);
  int status = 1;
  return child > 0 && waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

static int starts_shell(void) { return execl("/bin/sh", "sh", "-c", "exit 0", (char *)NULL) == 0; }
static int starts_true(void) { return execl("/usr/bin/true", "true", (char *)NULL) == 0; }
static int new_users(void) { return unshare(CLONE_NEWUSER) == 0; }
static int new_mounts(void) { return unshare(CLONE_NEWNS) == 0; }
static int new_network(void) { return unshare(CLONE_NEWNET) == 0; }
static int clones_users(void) {
  // The flags of clone3, which a filter cannot see.
  struct { unsigned long long flags, more[10]; } arguments = {CLONE_NEWUSER, {0, 0, 0, SIGCHLD}};
  long child = syscall(SYS_clone3, &arguments, sizeof arguments);
  if (child == 0) _exit(0);
  if (child > 0) waitpid((pid_t)child, NULL, 0);
  return child > 0;
}
static int changes_root(void) { return chroot("/") == 0; }
static int mounts(void) { return mount("none", "/tmp", NULL, MS_BIND, NULL) == 0 || mount("none", "/mnt", "tmpfs", 0, NULL) == 0; }
static int becomes_another(void) { return setuid(65534) == 0; }

static int attaches(void) {
  long result = ptrace(PTRACE_SEIZE, getppid(), 0, 0);
  if (result == 0) ptrace(PTRACE_DETACH, getppid(), 0, 0);
  return result == 0;
}

static int reads_parent(void) {
  char byte;
  struct iovec here = {&byte, 1}, there = {(void *)escape_count, 1};
  return process_vm_readv(getppid(), &here, 1, &there, 1, 0) == 1;
}

static int opens_of_parent(const char *name, int flags) {
  char path[64];
  snprintf(path, sizeof path, "/proc/%d/%s", (int)getppid(), name);
  return flags < 0 ? lists(path) : opens(path, flags);
}

static int raises(int resource) {
  struct rlimit limit = {RLIM_INFINITY, RLIM_INFINITY};
  return setrlimit(resource, &limit) == 0;
}

static int lowers_parent(void) {
  // As it is: a process that may set a limit is let, and nothing changes.
  struct rlimit limit;
  return getrlimit(RLIMIT_CORE, &limit) == 0 && prlimit(getppid(), RLIMIT_CORE, &limit, NULL) == 0;
}

static int changes_turn(void) {
  errno = 0;
  int turn = getpriority(PRIO_PROCESS, (id_t)getppid());
  return errno == 0 && setpriority(PRIO_PROCESS, (id_t)getppid(), turn) == 0;
}

static int leaves_group(void) { return setsid() > 0; }
static int joins_parent(void) { return setpgid(0, getpgid(getppid())) == 0; }

static int owns_signals(void) {
  int descriptor[2];
  int result = pipe(descriptor) == 0 && (fcntl(descriptor[0], F_SETOWN, getppid()) == 0 || fcntl(descriptor[0], F_SETSIG, SIGTERM) == 0);
  return result;
}

static int runs_from_memory(void) {
  int descriptor = (int)syscall(SYS_memfd_create, "richpush", 0);
  if (descriptor >= 0) close(descriptor);
  return descriptor >= 0;
}

static int changes_times(const char *path) { return utimensat(AT_FDCWD, path, NULL, 0) == 0; }
static int changes_attributes(const char *path) {
  return setxattr(path, "user.richpush", "x", 1, 0) == 0 || removexattr(path, "user.richpush") == 0
    || (syscall(452, AT_FDCWD, path, 0600, 0) == 0);
}

// The number of a thread of the parent that is not its first: of those that it began soon after its start.
static pid_t thread_of_parent(void) {
  char path[64];
  const pid_t parent = getppid();
  for (pid_t thread = parent + 1; thread < parent + 20000; thread++) {
    snprintf(path, sizeof path, "/proc/%d/task/%d/stat", (int)parent, (int)thread);
    if (access(path, F_OK) == 0) return thread;
  }
  return parent;
}

// SIGURG, which processes ignore by default.
static int queues_signal(void) {
  siginfo_t signal = {.si_signo = SIGURG, .si_code = SI_QUEUE};
  const pid_t parent = getppid(), thread = thread_of_parent();
  return syscall(SYS_rt_sigqueueinfo, thread, SIGURG, &signal) == 0
    || syscall(SYS_rt_tgsigqueueinfo, parent, thread, SIGURG, &signal) == 0;
}

static int handles_thread(void) {
  const int handle_on_thread = O_EXCL;
  const pid_t threads[] = {getppid(), thread_of_parent()};
  for (int index = 0; index < 2; index++) {
    int handle = (int)syscall(SYS_pidfd_open, threads[index], handle_on_thread);
    if (handle < 0) continue;
    int result = syscall(SYS_pidfd_send_signal, handle, SIGURG, NULL, 0) == 0;
    close(handle);
    if (result) return 1;
  }
  return 0;
}

static int open_own_program(void) { return open("/proc/self/exe", O_RDONLY | O_CLOEXEC); }

static int asks_file_system(void) {
  int program = open_own_program(), size = 0;
  int result = program >= 0 && ioctl(program, _IO(0, 2) /* FIGETBSZ */, &size) == 0;
  if (program >= 0) close(program);
  return result;
}

// EFAULT for a bad address means that the call reached the point of changing flags.
static int changes_flags(void) {
  const unsigned long requests[] = {
    // FS_IOC_SETFLAGS, FS_IOC_SETVERSION, FS_IOC_FSSETXATTR, FS_IOC_ENABLE_VERITY
    _IOW('f', 2, long), _IOW('v', 2, long), _IOW('X', 32, char[28]), _IOW('f', 133, char[128]),
  };
  int program = open_own_program(), result = 0;
  for (int index = 0; index < 4 && program >= 0; index++)
    result |= ioctl(program, requests[index], NULL) == 0 || errno == EFAULT;
  if (program >= 0) close(program);
  return result;
}

static int holds_off_writers(void) {
  int program = open_own_program();
  int result = program >= 0 && fcntl(program, F_SETLEASE, F_RDLCK) == 0;
  // Closing it gives the lease back.
  if (program >= 0) close(program);
  return result;
}

static int leaves_child_to_parent(void) {
  long child = syscall(SYS_clone, CLONE_PARENT | SIGCHLD, NULL, NULL, NULL, NULL);
  if (child == 0) _exit(0);
  return child > 0;
}

static int attempt(int number, const struct places *places) {
  int descriptor[2];
  char parameters[120] = {0};
  switch (number) {
    case 0: return connects();
    case 1: return binds();
    case 2: return makes_socket(AF_INET, SOCK_STREAM);
    case 3: return makes_socket(AF_INET6, SOCK_DGRAM);
    case 4: return makes_socket(AF_UNIX, SOCK_STREAM);
    case 5: return makes_socket(AF_NETLINK, SOCK_RAW);
    case 6: return socketpair(AF_UNIX, SOCK_STREAM, 0, descriptor) == 0;
    case 7: return opens(places->key, O_RDONLY);
    case 8: return lists(places->outside);
    case 9: return opens(places->new_file, O_WRONLY | O_CREAT);
    case 10: return opens(places->key, O_WRONLY | O_APPEND);
    case 11: return truncate(places->key, 3) == 0;
    // And back, so that the others find it.
    case 12: return rename(places->key, places->output_file) == 0 && rename(places->output_file, places->key) == 0;
    case 13: return link(places->key, places->output_file) == 0;
    case 14: return symlink(places->key, places->output_file) == 0;
    case 15: return mkfifo(places->output_file, 0600) == 0;
    case 16: return lists(places->output);
    case 17: return opens("/etc/shadow", O_RDONLY) || opens("/etc/hosts", O_RDONLY);
    case 18: return lists("/root") || lists("/home") || lists("/tmp");
    case 19: return opens("/dev/shm/richpush-escape", O_WRONLY | O_CREAT);
    case 20: return child_succeeds(starts_shell);
    case 21: return child_succeeds(starts_true);
    case 22: return attaches();
    case 23: return reads_parent();
    case 24: return opens_of_parent("mem", O_RDONLY);
    case 25: return opens_of_parent("environ", O_RDONLY);
    case 26: return opens_of_parent("fd", -1);
    case 27: return kill(getppid(), 0) == 0;
    case 28: return kill(-getpgid(getppid()), 0) == 0;
    case 29: return child_succeeds(new_users);
    case 30: return child_succeeds(new_mounts);
    case 31: return child_succeeds(new_network);
    case 32: return clones_users();
    case 33: return child_succeeds(changes_root);
    case 34: return child_succeeds(mounts);
    case 35: return child_succeeds(becomes_another);
    case 36: return syscall(SYS_io_uring_setup, 4, parameters) >= 0;
    case 37: return syscall(SYS_add_key, "user", "richpush", "x", 1, -2) >= 0;
    case 38: return syscall(SYS_perf_event_open, parameters, 0, -1, -1, 0) >= 0 || syscall(SYS_bpf, 0, parameters, 48) >= 0;
    case 39: return raises(RLIMIT_AS);
    case 40: return raises(RLIMIT_NOFILE) || raises(RLIMIT_CORE);
    case 41: return prctl(PR_SET_NO_NEW_PRIVS, 0, 0, 0, 0) == 0 || prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0) == 0;
    case 42: return prctl(PR_CAPBSET_READ, 21 /* CAP_SYS_ADMIN */, 0, 0, 0) == 1 && geteuid() == 0;
    case 43: return syscall(SYS_kill, UINT64_C(1) << 32 | (uint64_t)getppid(), 0) == 0;
    case 44: return syscall(SYS_pidfd_open, getppid(), 0) >= 0;
    case 45: return lowers_parent();
    case 46: return changes_turn();
    case 47: return child_succeeds(leaves_group);
    case 48: return child_succeeds(joins_parent);
    case 49: return child_succeeds(owns_signals);
    case 50: return chmod(places->key, 0644) == 0;
    case 51: return changes_times(places->key);
    case 52: return changes_attributes(places->key);
    case 53: return opens(places->key, O_RDONLY | O_TRUNC) || opens("/usr/share/richpush-escape", O_RDONLY | O_TRUNC | O_CREAT);
    case 54: return runs_from_memory();
    case 55: return syscall(SYS_tkill, getppid(), 0) == 0;
    case 56: return semget(IPC_PRIVATE, 1, 0600) >= 0 || msgget(IPC_PRIVATE, 0600) >= 0;
    case 57: return kill(thread_of_parent(), SIGURG) == 0;
    case 58: return syscall(SYS_tgkill, getppid(), thread_of_parent(), SIGURG) == 0;
    case 59: return queues_signal();
    case 60: return handles_thread();
    case 61: return asks_file_system();
    case 62: return changes_flags();
    case 63: return holds_off_writers();
    case 64: return leaves_child_to_parent();
    default: return 0;
  }
}

static const char *const names[] = {
  "connect", "bind", "a socket for TCP", "a socket for UDP", "a Unix socket", "a netlink socket", "a pair of sockets",
  "read a key", "list a folder", "make a file outside", "write to a file outside", "empty a file outside", "move a file from outside",
  "a hard link to a key", "a symbolic link to a key", "a named pipe", "list the output folder", "read /etc", "list homes",
  "shared memory", "start a shell", "start a program", "trace the parent", "read the parent's memory",
  "open the parent's memory", "read the parent's variables", "list the parent's files", "signal the parent",
  "signal the parent's group", "a namespace of users", "a namespace of mounts", "a namespace of networks", "clone3 with a namespace",
  "change the root", "mount", "become another user", "a ring of calls", "a key of the kernel", "watch the kernel",
  "raise the limit of memory", "raise other limits", "win privileges back", "root's rights",
  "signal the parent by a long number", "a handle on the parent", "the parent's limits", "the parent's turn", "leave the group",
  "join the parent's group", "signals by a descriptor", "the mode of a file outside", "the times of a file outside",
  "attributes of a file outside", "empty a file that is read", "a program in memory", "signal a thread of the parent",
  "memory and messages of the system", "signal the parent by the number of a thread", "signal a thread among the parent's",
  "queue a signal for the parent", "a handle on a thread of the parent", "a request about a file outside",
  "flags of a file outside", "a lease on a file outside", "a child of the parent",
};

int escape_count(void) { return sizeof names / sizeof *names; }

const char *escape_name(int number) { return names[number]; }

int escape_try(int number, const char *outside, const char *output) {
  struct places places = {.outside = outside, .output = output};
  snprintf(places.key, sizeof places.key, "%s/key", outside);
  snprintf(places.new_file, sizeof places.new_file, "%s/new-%d", outside, number);
  snprintf(places.output_file, sizeof places.output_file, "%s/escape-%d", output, number);
  return attempt(number, &places);
}

#else

int escape_count(void) { return 0; }
const char *escape_name(int number) { return (void)number, ""; }
int escape_try(int number, const char *outside, const char *output) { return (void)number, (void)outside, (void)output, 0; }

#endif
