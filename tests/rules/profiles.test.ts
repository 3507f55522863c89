import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { cast } from "../../app/demo/cast.ts";
import { like, outcome, type Person } from "../support/people.ts";
import { openTestApp, type TestApp } from "../support/test-app.ts";

let testApp: TestApp;
let ana: Person;
let carla: Person;

beforeAll(async () => {
  testApp = await openTestApp();
  ana = await testApp.signUp(cast.ana);
  carla = await testApp.approvedKine(cast.carla);
});
afterAll(() => testApp?.close());

const refusal = (call: Promise<unknown>) =>
  call.then(
    () => null,
    (error: Error) => error.message,
  );
const year = new Date().getFullYear();

describe("the own profile", () => {
  test("holds what was given at sign-up, and what is saved, empty fields as null", async () => {
    expect(await ana.api.profiles.mine()).toMatchObject({
      name: "Ana Ferreyra",
      email: cast.ana.email,
      phone: "+54 11 4444-1111",
      birth_date: "1961-03-14",
      location_city: "Caballito",
    });
    await ana.api.profiles.update({ name: "  Ana María Ferreyra ", phone: "", location_city: "  ", birth_date: "" });
    expect(await ana.api.profiles.mine()).toMatchObject({
      name: "Ana María Ferreyra",
      phone: null,
      location_city: null,
      birth_date: null,
      email: cast.ana.email,
    });
  });

  test("edited from an older version is refused, and of fifty edits of one version one is saved", async () => {
    const { version } = await ana.api.profiles.mine();
    const outcomes = await Promise.all(
      Array.from({ length: 50 }, (_, n) => outcome(ana.api.profiles.update({ name: `Ana ${n}`, version }))),
    );
    expect(outcomes.toSorted()).toEqual([...Array(49).fill("PROFILE_CHANGED"), "ok"]);
    const saved = await ana.api.profiles.mine();
    expect(saved).toMatchObject({ name: `Ana ${outcomes.indexOf("ok")}`, version: version + 1 });
    expect(await ana.api.profiles.update({ name: saved.name, version: saved.version })).toMatchObject({
      version: saved.version,
    });
    expect(await ana.api.profiles.update({ name: "Ana Ferreyra", version: saved.version })).toEqual({
      version: saved.version + 1,
      in_review: false,
    });
  });

  test("what is not given stays as it is", async () => {
    await ana.api.profiles.update({ name: "Ana Ferreyra", phone: "+54 11 4444-9999" });
    await ana.api.profiles.update({ name: "Ana Ferreyra" });
    expect((await ana.api.profiles.mine()).phone).toBe("+54 11 4444-9999");
  });

  test.each([
    [{ name: "   " }, "El nombre es requerido"],
    [{ name: "A" }, "Mínimo 2 caracteres"],
    [{ name: "A".repeat(81) }, "Máximo 80 caracteres"],
    [{ name: "Ana", phone: "123" }, "Teléfono inválido"],
    [{ name: "Ana", phone: "1".repeat(21) }, "Teléfono muy largo"],
    [{ name: "Ana", birth_date: `${year + 1}-01-01` }, "La fecha de nacimiento no puede ser futura"],
    [{ name: "Ana", birth_date: "1899-12-31" }, "Fecha inválida"],
    [{ name: "Ana", birth_date: "2001-02-30" }, "Fecha inválida"],
  ])("%o is refused with its sentence", async (update, sentence) => {
    expect(await refusal(ana.api.profiles.update(update))).toBe(sentence);
  });

  test("a birth date of today is taken: it may not be in the future, that is all", async () => {
    const today = new Date().toISOString().slice(0, 10);
    await ana.api.profiles.update({ name: "Ana Ferreyra", birth_date: today });
    expect((await ana.api.profiles.mine()).birth_date).toBe(today);
  });

  test("nobody changes e-mail, approval, photo or id by it", async () => {
    const before = await ana.api.profiles.mine();
    const more = {
      name: before.name,
      email: "otra@example.com",
      approval_status: "pending",
      id: carla.id,
      photo_url: "/x",
    };
    await ana.api.profiles.update(more);
    expect(await ana.api.profiles.mine()).toEqual(before);
    expect((await ana.api.accounts.me()).approval_status).toBe("approved");
  });

  test("a specialist's fields are for specialists", async () => {
    expect(await outcome(ana.api.profiles.update({ name: "Ana", license_number: "MN 1234" }))).toBe("NOT_ALLOWED");
    await carla.api.profiles.update({
      name: "Carla Benítez",
      license_number: "MN 10.433",
      specialty: "Columna",
      price_range: "$50.000+",
      modalities: ["online", "consultorio"],
      bio: "",
      phone_listed: false,
    });
    expect(await carla.api.profiles.mine()).toMatchObject({
      price_range: "$50.000+",
      modalities: "online, consultorio",
      bio: null,
      phone_listed: false,
      change: { license_number: "MN 10433", specialty: "Columna" },
    });
  });

  test.each([
    [{ license_number: "12" }, "Matrícula requerida"],
    [{ license_number: "1".repeat(21) }, "Matrícula muy larga"],
    [{ specialty: "K" }, "Especialidad requerida"],
    [{ price_range: "" }, "Rango de precios requerido"],
    [{ modalities: [] }, "Selecciona al menos una modalidad"],
    [{ bio: "a".repeat(501) }, "Máximo 500 caracteres"],
  ])("of a specialist, %o is refused with its sentence", async (update, sentence) => {
    expect(await refusal(carla.api.profiles.update({ name: "Carla Benítez", ...update }))).toBe(sentence);
  });

  test("the licence of another specialist is refused, whatever its spaces and capitals", async () => {
    const other = await testApp.approvedKine(like(cast.carla, "Otra Kine", { license_number: "MN 55001" }));
    const taken = carla.api.profiles.update({ name: "Carla Benítez", license_number: "mn55001" });
    expect(await refusal(taken)).toBe("Esta matrícula ya está registrada");
    await other.api.profiles.update({ name: "Otra Kine", license_number: "mn 55001" });
  });

  test("a specialist who waits for approval changes nothing yet", async () => {
    const diego = await testApp.signUp(cast.diego);
    expect(await outcome(diego.api.profiles.update({ name: "Diego" }))).toBe("APPROVAL_PENDING");
    expect((await diego.api.profiles.mine()).name).toBe("Diego Molina");
  });
});

