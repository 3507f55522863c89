import { expect, test } from "vitest";
import { Email } from "./credentials.ts";

test("an address is taken as it is seen, without the marks that came with its copy", () => {
  for (const typed of [
    "ana@example.com",
    " Ana@Example.com ",
    "ana\u200b@example.com",
    "\ufeffana@example.com\u2060",
    "\u202aana@example.com\u202c",
    "ana@exam\u00adple.com",
  ])
    expect(Email.parse(typed), JSON.stringify(typed)).toBe("ana@example.com");
  for (const wrong of ["ana", "ana@", "ana @example.com", "\u200b"])
    expect(Email.safeParse(wrong).success, wrong).toBe(false);
});
