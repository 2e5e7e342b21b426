#ifndef CRESOURCES_H
#define CRESOURCES_H

// A text file of this folder, as it was when the program was built.
struct embedded_file {
  // Its path in the folder.
  const char *path;
  // Its text, with a NUL behind it.
  const char *text;
};

// All of them, and behind the last one an entry without a path. They stay for ever.
const struct embedded_file *embedded_files(void);

#endif
