import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { Below } from "./below.tsx";

test("what stands below the first screenful is not in the first rendering", () => {
  expect(renderToStaticMarkup(<Below>Borrar mi cuenta</Below>)).toBe("");
});
