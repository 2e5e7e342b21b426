// Locks a worker in by what its parent has written into two variables, before any of its own code runs and while it has one thread
// alone: what Landlock forbids holds for the thread that asks for it and for those that it starts later. Without the variables
// nothing happens.
//
// RICHPUSH_SANDBOX        auto: as far as the kernel can; require: wholly, or the process ends with status 71
// RICHPUSH_SANDBOX_RULES  a line each: a letter, a space and a path. Letters: r to read, k to read by known names, x to execute,
//                         d a device to write to, w a folder to change by known names

#include "Csandbox.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// EX_OSERR of sysexits.h.
enum { cannot_lock_in = 71 };

static int access_of(char letter) {
  switch (letter) {
    case 'k': return csandbox_read_known;
    case 'x': return csandbox_execute;
    case 'd': return csandbox_read | csandbox_write_file;
    case 'w': return csandbox_change;
    default: return csandbox_read;
  }
}

static int confine_files(char *rules) {
  int version = csandbox_landlock_version();
  if (version == 0) return 1;
  int list = csandbox_landlock_begin(version);
  if (list < 0) return 1;
  char *place = NULL;
  for (char *line = strtok_r(rules, "\n", &place); line != NULL; line = strtok_r(NULL, "\n", &place))
    if (strlen(line) > 2 && csandbox_landlock_allow(list, version, line + 2, access_of(line[0])) != 0) return 1;
  return csandbox_landlock_enter(list);
}

static int confine(const char *rules) {
  int failed = csandbox_forgo_privileges() != 0;
  char *copy = strdup(rules);
  // Files come before calls, since a filter may forbid what Landlock is asked by; who may read what comes before root's rights
  // go, since folders are opened for it.
  failed |= copy == NULL || confine_files(copy) != 0;
  free(copy);
  failed |= csandbox_drop_capabilities() != 0;
  failed |= csandbox_limit_resources(256, UINT64_C(4) << 30, 512) != 0;
  csandbox_hide_process();
  failed |= csandbox_forbid_calls(getppid()) != 0;
  return failed;
}

__attribute__((constructor)) static void lock_in(void) {
  const char *use = getenv("RICHPUSH_SANDBOX");
  const char *rules = getenv("RICHPUSH_SANDBOX_RULES");
  if (use == NULL || rules == NULL) return;
  int failed = confine(rules);
  if (failed && strcmp(use, "require") == 0) _exit(cannot_lock_in);
  unsetenv("RICHPUSH_SANDBOX");
  unsetenv("RICHPUSH_SANDBOX_RULES");
}
