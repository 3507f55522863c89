import type { ReactNode } from "react";
import type { Product } from "../../shared/app-context.ts";
import type { LegalSection } from "./legal-page.tsx";
import { personalData } from "./personal-data.ts";

const linkLook = "rounded text-primary underline underline-offset-4 wrap-anywhere";

/** The privacy policy, section by section. */
export function privacySections(product: Product): LegalSection[] {
  const { productName } = product;
  return [
    {
      id: "quienes-somos",
      title: "Quién responde por tus datos",
      content: (
        <p>
          {productName} es responsable de la base de datos en la que se guardan, conforme a la Ley 25.326 de Protección
          de los Datos Personales. Por cualquier pedido: <Contact {...product} />.
        </p>
      ),
    },
    {
      id: "que-datos",
      title: "Qué datos, para qué y quién los ve",
      content: (
        <>
          <p>Te pedimos solo lo que hace falta para que un paciente y un especialista se encuentren.</p>
          <dl className="mt-2 grid gap-4">
            {personalData.map((entry) => (
              <div key={entry.data} className="rounded-card border border-line bg-surface p-4">
                <dt className="font-semibold">{entry.data}</dt>
                <dd className="mt-1">{entry.purpose}</dd>
                <dd className="mt-1 text-muted">
                  <span className="font-semibold">Quién lo ve:</span> {entry.seenBy}
                </dd>
              </div>
            ))}
          </dl>
        </>
      ),
    },
    {
      id: "datos-de-salud",
      title: "Datos de salud",
      content: (
        <>
          <p>
            Lo que contás en un caso, tu cobertura y los estudios que subís son datos sensibles. Nadie está obligado a
            darlos: podés publicar un caso sin estudios. Al publicar elegís si los abren todos los especialistas
            verificados o solamente quienes aceptes, y en el caso ves quién abrió cada uno. También podés mostrar tu
            nombre y tu foto solo a quien aceptes.
          </p>
          <p>
            Los usamos solamente con tu consentimiento, que te pedimos aparte al publicar y que retirás cuando quieras
            desde «Mi Perfil».
          </p>
          <p>
            Los archivos se guardan en un lugar privado y se abren con enlaces que vencen a los pocos minutos. Cada vez
            se vuelve a controlar quién los pide. A las imágenes les quitamos la ubicación y otros datos ocultos.
          </p>
        </>
      ),
    },
    {
      id: "no-hacemos",
      title: "Lo que no hacemos",
      content: (
        <List>
          <li>No vendemos ni alquilamos datos, y no mostramos publicidad.</li>
          <li>No usamos cookies ni programas de seguimiento de otras empresas.</li>
          <li>No tomamos decisiones automáticas sobre vos: a cada especialista lo aprueba una persona.</li>
        </List>
      ),
    },
    {
      id: "cuanto-tiempo",
      title: "Cuánto tiempo quedan",
      content: (
        <List>
          <li>Tu cuenta, tus casos y tus archivos: hasta que los retires o elimines tu cuenta.</li>
          <li>
            Al eliminar la cuenta se borran tus datos personales, tu foto, tus estudios, tus postulaciones y tus casos
            abiertos. Las reseñas quedan sin tu nombre, y del caso al que se refieren no queda ningún texto ni archivo.
            Durante 24 meses, otra reseña desde el mismo email al mismo especialista reemplaza a la anterior.
          </li>
          <li>
            Después de eliminar la cuenta guardamos 24 meses, sin ningún dato tuyo a la vista, lo que impide volver para
            borrar lo que pasó: cuántas reseñas tuviste, su suma y una huella de los emails que las escribieron, si la
            cuenta estaba suspendida, si te rechazamos la admisión y por qué, cuándo objetamos una matrícula, y las
            denuncias abiertas o con razón, con el texto denunciado (12 meses desde que se resolvieron). Solo se
            encuentra con el mismo número de matrícula, el mismo email o el mismo teléfono, y lo ve un administrador. Si
            dice que sos la misma persona, tus estrellas siguen. Lo que usaste de los límites de un día y de una semana
            sigue contando siete días para el mismo email; los turnos que te marcaron como ausencia o nadie llegó a
            marcar, 60 días.
          </li>
          <li>
            Los emails que tu cuenta tuvo antes, por los que contamos esos límites: 24 meses, o hasta que la elimines.
          </li>
          <li>
            La dirección corta de un especialista que se fue queda cerrada un año, para que no lleve a otra persona.
          </li>
          <li>Cuántas veces te postulaste y a qué casos: 180 días.</li>
          <li>Qué especialista abrió un caso y cuándo: 12 meses. Quien lo publicó ve cuántos fueron.</li>
          <li>
            Al cerrarse un caso guardamos 12 meses el contacto que cada uno tenía del otro. Lo que cambies después no se
            lo mostramos.
          </li>
          <li>
            En tu dispositivo: los títulos de tus casos en curso y los contactos que podés ver, para que los leas sin
            conexión. Quedan hasta 7 días después de la última vez que los viste, y se borran al cerrar sesión.
          </li>
          <li>Lo que contestás sobre si te atendieron por tu cobertura: 180 días. Nadie ve quién lo contestó.</li>
          <li>
            Los mensajes entre paciente y especialista: 90 días después de que se cierra el caso, o 12 meses si el
            paciente aceptó al especialista. Hasta dónde leíste, lo mismo.
          </li>
          <li>
            Los mensajes de una postulación o de un caso que se retira: 30 días, para que quien los recibió pueda
            denunciarlos. Si retirás tu consentimiento, los tuyos se borran.
          </li>
          <li>
            Lo que alguien denunció, como era cuando lo denunció, con su denuncia: también si después lo editás, lo
            retirás o lo borrás. Hasta 12 meses después de resolverla, o hasta que elimines tu cuenta.
          </li>
          <li>
            De los turnos de un caso que retirás, los que te marcaron como ausencia o nadie llegó a marcar: 60 días. Los
            que pediste: un día.
          </li>
          <li>
            Cómo contás que venís en un tratamiento: hasta que lo borres, retires tu consentimiento o elimines tu
            cuenta. Los especialistas que aceptaste lo leen hasta 12 meses después de cerrar el caso; qué días lo
            miraron, lo mismo.
          </li>
          <li>Cuándo un texto tuyo tuvo datos de contacto: un día.</li>
          <li>A quién bloqueaste: hasta que lo desbloquees o se elimine una de las dos cuentas.</li>
          <li>Las sesiones terminadas: 30 días. La lista de los mensajes que te mandamos: 90 días.</li>
          <li>
            El registro de seguridad (entradas, cambios de contraseña, y cuándo un administrador abrió tu ficha): 400
            días. Una vez eliminada la cuenta ya no lleva a ninguna persona.
          </li>
        </List>
      ),
    },
    {
      id: "tus-derechos",
      title: "Tus derechos",
      content: (
        <>
          <p>
            Podés acceder a tus datos, corregirlos, actualizarlos y suprimirlos. Casi todo se hace desde «Mi Perfil»,
            incluida la eliminación de la cuenta, y desde «Seguridad» descargás todo lo que guardamos de vos; para lo
            demás escribinos a <Contact {...product} />. La ley nos da 10 días corridos para responder un pedido de
            acceso y 5 días hábiles para una corrección o una supresión.
          </p>
          <p>
            El titular de los datos personales tiene la facultad de ejercer el derecho de acceso a los mismos en forma
            gratuita a intervalos no inferiores a seis meses, salvo que se acredite un interés legítimo al efecto
            conforme lo establecido en el artículo 14, inciso 3 de la Ley Nº 25.326.
          </p>
        </>
      ),
    },
    {
      id: "autoridad",
      title: "La autoridad de control",
      content: (
        <p className="border-l-4 border-accent pl-4">
          La AGENCIA DE ACCESO A LA INFORMACIÓN PÚBLICA, en su carácter de Órgano de Control de la Ley Nº 25.326, tiene
          la atribución de atender las denuncias y reclamos que interpongan quienes resulten afectados en sus derechos
          por incumplimiento de las normas vigentes en materia de protección de datos personales.
        </p>
      ),
    },
  ];
}

function List({ children }: { children: ReactNode }) {
  return <ul className="grid list-disc gap-2 pl-5 marker:text-accent">{children}</ul>;
}

function Contact({ contactEmail, contactPhone }: Product) {
  return contactEmail ? (
    <a className={linkLook} href={`mailto:${contactEmail}`}>
      {contactEmail}
    </a>
  ) : (
    <a className={linkLook} href={`tel:${contactPhone.replace(/[^\d+]/g, "")}`}>
      {contactPhone}
    </a>
  );
}
