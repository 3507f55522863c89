/** The length of a text as limits count it: Unicode's characters, of which an emoji has one or several. The schemas and the database count the same. */
export const textLength = (text: string): number => [...text].length;
