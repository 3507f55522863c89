const ID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;
const TIME = /\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d[.\d]*/g;

/** A text, or a value as JSON, without ids and times: a few figures stand in one or the other by chance. */
export const withoutIds = (value: unknown): string =>
  (typeof value === "string" ? value : JSON.stringify(value)).replaceAll(ID, "").replaceAll(TIME, "");
