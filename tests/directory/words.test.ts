import { afterAll, beforeAll, expect, test } from "vitest";
import { directoryPage } from "../../app/domain/directory/page.server.ts";
import { searchLeadsTo } from "../../app/domain/directory/search-words.server.ts";
import { openTestApp, type TestApp } from "../support/test-app.ts";

/** What visitors type, and the specialty that is meant. */
const WHAT: Record<string, string> = {
  traumatologia:
    "rodilla, ciática, ciatica, manguito, manguito rotador, hombro, esguince de tobillo, lumbalgia, dolor de rodilla, me duele la espalda, cervical, cervicales, hernia de disco, tendinitis, fractura, contractura, menisco, rotula, traumatología, traumatologia, traumatolgia, traumatologa, rodila, hombor, esguinse, lumbalgía, codo, muñeca, cadera, fascitis plantar, tobilo, escoliosis, escoleosis, epicondilitis, posoperatorios, ortopedia, columna",
  deportiva:
    "deportiva, deportivo, kinesiología deportiva, kinesiologo deportivo, deprotiva, desgarro, desgaro, lesiones deportivas, deporte, futbol, running",
  neurologica:
    "ACV, acv, neurológica, neurologia, neurolojia, parkinson, parkinsón, parkison, hemiplejia, esclerosis multiple, rehabilitación neurológica, lesión medular, bobath",
  respiratoria: "respiratoria, respiratorio, respirtoria, asma, EPOC, bronquitis, bronquiolitis, pulmones, neumonia",
  pediatrica:
    "bebé, bebe, bebes, niños, pediátrica, pediatria, pediatrica, pedriatica, infantil, plagiocefalia, neurodesarrollo",
  "piso-pelvico":
    "piso pélvico, piso pelvico, suelo pelvico, incontinencia, incontinensia, embarazo, posparto, uroginecologia, piso pelvco, pelvis, diastasis",
  vestibular: "vestibular, vestivular, vértigo, vertigo, mareos, mareo, equilibrio",
  geriatrica: "geriátrica, geriatria, adultos mayores, tercera edad, abuela, caidas",
  atm: "ATM, atm, bruxismo, brujismo, mandíbula, mandibula, temporomandibular",
  oncologica: "oncológica, oncologia, cancer, cáncer, mastectomia, mastectomía",
  reumatologica: "artrosis, artritis, fibromialgia, fibromialja, reumatologia, reumatología",
  "drenaje-linfatico": "drenaje, drenaje linfático, drenage, linfedema, linfatico, linfedma",
  quemados: "quemados, quemaduras, quemadura, cicatrices",
  "osteopatia-rpg": "RPG, rpg, osteopatía, osteopatia, osteopata, osteopatía y rpg, ostopatia, postura",
};

/** What visitors type, and the place that is meant. */
const WHERE: Record<string, string> = {
  palermo: "palermo, Palermo, palemo, palremo, Palermo Soho, barrio palermo, pal, palermo caba",
  belgrano: "belgrano, belgrno, Belgrano R, belgr",
  caballito: "caballito, cabalito, cavallito, Caballito Norte",
  "villa-urquiza": "villa urquiza, vila urquiza, villa urquisa, urquiza",
  "villa-crespo": "villa crespo, vila crespo, villa crespo caba",
  nunez: "nuñez, nunez, Núñez",
  recoleta: "recoleta, recoletta, barrio norte",
  balvanera: "once, balvanera, valvanera, abasto",
  "villa-devoto": "devoto, villa devoto, villa debboto",
  "general-san-martin": "san martin, general san martin, gral san martin",
  "vicente-lopez": "vicente lopez, vicente lópez, visente lopez",
  "lomas-de-zamora": "lomas de zamora, lomas, loma de zamora",
  quilmes: "quilmes, kilmes, quilms",
  "la-plata": "la plata, la plta, La Plata Provincia de Buenos Aires",
  "mar-del-plata": "mar del plata, mar de plata, mardel",
  "bahia-blanca": "bahia blanca, bahía blanca, baia blanca",
  cordoba: "cordoba, córdoba, cordova, cordoba capital",
  rosario: "rosario, rosrio, rosaro",
  mendoza: "mendoza, mendosa, mendoza capital",
  "san-miguel-de-tucuman": "tucuman, san miguel de tucuman, tucumán",
  "san-carlos-de-bariloche": "bariloche, variloche, barilohe",
  neuquen: "neuquen, neuquén, neuqen",
  "ramos-mejia": "ramos mejia, ramos mejía, ramos megia",
  moron: "moron, morón, moronn",
  caba: "caba, capital federal, CABA, ciudad de buenos aires",
  posadas: "posadas, posada",
};

