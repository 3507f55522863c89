/** Why a case that was moved in stays out of the lists while its patient consents to nothing. */
export const SHOWN_WITH_CONSENT =
  "Antes de mostrar tu caso de nuevo necesitamos tu permiso para usar tus datos de salud. Está acá, tal como lo dejaste.";
