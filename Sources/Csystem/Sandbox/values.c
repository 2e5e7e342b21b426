// System calls that are only allowed for some argument values. It lists what is needed, since a list of the forbidden has gaps: each
// thread of a process has a number that takes signals, and each file system has its own requests.
//
// It is a program for the kernel (https://docs.kernel.org/userspace-api/seccomp_filter.html) and not one of libseccomp's rules, which
// compare an argument with only one value, and 64 bits where the kernel looks at 32. The other filter ends the process at calls of
// another processor's kind.

#define _GNU_SOURCE
#include "Csandbox.h"

#include <errno.h>

#ifdef __linux__

#include <fcntl.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <stddef.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#ifndef SYS_pidfd_open
#define SYS_pidfd_open 434
#endif
// F_GETPIPE_SZ, which some headers lack.
enum { get_pipe_size = 1032 };

static const uint32_t let = SECCOMP_RET_ALLOW, refuse = SECCOMP_RET_ERRNO | EPERM;

struct program {
  unsigned short length;
  struct sock_filter steps[256];
};

// What happens to a call whose argument is one of some values.
struct list {
  unsigned place;
  uint32_t verdict;
  unsigned count;
  uint32_t values[16];
};

static void add(struct program *program, struct sock_filter step) { program->steps[program->length++] = step; }

static uint32_t place_of_argument(unsigned number) {
  const unsigned half = __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__ ? 4 : 0;
  return (uint32_t)(offsetof(struct seccomp_data, args) + 8 * number + half);
}

// The first list that has the argument's value decides, and without one `otherwise`.
static void judge(struct program *program, long call, unsigned count, const struct list *lists, uint32_t otherwise) {
  const unsigned start = program->length;
  add(program, (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)call, 0, 0));
  for (const struct list *list = lists; list < lists + count; list++) {
    add(program, (struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS, place_of_argument(list->place)));
    for (unsigned index = 0; index < list->count; index++) {
      add(program, (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, list->values[index], 0, 1));
      add(program, (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, list->verdict));
    }
  }
  add(program, (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, otherwise));
  // Other calls skip all of this.
  program->steps[start].jf = (uint8_t)(program->length - start - 1);
}

// To itself, its threads and its group, also where Landlock restricts signals (since its version 6), so that all kernels behave alike.
// Child processes inherit this filter with its number and cannot signal themselves: abort(3) ends them by a trap.
static void judge_signals(struct program *program, int parent) {
  const uint32_t own = (uint32_t)getpid(), group = (uint32_t)getpgid(parent);
  const struct list own_process = {0, let, 1, {own}};
  const struct list signals[] = {
    {0, let, 3, {0, own, (uint32_t)-own}},
    // Signal 0 asks whether a process exists. /proc says that too; but for these it is also refused.
    {0, refuse, 3, {(uint32_t)parent, (uint32_t)-group, (uint32_t)-1}},
    {1, let, 1, {0}},
  };
  judge(program, SYS_kill, 3, signals, refuse);
  judge(program, SYS_tgkill, 1, &own_process, refuse);
  judge(program, SYS_rt_sigqueueinfo, 1, &own_process, refuse);
  judge(program, SYS_rt_tgsigqueueinfo, 1, &own_process, refuse);
  // Handles end started programs. A handle on a thread needs a flag, one on a process the number of its first thread.
  const struct list handles[] = {{0, refuse, 1, {(uint32_t)parent}}, {1, let, 1, {0}}};
  judge(program, SYS_pidfd_open, 2, handles, refuse);
}

// Some others change attributes of a file opened for reading, send signals or type into terminals. Decoders expect "no terminal".
static void judge_requests(struct program *program) {
  const struct list requests = {1, let, 6, {TCGETS, TIOCGWINSZ, FIONREAD, FIONBIO, FIOCLEX, FIONCLEX}};
  judge(program, SYS_ioctl, 1, &requests, SECCOMP_RET_ERRNO | ENOTTY);
}

// Others cause signals or delay writers to a file (leases).
static void judge_descriptors(struct program *program) {
  const struct list commands = {
    1, let, 13,
    {F_DUPFD, F_DUPFD_CLOEXEC, F_GETFD, F_SETFD, F_GETFL, F_SETFL, F_GETLK, F_SETLK, F_SETLKW, F_OFD_GETLK, F_OFD_SETLK, F_OFD_SETLKW,
     get_pipe_size},
  };
  judge(program, SYS_fcntl, 1, &commands, refuse);
#ifdef SYS_fcntl64
  judge(program, SYS_fcntl64, 1, &commands, refuse);
#endif
}

int csandbox_forbid_values(int parent) {
  struct program program = {0};
  add(&program, (struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)));
  judge_signals(&program, parent);
  judge_requests(&program);
  judge_descriptors(&program);
  add(&program, (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, let));
  const struct sock_fprog loaded = {program.length, program.steps};
  const unsigned int set_filter = 1, for_all_threads = 1;
  long result = syscall(SYS_seccomp, set_filter, for_all_threads, &loaded);
  // The number of a thread that could not be locked in.
  return result == 0 ? 0 : result > 0 ? EBUSY : errno;
}

#else

int csandbox_forbid_values(int parent) { return (void)parent, ENOTSUP; }

#endif