let testApp: TestApp;
beforeAll(async () => {
  testApp = await openTestApp();
});
afterAll(() => testApp?.close());

async function leadsTo(what: string, where: string): Promise<string> {
  const answer = await searchLeadsTo(testApp.app.services, what, where);
  return "to" in answer ? answer.to : "unknown";
}

test("of 200 typed queries, with wrong letters among them, at least 95 % lead to the right specialty or place", async () => {
  const wrong: string[] = [];
  let queryCount = 0;
  for (const [slug, typed] of Object.entries(WHAT))
    for (const text of typed.split(", ")) {
      queryCount += 1;
      const to = await leadsTo(text, "");
      if (to !== `/kinesiologos?especialidad=${slug}`) wrong.push(`${text}: ${to}, not ${slug}`);
    }
  for (const [slug, typed] of Object.entries(WHERE))
    for (const text of typed.split(", ")) {
      queryCount += 1;
      const to = await leadsTo("", text);
      if (to.split("/").at(-1) !== slug) wrong.push(`${text}: ${to}, not ${slug}`);
    }
  console.log(`${queryCount} typed queries, ${wrong.length} wrong: ${wrong.join("; ")}`);
  expect(queryCount).toBeGreaterThanOrEqual(200);
  expect(wrong.length / queryCount, wrong.join("; ")).toBeLessThanOrEqual(0.05);
});

test("a search leads to the page of both, to a filtered list where there is no such page, and says what it does not understand", async () => {
  expect(await leadsTo("rodilla", "palermo")).toBe("/kinesiologos/caba/palermo/traumatologia");
  expect(await leadsTo("bebé", "online")).toBe("/kinesiologos/online/pediatrica");
  expect(await leadsTo("ACV", "capital federal")).toBe("/kinesiologos/caba?especialidad=neurologica");
  expect(await leadsTo("", "")).toBe("/kinesiologos");
  const { services } = testApp.app;
  expect(await searchLeadsTo(services, "abogado laboral", "")).toEqual({ unknown: "abogado laboral" });
  expect(await searchLeadsTo(services, "rodilla", "montevideo")).toEqual({ unknown: "montevideo" });
  expect(await searchLeadsTo(services, "<script>", "' or 1=1")).toEqual({ unknown: "<script>" });
});

test("a list keeps a text that leads to it in its field, in its heading when it is plain, and no other text", async () => {
  const pageOf = async (
    typed: Record<string, string>,
    path = "/kinesiologos",
    asked = "especialidad=traumatologia",
  ) => {
    const query = new URLSearchParams(asked);
    for (const [name, text] of Object.entries(typed)) query.set(name, text);
    const answer = await directoryPage(testApp.app.services, path, query);
    if (typeof answer === "string" || !("page" in answer)) throw new Error(`${path}?${query} is no page`);
    return answer.page;
  };
  const back = await pageOf({ que: "  dolor de\u0007 espalda " });
  expect([back.search_heading, back.searched.what]).toEqual(["Dolor de espalda · Argentina", "dolor de espalda"]);
  expect(back.chips).toEqual([{ label: "dolor de espalda", to: "/kinesiologos" }]);
  expect(back.asked).toContainEqual({ name: "que", value: "dolor de espalda" });
  const own = "Kinesiología traumatológica";
  for (const [text, shown] of [
    ["asma", own],
    ["rodilla, escribime al 11 4555-6789", "rodilla, escribime al 11 4555-6789"],
    [`rodilla ${"muy ".repeat(20)}`, `rodilla ${"muy ".repeat(18)}`.trim()],
    ["<b>rodilla</b>", "<b>rodilla</b>"],
  ] as const) {
    const page = await pageOf({ que: text });
    expect([text, page.search_heading, page.searched.what]).toEqual([text, `${own} · Argentina`, shown]);
  }
  const all = await pageOf({ que: "rodilla", donde: "palermo" }, "/kinesiologos", "");
  expect([all.search_heading, all.searched, all.chips]).toEqual([null, { what: "", where: "" }, []]);
});
