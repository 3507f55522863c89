export const MODALITIES = ["consultorio", "domicilio", "online"] as const;
export type Modality = (typeof MODALITIES)[number];
export const CASE_MODALITY_LABELS: Record<Modality, string> = {
  consultorio: "Consultorio",
  domicilio: "Domicilio",
  online: "Online",
};

/** The modalities of a specialist in the order and with the names of the sign-up form. */
export const SIGN_UP_MODALITIES: readonly { value: Modality; label: string }[] = [
  { value: "domicilio", label: "Domicilio" },
  { value: "consultorio", label: "Consultorio" },
  { value: "online", label: "Virtual" },
];

/** The same in the order and with the names of the form that an admin fills in. */
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

/** Reads the comma-joined text of `profiles.modalities` (labels of any screen included); null where a part is unknown. */
export function parseModalities(joined: string): Modality[] | null {
  const found = joined.split(",").map((part) => MODALITY_NAMES[part.trim().toLowerCase()]);
  return found.every((modality) => modality !== undefined) ? [...new Set(found)] : null;
}

/** The modalities of a stored profile as people read them; text of other origin is left as it is. */
export function modalityLabels(joined: string | null): string[] {
  const parts = (joined ?? "").split(",").map((part) => part.trim()).filter(Boolean);
  return parts.map((part) => {
    const modality = MODALITY_NAMES[part.toLowerCase()];
    return modality ? CASE_MODALITY_LABELS[modality] : part;
  });
}

/** The text that `profiles.modalities` stores. */
export function joinModalities(modalities: readonly Modality[]): string {
  return modalities.join(", ");
}
