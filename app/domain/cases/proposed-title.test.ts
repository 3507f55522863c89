import { expect, test } from "vitest";
import { proposedTitle } from "./proposed-title.ts";

test.each([
  ["Rodilla derecha", "Me duele al bajar escaleras. Desde marzo.", "Rodilla derecha: me duele al bajar escaleras"],
  ["Rodilla derecha", "me duele la rodilla al subir", "Me duele la rodilla al subir"],
  ["Espalda", "", "Espalda"],
  ["", "me caí y no puedo mover bien el brazo desde hace una semana larga", "Me caí y no puedo mover bien el brazo"],
  ["", "", ""],
])("a title is proposed from the zone and the first words: %s, %s", (zone, words, title) => {
  expect(proposedTitle({ zone, words })).toBe(title);
});
