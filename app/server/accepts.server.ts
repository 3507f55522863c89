/** Whether an Accept-Encoding header accepts an encoding. */
export function accepts(header: string | string[] | undefined, encoding: string): boolean {
  return String(header ?? "")
    .split(",")
    .some((one) => {
      const [name = "", weight = ""] = one.split(";");
      return name.trim() === encoding && !/^\s*q=0(\.0+)?\s*$/.test(weight);
    });
}
