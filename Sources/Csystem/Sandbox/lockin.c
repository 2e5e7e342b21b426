// Locks a worker in as its parent has written into two variables, before any of its own code runs and while it has only one thread:
// Landlock's limits hold for the thread that asks and those that it starts later. Without the variables nothing happens.
//
// RICHPUSH_SANDBOX        auto: as far as the kernel can; require: wholly, or the process ends with status 71
// RICHPUSH_SANDBOX_RULES  a line each: a letter, a space and a path. Letters: r to read, k to read by known names, x to execute,
//                         d a device to write to, w a folder to change by known names. Two have a number instead: p, how many more
//                         processes and threads there may be than now; v, the newest version of Landlock that is used

#include "Csandbox.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// EX_OSERR of sysexits.h.
enum { cannot_lock_in = 71 };

static int gaps = -1;

int csandbox_gaps(void) { return gaps; }

static int access_of(char letter) {
  switch (letter) {
    case 'k': return csandbox_read_known;
    case 'x': return csandbox_execute;
    case 'd': return csandbox_read | csandbox_write_file;
    case 'w': return csandbox_change;
    case 'r': return csandbox_read;
    default: return 0;
  }
}

// The number in the line of a letter; `otherwise` where that line is missing.
static int number_of(const char *rules, char letter, int otherwise) {
  for (const char *line = rules; line != NULL; line = strchr(line, '\n')) {
    if (*line == '\n') line++;
    if (line[0] == letter && line[1] == ' ') return atoi(line + 2);
  }
  return otherwise;
}

static int add_rules(int list, int version, char *rules) {
  char *place = NULL;
  for (char *line = strtok_r(rules, "\n", &place); line != NULL; line = strtok_r(NULL, "\n", &place)) {
    int access = strlen(line) > 2 ? access_of(line[0]) : 0;
    if (access != 0 && csandbox_landlock_allow(list, version, line + 2, access) != 0) return 1;
  }
  return 0;
}

static int confine_files(const char *rules) {
  int version = csandbox_landlock_version();
  int newest = number_of(rules, 'v', version);
  if (newest < version) version = newest;
  // Another thread would stay unrestricted.
  if (version <= 0 || csandbox_thread_count() > 1) return 1;
  int list = csandbox_landlock_begin(version);
  if (list < 0) return 1;
  char *copy = strdup(rules);
  int failed = copy == NULL || add_rules(list, version, copy) != 0;
  free(copy);
  if (!failed) return csandbox_landlock_enter(list) != 0;
  close(list);
  return 1;
}

static int confine(const char *rules) {
  int rights = csandbox_forgo_privileges() != 0;
  // The system's own thread count is unreachable afterwards.
  rights |= csandbox_limit_resources(256, UINT64_C(4) << 30, (uint64_t)number_of(rules, 'p', 512)) != 0;
  // Files come before calls, since a filter may forbid Landlock's calls, and before root's rights go, since opening folders needs them.
  int files = confine_files(rules);
  rights |= csandbox_drop_capabilities(!files) != 0;
  csandbox_hide_process();
  int calls = csandbox_forbid_calls(getppid()) != 0;
  return (files ? csandbox_gap_files : 0) | (calls ? csandbox_gap_calls : 0) | (rights ? csandbox_gap_rights : 0);
}

__attribute__((constructor)) static void lock_in(void) {
  const char *use = getenv("RICHPUSH_SANDBOX");
  const char *rules = getenv("RICHPUSH_SANDBOX_RULES");
  if (use == NULL || rules == NULL) return;
  gaps = confine(rules);
  if (gaps != 0 && strcmp(use, "require") == 0) _exit(cannot_lock_in);
  unsetenv("RICHPUSH_SANDBOX");
  unsetenv("RICHPUSH_SANDBOX_RULES");
}
