import { type ComponentProps, lazy, Suspense } from "react";
import { rememberChosenKine } from "../../client/chosen-kine.ts";
import { loadChunk } from "../../ui/chunk-reload.ts";
import { Card } from "../../ui/card.tsx";
import { buttonLook } from "../../ui/button-look.ts";
import { Icon } from "../../ui/icons.tsx";

// A separate chunk: visitors, who cannot see contact data, do not need the phone code.
const OpenContact = lazy(async () => ({ default: (await loadChunk(() => import("./open-contact.tsx"))).OpenContact }));

type ContactCardProps = ComponentProps<typeof OpenContact> & { profile: { id: string; contact_open: boolean } };

/** A specialist's contact data if the viewer may see it; otherwise how to get access. */
export function ContactCard({ profile, productName }: ContactCardProps) {
  return (
    <Card as="section">
      <h2 className="mb-4 text-xl">Contacto</h2>
      {profile.contact_open ? (
        <Suspense fallback={null}>
          <OpenContact profile={profile} productName={productName} />
        </Suspense>
      ) : (
        <div className="flex flex-col gap-4">
          <p className="flex items-start gap-2 text-muted">
            <Icon name="lock" className="mt-0.5 size-5" />
            Los datos de contacto están disponibles solo para pacientes con casos asignados a este profesional.
          </p>
          {/* On the static page its script remembers the specialist. */}
          <a
            href="/dashboard/patient/cases"
            data-kine={profile.id}
            data-name={profile.name}
            onClick={() => rememberChosenKine(profile)}
            // On phones the bar at the page's end is filled.
            className={`${buttonLook("primary", "normal", true)} max-md:border max-md:border-control max-md:bg-surface max-md:text-primary
              max-md:hover:bg-primary-soft`}
          >
            Subí tu caso para contactar a este profesional
          </a>
        </div>
      )}
    </Card>
  );
}
