import { AuthApiError, AuthRetryableFetchError, AuthWeakPasswordError } from "@supabase/auth-js";
import { expect, test } from "vitest";
import { NO_CONNECTION_IN_FORM } from "../../client/connection.ts";
import { SignUpMetadata } from "../../domain/accounts/account-input.ts";
import { emptySignUp } from "./sign-up-draft.ts";
import { metadataOf, signUpFailure } from "./sign-up.ts";
import { SignUpForm, type SignUpValues } from "./sign-up-input.ts";
import { stepOf } from "./sign-up-steps.ts";

const common = { name: "Ana Suárez", email: " Ana@Example.com ", password: "Segura123", phone: "11 5555-5555" };
const patient: SignUpValues = { ...emptySignUp("patient"), ...common, location_city: "Almagro", accepted_terms: true };
const kine: SignUpValues = {
  ...emptySignUp("kine"),
  ...common,
  location_city: "Palermo",
  license_number: "MN 12345",
  specialty: "Traumatología",
  price_range: "$50.000+",
  modalities: ["domicilio", "online"],
  accepted_terms: true,
};

function messages(values: SignUpValues): Record<string, string> {
  const issues = SignUpForm.safeParse(values).error?.issues ?? [];
  return Object.fromEntries(issues.toReversed().map((issue) => [issue.path[0], issue.message]));
}

test("a patient needs nothing of a specialist, and the other way round", () => {
  expect(messages(patient)).toEqual({});
  expect(messages({ ...kine, birth_date: "" })).toEqual({});
});

test("an untouched patient form names each missing field", () => {
  expect(messages(emptySignUp("patient"))).toEqual({
    name: "Mínimo 2 caracteres",
    email: "Email inválido",
    password: "Mínimo 8 caracteres",
    phone: "Teléfono inválido",
    location_city: "Barrio requerida",
    accepted_terms: "Debes aceptar los términos y condiciones para continuar",
  });
});

test("an untouched specialist form names each missing field", () => {
  const problems = messages(emptySignUp("kine"));
  expect(problems).toMatchObject({
    license_number: "Matrícula requerida",
    specialty: "Especialidad requerida",
    price_range: "Rango de precios requerido",
    modalities: "Selecciona al menos una modalidad",
  });
  expect(Object.keys(problems).filter((field) => stepOf("kine", field as keyof SignUpValues) === 0)).toEqual([]);
});

test("the metadata holds no credentials, joins the modalities and is what the server takes", () => {
  for (const values of [patient, kine]) {
    const metadata = metadataOf(SignUpForm.parse(values));
    expect(metadata).not.toHaveProperty("password");
    expect(metadata).not.toHaveProperty("email");
    expect(metadata.accepted_terms).toBe(true);
    expect(SignUpMetadata.safeParse(metadata).success).toBe(true);
  }
  expect(metadataOf(SignUpForm.parse(kine))).toMatchObject({ role: "kine", modalities: "domicilio, online" });
  expect(metadataOf(SignUpForm.parse(patient))).not.toHaveProperty("license_number");
});

test("a refused sign-up says why, at the field that it is about", () => {
  expect(signUpFailure(new AuthApiError("User already registered", 422, "user_already_exists"))).toEqual({
    message: "Este email ya está registrado",
    field: "email",
  });
  expect(signUpFailure(new AuthApiError("Esta matrícula ya está registrada", 422, "license_taken"))).toEqual({
    message: "Esta matrícula ya está registrada",
    field: "license_number",
  });
  expect(signUpFailure(new AuthWeakPasswordError("Esa contraseña es muy común", 422, ["pwned"]))).toEqual({
    message: "Esa contraseña es muy común",
    field: "password",
  });
  expect(signUpFailure(new AuthApiError("Demasiados intentos.", 429, "over_request_rate_limit"))).toEqual({
    message: "Demasiados intentos.",
    field: undefined,
  });
});

test("a lost connection is told apart from a refusal", () => {
  expect(signUpFailure(new TypeError("Failed to fetch"))).toEqual({ message: NO_CONNECTION_IN_FORM });
  expect(signUpFailure(new AuthRetryableFetchError("Failed to fetch", 0)).message).toBe(NO_CONNECTION_IN_FORM);
});
