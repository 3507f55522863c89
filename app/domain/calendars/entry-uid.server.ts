/** The id of a turno in every calendar, whether a feed or a mail brought it: the same turno is one entry. */
export const entryUid = (bookingId: string, publicUrl: string): string => `${bookingId}@${new URL(publicUrl).hostname}`;
