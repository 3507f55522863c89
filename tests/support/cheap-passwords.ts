/** The memory of the hash of a test user's password, in KiB: the real one takes a sixth of the tests' processor time. */
export const CHEAP_PASSWORDS = 256;
