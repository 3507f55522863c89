/**
 * Flags of every serving Node. By default the young generation grows to 48 MB and more, and the old one to four times the live
 * heap. This program does not need that: most objects die with their request.
 */
export const NODE_FLAGS = ["--max-semi-space-size=8", "--heap-growing-percent=40"];

/** Environment of every serving Node. Otherwise libc's allocator keeps an arena for each of many threads, with freed memory in each. */
export const NODE_ENVIRONMENT = { MALLOC_ARENA_MAX: "2" };
