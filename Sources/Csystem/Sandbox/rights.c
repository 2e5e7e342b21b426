// Privileges and resource limits.

#define _GNU_SOURCE
#include "Csandbox.h"

#include <errno.h>

#ifdef __linux__

#include <dirent.h>
#include <linux/capability.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

int csandbox_forgo_privileges(void) { return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 ? 0 : errno; }

int csandbox_drop_capabilities(int keeps_reading) {
  struct __user_cap_header_struct header = {_LINUX_CAPABILITY_VERSION_3, 0};
  struct __user_cap_data_struct held[2];
  if (syscall(SYS_capget, &header, held) != 0) return errno;
  const uint32_t kept = keeps_reading ? UINT32_C(1) << CAP_DAC_READ_SEARCH : 0;
  // What programs started by root would regain. Only processes that may change the set must.
  if (held[0].effective & (UINT32_C(1) << CAP_SETPCAP))
    for (int capability = 0; prctl(PR_CAPBSET_READ, capability, 0, 0, 0) >= 0; capability++)
      if (!keeps_reading || capability != CAP_DAC_READ_SEARCH) prctl(PR_CAPBSET_DROP, capability, 0, 0, 0);
  for (int half = 0; half < 2; half++) {
    held[half].effective &= half == 0 ? kept : 0;
    held[half].permitted &= half == 0 ? kept : 0;
    held[half].inheritable = 0;
  }
  return syscall(SYS_capset, &header, held) == 0 ? 0 : errno;
}

int csandbox_thread_count(void) {
  DIR *threads = opendir("/proc/self/task");
  if (threads == NULL) return 1;
  int count = -2;  // the folder itself and the one above
  while (readdir(threads) != NULL) count++;
  closedir(threads);
  return count;
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

// The number of the system's processes and threads, at least the user's own, from /proc/loadavg (proc(5)); 0: unknown.
static uint64_t count_of_threads(void) {
  unsigned long long count = 0;
  FILE *file = fopen("/proc/loadavg", "re");
  if (file == NULL) return 0;
  if (fscanf(file, "%*f %*f %*f %*u/%llu", &count) != 1) count = 0;
  fclose(file);
  return count;
}

int csandbox_limit_resources(uint64_t openFiles, uint64_t fileBytes, uint64_t moreProcesses) {
  const uint64_t threads = count_of_threads();
  int result = lower(RLIMIT_CORE, 0);
  if (result == 0) result = lower(RLIMIT_NOFILE, openFiles);
  if (result == 0) result = lower(RLIMIT_FSIZE, fileBytes);
  if (result == 0 && threads > 0) result = lower(RLIMIT_NPROC, threads + moreProcesses);
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

int csandbox_forgo_privileges(void) { return ENOTSUP; }
int csandbox_drop_capabilities(int keeps_reading) { return (void)keeps_reading, ENOTSUP; }
int csandbox_thread_count(void) { return 1; }
void csandbox_hide_process(void) {}
int csandbox_limit_resources(uint64_t openFiles, uint64_t fileBytes, uint64_t moreProcesses) {
  return (void)openFiles, (void)fileBytes, (void)moreProcesses, 0;
}
int csandbox_limit_processor_time(uint64_t seconds) { return (void)seconds, 0; }

#endif
