import { afterAll, beforeAll, expect, test } from "vitest";
import { cast } from "../../app/demo/cast.ts";
import { maskedText } from "../../app/domain/contacts/masked-text.ts";
import { maskedTogether } from "../../app/domain/contacts/masked-together.ts";
import { like } from "../support/people.ts";
import { openTestApp, type TestApp } from "../support/test-app.ts";
import { plainTexts } from "./corpora.ts";

let testApp: TestApp;
beforeAll(async () => {
  testApp = await openTestApp();
});
afterAll(() => testApp?.close());

const together = (...texts: string[]) => maskedTogether(maskedText, texts);

test.each([
  [
    ["Rodilla 11 5555", "2233, me duele al bajar"],
    ["Rodilla ••••", "••••, me duele al bajar"],
  ],
  [
    ["2233 es el final", "Empieza 11 5555"],
    ["•••• es el final", "Empieza ••••"],
  ],
  [
    ["Lesión once cincuenta y cinco", "55 2233"],
    ["Lesión ••••", "••••"],
  ],
  [
    ["1155", "Rodilla", "552233"],
    ["••••", "Rodilla", "••••"],
  ],
  [
    ["Cel 11", "5555", "2233"],
    ["Cel ••••", "••••", "••••"],
  ],
  [
    ["4555", "6789 me duele"],
    ["••••", "•••• me duele"],
  ],
  [
    ["Rodilla", "Me duele 11 5555-2233"],
    ["Rodilla", "Me duele ••••"],
  ],
])("halves of a number in texts that are shown together are masked: %j", (texts, shown) => {
  expect(together(...texts)).toEqual(shown);
});

test("values of one text beside those of another stay as they are", () => {
  for (const texts of [
    ["Rodilla, 2 meses", "45 años, EVA 7/10"],
    ["LCA 2019", "Operada el 12/03/2024, 10 sesiones"],
    ["L4 L5", "5 de 7 días, 30 minutos"],
    ["Carla Benítez", "$25.000 - $35.000", "20 años de experiencia, MN 10432"],
  ])
    expect(together(...texts)).toEqual(texts);
  const plain = plainTexts();
  const masked = plain.slice(1).filter((text, at) => {
    const texts = [plain[at]!.slice(0, 80), text];
    return together(...texts).join() !== texts.map(maskedText).join();
  });
  expect(masked.length / plain.length, masked.join("\n")).toBeLessThanOrEqual(0.01);
});

test("a case's title and description, and a profile's bio and the message of its application, are masked together until the acceptance", async () => {
  const stamp = Date.now().toString(36);
  const ana = await testApp.signUp(like(cast.ana, "Ana Mitades"));
  const carla = await testApp.approvedKine(
    like(cast.carla, "Carla Mitades", {
      license_number: `MT ${stamp}`.slice(0, 12),
      bio: "Atiendo deportistas. 11 5555",
    }),
  );
  const said = { title: "Rodilla 11 5555", description: "2233, me duele al bajar" };
  const { id } = await ana.api.cases.create(said);
  const shown = { title: "Rodilla ••••", description: "••••, me duele al bajar" };
  expect((await carla.api.cases.available({})).items.find((each) => each.id === id)).toMatchObject({
    title: shown.title,
  });
  expect(await carla.api.cases.view({ id })).toMatchObject(shown);
  const { id: match } = await carla.api.matches.apply({ case_id: id, message: "2233 para lo que necesites" });
  const [application] = (await ana.api.cases.applications({ case_id: id })).items;
  expect(application).toMatchObject({ bio: "Atiendo deportistas. ••••", message: "•••• para lo que necesites" });
  await ana.api.matches.accept({ id: match });
  expect(await carla.api.cases.view({ id })).toMatchObject(said);
});
