export const MODALITIES = ["consultorio", "domicilio", "online"] as const;
export type Modality = (typeof MODALITIES)[number];
export const CASE_MODALITY_LABELS: Record<Modality, string> = {
  consultorio: "Consultorio",
  domicilio: "Domicilio",
  online: "Online",
};

/** A specialist's modalities with the order and labels of the sign-up form. */
export const SIGN_UP_MODALITIES: readonly { value: Modality; label: string }[] = [
  { value: "domicilio", label: "Domicilio" },
  { value: "consultorio", label: "Consultorio" },
  { value: "online", label: "Virtual" },
];

/** The same on the specialist's own profile, where the specification fixes no word. */
export const OWN_MODALITIES = SIGN_UP_MODALITIES.map(({ value }) => ({ value, label: CASE_MODALITY_LABELS[value] }));

/** The same with the order and labels of the admin's form. */
export const ADMIN_MODALITIES: readonly { value: Modality; label: string }[] = [
  { value: "consultorio", label: "Consultorio" },
  { value: "domicilio", label: "A domicilio" },
  { value: "online", label: "Online" },
];

const MODALITY_NAMES: Record<string, Modality> = {
  consultorio: "consultorio",
  domicilio: "domicilio",
  "a domicilio": "domicilio",
  online: "online",
  virtual: "online",
};

/** Parses the comma-joined text of `profiles.modalities`, including the labels of any screen; null when a part is unknown. */
export function parseModalities(joined: string): Modality[] | null {
  const found = joined.split(",").map((part) => MODALITY_NAMES[part.trim().toLowerCase()]);
  return found.every((modality) => modality !== undefined) ? [...new Set(found)] : null;
}

/** The labels of a stored profile's modalities; unknown text is left unchanged. */
export function modalityLabels(joined: string | null): string[] {
  const parts = (joined ?? "")
    .split(",")
    .map((part) => part.trim())
    .filter(Boolean);
  return parts.map((part) => {
    const modality = MODALITY_NAMES[part.toLowerCase()];
    return modality ? CASE_MODALITY_LABELS[modality] : part;
  });
}

/** The text that `profiles.modalities` stores. */
export function joinModalities(modalities: readonly Modality[]): string {
  return modalities.join(", ");
}
