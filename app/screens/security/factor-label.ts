const LABELS: Record<string, string> = {
  totp: "App de códigos",
  webauthn: "Llave de seguridad",
  phone: "Código por mensaje",
  recovery_code: "Códigos de recuperación",
};

/** Name of a factor type, or the name that its user gave a factor. */
export const factorLabel = (typeOrName: string): string => LABELS[typeOrName] ?? typeOrName;
