import { expect, test } from "vitest";
import { allErrors } from "../shared/server-errors.server.ts";
import { ANSWER_WITHIN_HOURS, APPROVAL_POLL_MS, FAREWELL_MS } from "./accounts/account.ts";
import { PASSWORD_HINT, PASSWORD_MIN } from "../shared/password-rules.ts";
import { formatUnseen } from "./admin-views/admin-view.ts";
import {
  CASE_CREATED_NOTICE_MS,
  isPdf,
  MAX_STUDIES,
  PHONE_MISSING_NOTICE_MS,
  STUDY_EXTENSIONS,
  STUDY_MAX_BYTES,
  TOO_MANY_STUDIES,
} from "./cases/case.ts";
import { CASE_MODALITY_LABELS, MODALITIES, OWN_MODALITIES, SIGN_UP_MODALITIES } from "./profiles/modality.ts";
import { averageLine, MAX_STARS } from "./reviews/review-words.ts";
import {
  BIO_MAX,
  defaultBirthDate,
  PHOTO_HINT,
  PHOTO_MAX_BYTES,
  PHOTO_TOO_LARGE,
  PRICE_RANGES,
} from "./profiles/profile.ts";
import { KINE_MIN_AGE, LicenseNumber, Name, PatientBirthDate, Phone } from "./profiles/profile-input.ts";
import { NewReview } from "./reviews/review.ts";

const passes = (shape: { safeParse: (value: unknown) => { success: boolean } }, ...values: unknown[]) =>
  values.map((value) => shape.safeParse(value).success);
const bornYearsAgo = (years: number, days = 0) => {
  const day = new Date();
  day.setFullYear(day.getFullYear() - years);
  day.setDate(day.getDate() + days);
  return [day.getFullYear(), day.getMonth() + 1, day.getDate()].map((part) => String(part).padStart(2, "0")).join("-");
};

test("phone 8 to 20, name 2 to 80 and licence 3 to 20 characters, bio up to 500, password from 8", () => {
  const long = (length: number) => "1".repeat(length);
  expect(passes(Phone, long(7), long(8), long(20), long(21))).toEqual([false, true, true, false]);
  expect(passes(Name, long(1), long(2), long(80), long(81))).toEqual([false, true, true, false]);
  expect(passes(LicenseNumber, long(2), long(3), long(20), long(21))).toEqual([false, true, true, false]);
  expect([BIO_MAX, PASSWORD_MIN]).toEqual([500, 8]);
  expect(PASSWORD_HINT).toBe("8 caracteres o más, con una mayúscula y un número.");
});

test("a patient is 13 to 120 years old on the day, a specialist at least 18, and the form starts thirty years ago", () => {
  expect(
    passes(PatientBirthDate, bornYearsAgo(13, 1), bornYearsAgo(13), bornYearsAgo(121, 1), bornYearsAgo(121)),
  ).toEqual([false, true, true, false]);
  expect(PatientBirthDate.safeParse(bornYearsAgo(12)).error?.issues[0]?.message).toBe(
    "Debes tener al menos 13 años para registrarte",
  );
  expect(KINE_MIN_AGE).toBe(18);
  expect(defaultBirthDate(new Date(2026, 10, 21))).toBe("1996-01-01");
});

test("five studies of 10 MB in four formats, a PDF told by its ending, and a photo of 5 MB", () => {
  expect([MAX_STUDIES, STUDY_MAX_BYTES, STUDY_EXTENSIONS]).toEqual([5, 10_485_760, ["jpg", "jpeg", "png", "pdf"]]);
  expect(TOO_MANY_STUDIES).toBe("Máximo 5 archivos permitidos");
  expect(allErrors.TOO_MANY_STUDIES.message).toBe(TOO_MANY_STUDIES);
  expect([isPdf("a/B.PDF"), isPdf("a/pdf.png")]).toEqual([true, false]);
  expect(PHOTO_MAX_BYTES).toBe(5 * 1024 * 1024);
  expect([PHOTO_TOO_LARGE, PHOTO_HINT]).toEqual(["La imagen debe ser menor a 5MB", "JPG, PNG o GIF. Máximo 5MB."]);
});

test("one to five whole stars, and an average to one decimal", () => {
  const review = { case_id: crypto.randomUUID(), kine_id: crypto.randomUUID() };
  expect(passes(NewReview, ...[0, 1, 5, 6, 2.5].map((stars) => ({ ...review, stars })))).toEqual([
    false,
    true,
    true,
    false,
    false,
  ]);
  expect(NewReview.safeParse(review).error?.issues[0]?.message).toBe("Debes seleccionar una calificación");
  expect([MAX_STARS, averageLine(4.25), averageLine(5)]).toEqual([5, "Promedio: 4.3 / 5.0", "Promedio: 5.0 / 5.0"]);
});

test("the waiting page asks every 10 seconds and promises an answer in 24 to 48 hours", () => {
  expect([APPROVAL_POLL_MS, ANSWER_WITHIN_HOURS]).toEqual([10_000, "24-48"]);
});

test("three modalities with the names of each screen, and four price ranges", () => {
  expect(SIGN_UP_MODALITIES.map(({ label }) => label)).toEqual(["Domicilio", "Consultorio", "Virtual"]);
  expect(OWN_MODALITIES.map(({ label }) => label)).toEqual(["Domicilio", "Consultorio", "Online"]);
  expect(MODALITIES.map((modality) => CASE_MODALITY_LABELS[modality])).toEqual(["Consultorio", "Domicilio", "Online"]);
  expect(PRICE_RANGES).toEqual(["$15.000 - $25.000", "$25.000 - $35.000", "$35.000 - $50.000", "$50.000+"]);
});

test("a notice stays 5 seconds about a missing phone and 4 about a new case", () => {
  expect([PHONE_MISSING_NOTICE_MS, CASE_CREATED_NOTICE_MS]).toEqual([5000, 4000]);
});

test("the landing page opens a second after a deletion", () => {
  expect(FAREWELL_MS).toBe(1000);
});

test("a badge counts to 99", () => {
  expect([1, 99, 100, 5000].map(formatUnseen)).toEqual(["1", "99", "99+", "99+"]);
});
