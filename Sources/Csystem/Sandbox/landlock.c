// Files: by Landlock. Its numbers are written down here, since older headers lack the newer ones
// (https://docs.kernel.org/userspace-api/landlock.html, include/uapi/linux/landlock.h).

#define _GNU_SOURCE
#include "Csandbox.h"

#include <errno.h>

#ifdef __linux__

#include <fcntl.h>
#include <stddef.h>
#include <sys/stat.h>
#include <sys/syscall.h>
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
    handled.scopes = 3;  // abstract sockets, and signals to processes that are not locked in
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
  // Whatever the reason: paths outside the list are forbidden.
  if (beneath.parent < 0) return 0;
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

#else

// macOS only has profiles for whole programs, by an interface that Apple has deprecated.
int csandbox_landlock_version(void) { return 0; }
int csandbox_landlock_begin(int version) { return (void)version, -ENOTSUP; }
int csandbox_landlock_allow(int list, int version, const char *path, int access) {
  return (void)list, (void)version, (void)path, (void)access, ENOTSUP;
}
int csandbox_landlock_enter(int list) { return (void)list, ENOTSUP; }

#endif
