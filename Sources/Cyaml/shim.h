// The part of libyaml that richpush uses: reading a text event by event.

#ifndef CYAML_SHIM_H
#define CYAML_SHIM_H

#include <stddef.h>
#include <yaml.h>

/// The anchor's name in an alias. It belongs to the event.
static inline const unsigned char *cyaml_alias(const yaml_event_t *event) { return event->data.alias.anchor; }

/// The name of a value's anchor, or NULL. It belongs to the event.
static inline const unsigned char *cyaml_anchor(const yaml_event_t *event) {
    switch (event->type) {
    case YAML_SCALAR_EVENT: return event->data.scalar.anchor;
    case YAML_SEQUENCE_START_EVENT: return event->data.sequence_start.anchor;
    case YAML_MAPPING_START_EVENT: return event->data.mapping_start.anchor;
    default: return NULL;
    }
}

/// The tag of a value, or NULL. It belongs to the event.
static inline const unsigned char *cyaml_tag(const yaml_event_t *event) {
    switch (event->type) {
    case YAML_SCALAR_EVENT: return event->data.scalar.tag;
    case YAML_SEQUENCE_START_EVENT: return event->data.sequence_start.tag;
    case YAML_MAPPING_START_EVENT: return event->data.mapping_start.tag;
    default: return NULL;
    }
}

/// The text of a scalar, which may have zeros in it. It belongs to the event.
static inline const unsigned char *cyaml_text(const yaml_event_t *event) { return event->data.scalar.value; }

/// How many bytes the text of a scalar has.
static inline size_t cyaml_text_length(const yaml_event_t *event) { return event->data.scalar.length; }

/// Whether a scalar is written without quotes, and not as a block of lines.
static inline int cyaml_is_plain(const yaml_event_t *event) {
    return event->data.scalar.style == YAML_PLAIN_SCALAR_STYLE;
}

#endif
