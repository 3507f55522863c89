/**
 * How every Node that serves is started. By default the heap of young objects grows to 48 MB and more, and that of old ones to four times
 * of what is in use, which this program does not need: what a request makes is garbage a moment later.
 */
export const NODE_FLAGS = ["--max-semi-space-size=4", "--heap-growing-percent=40"];
