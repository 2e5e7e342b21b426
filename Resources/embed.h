// An entry of the list: the file whose path EMBEDDED is.
{ EMBEDDED, (const char[]){
#embed EMBEDDED
, 0 } },
#undef EMBEDDED