describe("the weekly hours of a specialist", () => {
  const range = (weekday: number, start_time: string, end_time: string) => ({
    weekday,
    start_time,
    end_time,
    place_id: null,
  });

  test("are a whole week with several ranges a day, in place of the one before", async () => {
    await carla.api.availabilities.replace({ ranges: [range(2, "09:00", "13:00")] });
    const week = [range(1, "09:00", "13:00"), range(1, "13:00", "18:30"), range(6, "10:00", "12:00")];
    await carla.api.availabilities.replace({ ranges: week.toReversed() });
    expect(await carla.api.availabilities.mine()).toEqual(week);
    const { availabilities } = await testApp.anonymous.profiles.publicProfile({ id: carla.id });
    expect(availabilities.map(({ weekday }) => weekday)).toEqual([1, 1, 6]);
  });

  test.each(["24:00", "00:00"])("go on until the end of the day, as %s", async (end) => {
    await carla.api.availabilities.replace({ ranges: [range(1, "20:00", end)] });
    expect(await carla.api.availabilities.mine()).toEqual([range(1, "20:00", "24:00")]);
    const overlapping = [range(1, "20:00", end), range(1, "23:00", "23:30")];
    expect(await refusal(carla.api.availabilities.replace({ ranges: overlapping }))).toBe(
      "Se superpone con otro horario del mismo día",
    );
  });

  test.each([
    [[range(1, "24:00", "24:00")], "Completá la hora"],
    [[range(1, "13:00", "09:00")], "Tiene que terminar después de empezar"],
    [[range(1, "09:00", "09:00")], "Tiene que terminar después de empezar"],
    [[range(1, "09:00", "13:00"), range(1, "12:59", "15:00")], "Se superpone con otro horario del mismo día"],
    [[range(1, "09:00", "13:00"), range(1, "09:00", "13:00")], "Se superpone con otro horario del mismo día"],
    [[range(1, "", "13:00")], "Completá la hora"],
    [[range(1, "25:00", "26:00")], "Completá la hora"],
  ])("%o are refused, and the week stays as it was", async (ranges, sentence) => {
    const before = await carla.api.availabilities.mine();
    expect(await refusal(carla.api.availabilities.replace({ ranges }))).toBe(sentence);
    expect(await carla.api.availabilities.mine()).toEqual(before);
  });

  test("of ten weeks that are saved at once, one is kept whole", async () => {
    const weeks = Array.from({ length: 10 }, (_, n) => [
      range(n % 7, `0${n}:00`, "20:00"),
      range((n + 1) % 7, `0${n}:00`, "20:00"),
    ]);
    await Promise.all(weeks.map((ranges) => carla.api.availabilities.replace({ ranges })));
    const kept = await carla.api.availabilities.mine();
    expect(kept).toHaveLength(2);
    expect(new Set(kept.map(({ start_time }) => start_time)).size).toBe(1);
  });
});
