import type { Answers } from "../../client/api.ts";
import { rememberChosenKine } from "../../client/chosen-kine.ts";
import { buttonLook } from "../../ui/button-look.ts";
import { priceOf } from "./profile-price.ts";

type Profile = Answers["profiles"]["publicProfile"];

/** The profile's last word on phones, which stays in view: what a session costs, how soon they answer, and the link that asks them. */
export function ProfileBar({ profile }: { profile: Profile }) {
  const facts = [priceOf(profile), profile.reply_hours !== null && `responde en ${replyTime(profile.reply_hours)}`];
  return (
    <div
      data-bottom-bar
      className="sticky bottom-0 z-10 flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-t border-line bg-surface px-4 py-2
        pb-[max(0.5rem,env(safe-area-inset-bottom))] md:hidden"
    >
      <p className="min-w-0 text-sm font-semibold">{facts.filter(Boolean).join(" · ")}</p>
      <a
        href="/dashboard/patient/cases"
        data-kine={profile.id}
        data-name={profile.name}
        onClick={() => rememberChosenKine(profile)}
        className={`${buttonLook("primary", "normal")} grow`}
      >
        Pedirle que me atienda
      </a>
    </div>
  );
}

const replyTime = (hours: number) => (hours < 1 ? "menos de 1 h" : `${hours} h`);
