/** Memory of a test user's password hash, in KiB: the real value would take a sixth of the tests' processor time. */
export const CHEAP_PASSWORDS = 256;
