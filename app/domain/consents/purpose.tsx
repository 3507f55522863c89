/** The purpose of the data that each form collects. */
export const PURPOSES = {
  sign_up:
    "Usamos estos datos para crear tu cuenta y para que pacientes y especialistas puedan contactarse. Podés verlos, corregirlos y borrarlos cuando quieras desde tu perfil.",
  case: "Usamos lo que contás acá solo para que los especialistas que aprobamos evalúen tu caso y se postulen.",
  studies: "Los estudios solo sirven para evaluar y atender este caso. Vas a ver quién los abre.",
} as const;

/** A form's notice of purpose. */
export function Purpose({ of }: { of: keyof typeof PURPOSES }) {
  return <p className="text-sm text-muted">{PURPOSES[of]}</p>;
}
