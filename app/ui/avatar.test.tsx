import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { Avatar } from "./avatar.tsx";

test("a person is shown by their photo, or by initials on a colour that stays theirs", () => {
  expect(renderToStaticMarkup(<Avatar name="Ana Ferreyra" photoUrl="/files/a.png" />)).toContain('src="/files/a.png"');
  const initials = renderToStaticMarkup(<Avatar name="Ana Ferreyra" />);
  expect(initials).toContain('data-initials="AF"');
  expect(renderToStaticMarkup(<Avatar name="Ana F." />)).toBe(initials);
});
