/** Whether two texts differ by at most one edit: a replaced, missing or added letter, or two swapped neighbours. */
export function isOneEditAway(one: string, other: string): boolean {
  const shorter = Math.min(one.length, other.length);
  if (Math.max(one.length, other.length) - shorter > 1) return false;
  let start = 0;
  while (start < shorter && one[start] === other[start]) start += 1;
  let end = 0;
  while (end < shorter - start && one[one.length - 1 - end] === other[other.length - 1 - end]) end += 1;
  const left = shorter - start - end;
  if (left < 1) return true;
  if (one.length !== other.length) return false;
  return left === 1 || (left === 2 && one[start] === other[start + 1] && one[start + 1] === other[start]);
}
