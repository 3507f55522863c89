import { auth, authAs, currentSession } from "../../client/session.ts";

/** The texts and action of each kind of link; `done` is null for those that always lead on to a new password. */
export const LINKS = {
  signup: { title: "Confirmá tu email", action: "Confirmar mi email", done: "Tu email quedó confirmado", next: null },
  email_change: { title: "Confirmá tu nuevo email", action: "Usar este email", done: "Tu email cambió", next: null },
  recovery: { title: "Elegí una nueva contraseña", action: "Elegir nueva contraseña", done: null, next: null },
  invite: {
    title: "Tu cuenta está lista",
    action: "Elegir mi contraseña",
    done: "Tu cuenta quedó confirmada",
    next: null,
  },
  not_me: {
    title: "¿No agregaste esta forma de ingreso?",
    action: "No fui yo: quitarla",
    done: "La quitamos y cerramos las sesiones que abrió",
    next: "Alguien pudo entrar a tu cuenta. Elegí ahora una contraseña nueva.",
  },
  old_address: {
    title: "¿No cambiaste el email de tu cuenta?",
    action: "No fui yo: volver a mi email anterior",
    done: "Tu cuenta volvió a tu email anterior",
    next: "Cerramos todas las sesiones y quitamos lo que se agregó desde el cambio. Para entrar, elegí una contraseña nueva.",
  },
  admin_back: {
    title: "¿Está mal que deje de administrar?",
    action: "Deshacer este cambio",
    done: "Administra de nuevo, como antes",
    next: null,
  },
} as const;
export type LinkType = keyof typeof LINKS;

type Answer = { error: { code?: string; message: string } | null; hasSession: boolean };

/** Uses a link's token. `hasSession` tells whether it opened a session, whose password is due. Throws without a connection. */
export async function followLink(type: LinkType, token_hash: string): Promise<Answer> {
  if (type === "not_me" || type === "old_address" || type === "admin_back")
    return { error: await undo(token_hash), hasSession: false };
  // A link used in the account's own session proves that the account holder reads the address.
  const session = type === "recovery" ? null : await currentSession().catch(() => null);
  const client = await (session ? authAs(session) : auth());
  const { data, error } = await client.verifyOtp({ token_hash, type });
  if (session && data.session) await (await auth()).setSession(data.session);
  return { error, hasSession: data.session !== null };
}

async function undo(token: string): Promise<Answer["error"]> {
  const response = await fetch("/auth/v1/undo", {
    method: "POST",
    headers: { "content-type": "application/json", "x-supabase-api-version": "2024-01-01" },
    body: JSON.stringify({ token }),
  });
  return response.ok ? null : ((await response.json()) as { code: string; message: string });
}
