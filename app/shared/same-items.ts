const keyOf = (item: object) => JSON.stringify(Object.entries(item).toSorted(([a], [b]) => (a < b ? -1 : 1)));
const keysOf = (items: readonly object[]) => JSON.stringify(items.map(keyOf).toSorted());

/** Whether two lists have the same flat items, in any order. */
export const areSameItems = (one: readonly object[], other: readonly object[]): boolean =>
  keysOf(one) === keysOf(other);
