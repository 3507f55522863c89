/** The version of the text below. Any change to the text needs a new version, and every patient must consent again. */
export const HEALTH_CONSENT_VERSION = "2026-11-28.2";

export type Paragraph = { title: string; text: string };

/** The text that a patient reads before consenting to the use of their health data. It does not name the site's operator. */
export const healthConsent: Paragraph[] = [
  {
    title: "Qué datos son",
    text: "Lo que contás de tu lesión o de lo que necesitás cuando publicás un caso, los turnos que acordás con quien te atiende, las sesiones que anota y las que autoriza tu cobertura, cómo contás que venís durante el tratamiento (tu dolor y lo que te cuesta hacer), tu cobertura (obra social o prepaga) y tu plan, los estudios que subís (imágenes y documentos) y los mensajes que le escribís a un especialista. Son datos sensibles según la Ley 25.326.",
  },
  {
    title: "Para qué se usan",
    text: "Solo para que los especialistas que aprobamos evalúen tu caso, se postulen y te atiendan. No se usan para publicidad ni se venden.",
  },
  {
    title: "Quién los ve",
    text: "Tus casos, con la cobertura que pongas en ellos, los especialistas que aprobamos y quienes administran el sitio. Tus estudios, los especialistas que elijas en cada caso: todos los que tienen la matrícula comprobada o solo los que aceptes. Podés ver quién abrió cada estudio. Tus mensajes, vos y el especialista al que le escribís, y quienes administran si alguien los denuncia. Tus turnos, tus sesiones y las que autoriza tu cobertura, solo vos y el especialista de cada tratamiento. Cómo contás que venís, solo vos y los especialistas que aceptaste en ese caso, hasta un año después de cerrarlo: podés ver qué días lo miró cada uno.",
  },
  {
    title: "Es tu decisión",
    text: "Nadie está obligado a dar datos de su salud. Sin este consentimiento podés tener tu cuenta y ver especialistas, pero no publicar casos, subir estudios ni escribir mensajes.",
  },
  {
    title: "Cómo lo retirás",
    text: "Cuando quieras, en Mi Perfil. Se borra la cobertura de tu perfil, tus casos abiertos se borran con sus postulaciones y sus archivos, lo que contaste de cómo venís se borra en el momento, ningún especialista puede abrir más tus estudios y tus turnos por delante se cancelan. Un caso con un especialista aceptado, o cerrado, queda para vos, para ese especialista y para quienes administran el sitio, sin los estudios. Lo que pasó antes de retirarlo no cambia.",
  },
  {
    title: "Tus derechos",
    text: "Podés acceder a tus datos, corregirlos y borrarlos cuando quieras. La Agencia de Acceso a la Información Pública, órgano de control de la Ley 25.326, recibe las denuncias y los reclamos de quienes sientan afectados sus derechos.",
  },
];

/** The text as it is stored and hashed: each title and paragraph on a line of its own. */
export function asText(paragraphs: readonly Paragraph[]): string {
  return paragraphs.map(({ title, text }) => `${title}\n${text}`).join("\n\n");
}

/** Parses a stored text into paragraphs. */
export function asParagraphs(text: string): Paragraph[] {
  return text.split("\n\n").map((part) => {
    const [title = "", ...rest] = part.split("\n");
    return { title, text: rest.join("\n") };
  });
}
