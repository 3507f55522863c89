/** Words before or after a name that are none; `public_name` of the database has the same. */
export const TITLES =
  "lic(?:enciad[oa])?|dra?|doctora?|kl?gl?[oa]|kinesi[oóOÓ]log[oa]|ft|fisio(?:terapeuta)?|prof(?:esora?)?|sra?|srta|se[ñÑ]or(?:a|ita)?|don|do[ñÑ]a|ing|m[np]|mg(?:tr|ter)?|esp";
const title = new RegExp(`^(?:${TITLES})\\.?$`, "i");

/** A person's initials: of the first and last word of the name. */
export function initials(name: string): string {
  const all = name.trim().split(/\s+/).filter(Boolean);
  const named = all.filter((word) => !title.test(word));
  const words = named.length > 0 ? named : all;
  const chosen = words.length > 1 ? [words[0], words.at(-1)] : words;
  return (
    chosen
      .map((word) => [...(word ?? "")][0] ?? "")
      .join("")
      .toLocaleUpperCase("es-AR") || "?"
  );
}
