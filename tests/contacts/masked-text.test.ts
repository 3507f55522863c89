import { describe, expect, test } from "vitest";
import { maskedText } from "../../app/domain/contacts/masked-text.ts";

describe("contact data are masked", () => {
  test.each([
    ["1145556789, 1145556780", "••••, ••••"],
    ["4555-6789/4555-6780", "••••/••••"],
    ["(011) 4555-6789 (011) 4555-6780", "•••• ••••"],
    ["28/11/2026 1145556789", "28/11/2026 ••••"],
    ["1) 11 4555 6789 2) 11 4555 6780", "1) •••• 2) ••••"],
    ["DNI 23456789 - 1145556789", "DNI 23456789 - ••••"],
    ["DNI 23.456.789 1145556789", "DNI 23.456.789 ••••"],
    ["CUIT 20-23456789-3 1145556789", "CUIT 20-23456789-3 ••••"],
    ["Lic. Carla Benítez MN 10432 1145556789", "Lic. Carla Benítez MN 10432 ••••"],
    ["CP 1425 1145556789", "CP 1425 ••••"],
    ["socio 11 4555 6789", "socio ••••"],
    ["Afiliado 1145556789", "Afiliado ••••"],
    ["DNI 1145556789", "DNI ••••"],
    ["MP 4555 6789", "MP ••••"],
    ["Turno al 1145556789", "Turno al ••••"],
    ["$1145556789", "$••••"],
    ["١١٤٥٥٥٦٧٨٩", "••••"],
    ["❶❶ ❹❺❺❺ ❻❼❽❾", "••••"],
    ["ana@gmаil.com", "••••"],
    ["Ana 11 4555-6789", "Ana ••••"],
    ["1155551234 km", "•••• km"],
    ["el precio es 1155551234 pesos", "el precio es •••• pesos"],
    ["un uno, otro uno, cuatro cincos, 1234", "••••"],
    ["un 1, otro 1, cuatro 5, 1234", "••••"],
    ["juanperez (a) gmail", "••••"],
    ["juanperez88 en gmail", "••••"],
    ["moc.liamg@zerepnauj", "••••"],
    ["15-5555-5555", "••••"],
    ["2261 45 6789", "••••"],
    ["3/5 4/5 1145556789", "3/5 4/5 ••••"],
    ["11 4555-6789 (Juan) 11 4555-6780 (Ana)", "•••• (Juan) •••• (Ana)"],
  ])("%s is shown as %s", (text, shown) => expect(maskedText(text)).toBe(shown));
});

describe("what is no contact is shown", () => {
  test.each([
    "presión 120/80 130/85 140/90",
    "fuerza 3/5 4/5 4/5 5/5",
    "fuerza 4 4 5 5 3 4 5 5",
    "camino 3000 4000 pasos por día",
    "caminé 2350 4120 5230 pasos",
    "FC 70 80 90 110 120",
    "Abducción 45º 90º 120º",
    "hijos de 2015 2018 2020",
    "10 sesiones x 28000 = 280000",
    "25000 30000 35000",
    "PAMI 150123456789/00",
    "Informe N° 2026-00012345",
    "expediente 4021-2293/24",
    "dolor diario 7 6 5 4 4 3 2 2",
    "Protocolo 45871236",
    "1 2 3 4 5 6 7 8 9 10",
    "peso 78 77 76 75 74",
  ])("%s", (text) => expect(maskedText(text)).toBe(text));
});
