export const TERMS_VERSION = "2026-11-21";

/** The Terms and Conditions, point by point; `contactPhone` is the product's number. The same text is shown and recorded. */
export function terms(productName: string, contactPhone: string): { title: string; text: string }[] {
  return [
    {
      title: "Solo somos un intermediario",
      text: `${productName} pone en contacto a pacientes con especialistas. Es únicamente un intermediario: no brinda servicios médicos ni participa en la atención.`,
    },
    {
      title: "Responsabilidad de los especialistas",
      text: "Cada especialista responde por la información que publica, por su matrícula y por su conducta profesional.",
    },
    {
      title: "Responsabilidad de los pacientes",
      text: "Cada paciente responde por la información que comparte y por su conducta.",
    },
    {
      title: "Datos personales",
      text: "Cumplimos con la Ley 25.326 de Protección de los Datos Personales de la República Argentina.",
    },
    { title: "Suspensión de cuentas", text: "Podemos suspender las cuentas que no respeten estos términos." },
    {
      title: "Ley y jurisdicción",
      text: "Estos términos se rigen por las leyes de la República Argentina, con jurisdicción de los tribunales de la Ciudad de Buenos Aires.",
    },
    { title: "Contacto", text: `Por cualquier consulta, escribinos o llamanos al ${contactPhone}.` },
  ];
}
