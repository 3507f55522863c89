import { expect, test } from "vitest";
import { CITY, JURISDICTION_NAMES } from "../places/jurisdictions.ts";
import { LicenseNumber } from "../profiles/profile-input.ts";
import { NewLicence } from "./licence-input.ts";
import { ofPlace } from "./licence-place.ts";

const WRITTEN = {
  "MP 87651": [
    "MP 87651",
    "mp87651",
    "MP Nº 87651",
    "MP N° 87.651",
    "M.P. 87651",
    "M. P. nro. 87651",
    "MP: 87651",
    "MP #87651",
    "Mat. Prov. 87651",
    "Matrícula Provincial 87651",
    "MATRICULA PROV 87651",
    "Prov. 87651",
    "MP 087651",
    "MP-87651",
    "ＭＰ ８７６５１",
    "МР 87651",
    "MP ٨٧٦٥١",
    "MP 87 651",
    "M\u200bP 87651",
    "MP\u00a087651",
  ],
  "MN 68736": [
    "MN 68736",
    "MN 068736",
    "Mat. Nac. 68736",
    "M.N. 68.736",
    "MN N 68736",
    "Matrícula Nac. 68736",
    "ＭＮ６８７３６",
    "МN 68736",
    "nacional 68736",
    "mn nº 00068736",
  ],
  "87651": ["87651", "087651", "87.651", "Nº 87651", "Mat. 87651", "Matrícula 87651", "８７６５１"],
  "MP 87651, Córdoba": ["MP 87651, Córdoba", "MP 087651 (cordoba)", "Mat. Prov. Cba. 87651", "87651 CBA"],
  "MP 87651, Buenos Aires": ["MP 87651 Bs. As.", "MP 87651 de la Provincia de Buenos Aires", "MP PBA 87651"],
  "MN 87651": ["MN 87651 CABA", "87651, Ciudad Autónoma de Buenos Aires", "Mat. Nac. 87651, Capital Federal"],
  "MP A-12": ["MP A-12"],
  "MN 1 y MP 2": ["MN 1 y MP 2"],
};

test.each(Object.entries(WRITTEN))("%s is one number, however it is written", (normal, forms) => {
  for (const form of forms) expect(LicenseNumber.parse(form), form).toBe(normal);
});

test("the answer about a province completes a licence, and in the City it is the national one", () => {
  for (const [code, name] of Object.entries(JURISDICTION_NAMES)) {
    const whole = code === CITY ? "MN 87651" : `MP 87651, ${name}`;
    for (const typed of ["87651", "MP 87651", "MP 87651, Salta"])
      expect(LicenseNumber.parse(ofPlace(LicenseNumber.parse(typed), name))).toBe(whole);
  }
});

test("a licence number has 3 to 20 characters in its own sentence, and one declared besides has its number alone", () => {
  const problem = (text: string) => LicenseNumber.safeParse(text).error?.issues[0]?.message;
  expect(problem("12")).toBe("Matrícula requerida");
  expect(problem("---")).toBe("Matrícula requerida");
  expect(problem("1".repeat(21))).toBe("Matrícula muy larga");
  expect(LicenseNumber.parse("012")).toBe("012");
  const number = (text: string) => NewLicence.parse({ kind: "MP", jurisdiction: "14", number: text }).number;
  for (const form of ["87651", "087651", "MP 87.651", "８７６５１", "Mat. Prov. 87651"])
    expect(number(form)).toBe("87651");
});
