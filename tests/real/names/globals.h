/* Names that generated code likes to use. */
#define c0 5
#define size 3
#define kernel0 7
#define b0 b[0]
#define line __LINE__
#define pave_start pave_stop
