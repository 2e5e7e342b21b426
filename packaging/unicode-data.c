/* An empty package of ICU's data, in place of the 31 MB of calendars, currencies and names of languages that Foundation brings along and
   nothing here asks for: numbers and dates are written as machines read them, and properties of characters are not among these
   data. ICU itself has such a package for programs that bring their own (its `stubdata`); what would have to be looked up in it
   is then missing for ICU, which all of its functions can tell. The form: https://unicode-org.github.io/icu/userguide/icu_data/,
   `udata.h` and `ucmndata.h`. The compiler is told by ICU_DATA what the version of ICU at hand calls it. */
#include <stdint.h>

struct package {
  uint16_t header_size;
  uint8_t magic[2];
  struct {
    uint16_t size, reserved;
    uint8_t is_big_endian, character_set, size_of_unit, reserved_byte;
    uint8_t format[4], format_version[4], data_version[4];
  } info;
  char padding[8];
  uint32_t entry_count, reserved;
};

_Alignas(16) const struct package ICU_DATA = {
  .header_size = 32,
  .magic = {0xda, 0x27},
  .info = {
    .size = 20,
    .is_big_endian = __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__,
    .size_of_unit = 2,
    .format = {'T', 'o', 'C', 'P'},
    .format_version = {1},
  },
};
