export const PASSWORD_MIN = 8;
/** Maximum password length in characters: enough for any passphrase, short enough to hash. */
export const PASSWORD_MAX = 256;

/** The hint shown at a new-password field. */
export const PASSWORD_HINT = `${PASSWORD_MIN} caracteres o más, con una mayúscula y un número.`;
