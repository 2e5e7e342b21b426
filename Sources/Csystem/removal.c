// Removes folders by descriptors: paths have a maximum length, and folders can be nested deeper.

#define _GNU_SOURCE
#include "Csystem.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

// So many folders are open at once. Deeper ones are moved up, so that depth does not matter.
enum { most_depth = 32 };

struct removal {
    // The outermost folder, and its file system.
    int top;
    dev_t device;
    unsigned long moved;
};

static long remove_folder(struct removal *removal, int parent, const char *name, int depth);

static int is_named(const char *name) { return strcmp(name, ".") != 0 && strcmp(name, "..") != 0; }

static int open_itself(int parent, const char *name) {
    return openat(parent, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
}

// A folder without permissions may come from an attacker.
static DIR *open_folder(int parent, const char *name, int depth) {
    struct stat status;
    int descriptor = open_itself(parent, name);
    if (descriptor < 0 && errno == EACCES && depth > 0 && fstatat(parent, name, &status, AT_SYMLINK_NOFOLLOW) == 0
            && S_ISDIR(status.st_mode) && fchmodat(parent, name, 0700, 0) == 0)
        descriptor = open_itself(parent, name);
    if (descriptor < 0) return NULL;
    if (depth > 0 && fstat(descriptor, &status) == 0 && (status.st_mode & 0700) != 0700) fchmod(descriptor, 0700);
    DIR *folder = fdopendir(descriptor);
    if (folder == NULL) close(descriptor);
    return folder;
}

static int move_up(struct removal *removal, int parent, const char *name) {
    char place[32];
    for (int attempt = 0; attempt < 100; attempt++) {
        snprintf(place, sizeof place, "%lu.removed", removal->moved++);
        if (renameat(parent, name, removal->top, place) == 0) return 1;
        // That name is taken.
        if (errno != ENOTEMPTY && errno != EEXIST && errno != ENOTDIR) return 0;
    }
    return 0;
}

// How many entries were removed or moved.
static long remove_entry(struct removal *removal, int parent, const char *name, int depth) {
    if (unlinkat(parent, name, 0) == 0) return 1;
    // The errors of systems for folders.
    if (errno != EISDIR && errno != EPERM) return 0;
    if (unlinkat(parent, name, AT_REMOVEDIR) == 0) return 1;
    if (depth >= most_depth) return move_up(removal, parent, name);
    return remove_folder(removal, parent, name, depth);
}

static long remove_entries(struct removal *removal, DIR *folder, int depth) {
    long count = 0;
    rewinddir(folder);
    for (struct dirent *entry = readdir(folder); entry != NULL; entry = readdir(folder))
        if (is_named(entry->d_name)) count += remove_entry(removal, dirfd(folder), entry->d_name, depth + 1);
    return count;
}

// Repeats while entries go: some file systems list incompletely during removals, and more may have been moved here.
static long remove_folder(struct removal *removal, int parent, const char *name, int depth) {
    struct stat status;
    DIR *folder = open_folder(parent, name, depth);
    if (folder == NULL) return 0;
    if (depth == 0 && fstat(dirfd(folder), &status) == 0) *removal = (struct removal){dirfd(folder), status.st_dev, 0};
    long count = 0, more = 1;
    int isHere = fstat(dirfd(folder), &status) == 0 && status.st_dev == removal->device;
    while (isHere && more > 0) {
        more = remove_entries(removal, folder, depth);
        count += more;
        if (unlinkat(parent, name, AT_REMOVEDIR) != 0) continue;
        count += 1;
        break;
    }
    closedir(folder);
    return count;
}

void csystem_remove_tree(const char *path) {
    struct removal removal = {-1, 0, 0};
    // A link is not a folder.
    if (unlink(path) != 0) remove_folder(&removal, AT_FDCWD, path, 0);
}
