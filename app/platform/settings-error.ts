/** An invalid setting; the message is one line that names the variable. */
export class SettingsError extends Error {}
