/**
 * How every Node that serves is started. By default the heap of young objects grows to 48 MB and more, and that of old ones to four times
 * of what is in use, which this program does not need: what a request makes is garbage a moment later.
 */
export const NODE_FLAGS = ["--max-semi-space-size=4", "--heap-growing-percent=40"];

/** What is in its environment. The allocator of libc would else keep heaps of its own for many threads, each with what was freed in it. */
export const NODE_ENVIRONMENT = { MALLOC_ARENA_MAX: "2" };
