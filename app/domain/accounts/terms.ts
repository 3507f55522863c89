export const TERMS_VERSION = "2026-11-21";

/** The Terms and Conditions, one paragraph a point; `phone` is the product's contact number. */
export function termsParagraphs(productName: string, phone: string): string[] {
  return [
    `${productName} es únicamente un intermediario entre pacientes y especialistas. No presta servicios médicos.`,
    "Cada especialista es responsable de la información que publica, de su matrícula y de su conducta profesional.",
    "Cada paciente es responsable de la información que publica y de su conducta.",
    "Cumplimos con la Ley 25.326 de Protección de los Datos Personales de la República Argentina.",
    "Las cuentas que no respeten estos términos pueden ser suspendidas.",
    "Estos términos se rigen por la ley argentina, con competencia de los tribunales de la Ciudad de Buenos Aires.",
    `Para cualquier consulta, escribinos o llamanos al ${phone}.`,
  ];
}
