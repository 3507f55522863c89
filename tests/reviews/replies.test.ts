import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { contactsIn } from "../../app/domain/contacts/found-contacts.ts";
import { tellsHealth } from "../../app/domain/reviews/health-in-reply.ts";
import { saysName } from "../../app/domain/reviews/names-in-reply.ts";
import { LATER, textsOf } from "../contacts/corpora.ts";

const linesOf = (name: string) =>
  readFileSync(new URL(`corpora/${name}.txt`, import.meta.url), "utf8")
    .split("\n")
    .filter((line) => line !== "");
const [health, plain, openings] = [linesOf("health"), linesOf("plain"), linesOf("openings")];

const PEOPLE = [
  { names: ["Ana María Gómez"], shown: "Ana G.", written: ["Gómez", "gomez", "GÓMEZ", "María", "anagomez", "Gomes"] },
  { names: ["Bruno Díaz Vélez"], shown: "Bruno D.", written: ["Díaz", "Vélez", "Belez", "brunovelez", "v e l e z"] },
  { names: ["Sofía Núñez", "Sofía Ibarra"], shown: "Sofía N.", written: ["Nuñez", "N.ú.ñ.e.z", "Ibarra"] },
  { names: ["Juan Pérez"], shown: "Juan P.", written: ["P3r3z", "Perez", "peres", "P*rez", "juanperez", "p é r e z"] },
  { names: ["Božena Šimić"], shown: "Božena Š.", written: ["Simic", "Šimić", "S1mic", "bozenasimic"] },
  { names: ["Ana D'Angelo"], shown: "Ana D.", written: ["D'Angelo", "dangelo", "D’Angelo", "Angelo"] },
];
const SAID = [
  (name: string) => `Gracias ${name}`,
  (name: string) => `Estimada señora ${name}, lamento lo que cuenta.`,
  (name: string) => `La familia ${name} siempre fue muy amable.`,
  (name: string) => `¡${name}! Qué alegría leerte`,
];

test("no answer with another name of its patient passes, nor one with contact data", () => {
  const named = PEOPLE.flatMap(({ names, shown, written }) =>
    written.flatMap((name) => SAID.map((say) => ({ text: say(name), names, shown }))),
  );
  const contacts = LATER.flatMap((set) => textsOf(`${set}-contacts`)).map((text) => `Gracias por tu reseña. ${text}`);
  expect(named.length).toBeGreaterThanOrEqual(100);
  expect(contacts.length).toBeGreaterThanOrEqual(100);
  expect(named.filter(({ text, names, shown }) => !saysName(text, names, shown))).toEqual([]);
  expect(contacts.filter((text) => contactsIn(text).length === 0)).toEqual([]);
});

test("of 100 answers with words of the body, of what somebody has or of its treatment at least 95 are held", () => {
  const missed = health.filter((text) => !tellsHealth(text));
  expect(health).toHaveLength(100);
  expect(missed.length, missed.join("\n")).toBeLessThanOrEqual(5);
});

test("of 300 plain answers at most nine are held, and none is refused", () => {
  const all = [...plain, ...openings.flatMap((opening) => plain.slice(0, 20).map((text) => `${opening} ${text}`))];
  expect(all).toHaveLength(300);
  const held = all.filter(tellsHealth);
  expect(held.length, held.join("\n")).toBeLessThanOrEqual(9);
  const isRefused = (text: string) =>
    contactsIn(text).length > 0 || PEOPLE.some(({ names, shown }) => saysName(text, names, shown));
  expect(all.filter(isRefused)).toEqual([]);
});

test("a name in pieces is refused, and words of health behind signs are held", () => {
  for (const text of ["Gracias, Ana Gó mez", "Ana G ó m e z", "Gó-mez", "Go m3z", "Gom Mez"])
    expect(saysName(text, ["Ana Gómez"], "Ana G."), text).toBe(true);
  for (const text of ["Lo pesado fue el viaje", "Podés llamar tarde"])
    expect(saysName(text, ["Ana Marta López"], "Ana M."), text).toBe(false);
  for (const text of ["Tu esgu1nce", "la her.nia", "un d0l0r", "h-e-r-n-i-a", "la r*odilla"])
    expect(tellsHealth(text), text).toBe(true);
  for (const text of ["Atiendo a las 10", "Gracias.Vuelvan", "4to piso, 2do timbre", "lunes-martes"])
    expect(tellsHealth(text), text).toBe(false);
});

test("the name by which everybody knows a patient may be said, and words that only look like a name", () => {
  for (const text of ["Gracias, Ana", "Gracias Ana G.", "La paz sea con vos", "Hasta luego"])
    expect(saysName(text, ["Ana Gómez"], "Ana G."), text).toBe(false);
});
