import type { ReactElement } from "react";
import { useLocation } from "react-router";
import { useRead } from "../../domain/notifications/use-read.ts";
import { Below } from "../../ui/below.tsx";
import { late } from "../../ui/late.tsx";
import { FormSkeleton } from "../../ui/skeleton.tsx";
import { OwnData } from "../shell/own-profile-page.tsx";
import { type Part, partOf } from "./profile-part.ts";
import { ProfileParts } from "./profile-parts.tsx";

const wait = () => <FormSkeleton count={7} />;
const practice = () => import("./own-practice.tsx");
const OwnTimes = late<object>(async () => (await practice()).OwnTimes, wait);
const OwnTitles = late<object>(async () => (await practice()).OwnTitles, wait);
const OwnCharges = late<object>(async () => (await practice()).OwnCharges, wait);
const OwnPage = late<object>(async () => (await practice()).OwnPage, wait);
const OwnTold = late<object>(async () => (await practice()).OwnTold, wait);

const FormerConsent = late<object>(
  async () => (await import("../../domain/consents/former-consent.tsx")).FormerConsent,
  () => null,
);

const PAGES: Record<Part, ReactElement> = {
  horarios: <OwnTimes />,
  coberturas: <OwnTitles />,
  precios: <OwnCharges />,
  pagina: <OwnPage />,
  avisos: <OwnTold />,
};

/** "Mi Perfil Profesional": the specialist's public profile and practice, in six pages (`?parte=`). */
export default function KineProfile() {
  const part = partOf(useLocation());
  useRead(part === null ? { kinds: ["change_published", "change_rejected"] } : null);
  return (
    <div className="mx-auto flex max-w-2xl flex-col gap-6 max-sm:gap-3">
      <h1 className="text-3xl max-sm:text-2xl">Mi Perfil Profesional</h1>
      <ProfileParts current={part} />
      {part ? PAGES[part] : <OwnData audience="kine" />}
      {part === null && (
        <Below>
          <FormerConsent />
        </Below>
      )}
    </div>
  );
}
