import type { Finding } from "../../app/commands/move-in/findings.ts";
import { oldId, type SourceDatabase } from "./source-database.ts";

/** A row of the old system that breaks a rule here: its table, its id, and what the report says of it. */
export type Broken = { table: string; id: string; finding: Finding; end: "moved" | "merged" | "changed" | "left" };
type Cast = { source: SourceDatabase; patient: string; kine: string; other: string };
type Make = (cast: Cast, name: string) => Promise<Omit<Broken, "finding"> & { finding?: Finding }>;

const user = (id: string, end: Broken["end"]) => ({ table: "auth.users", id, end });
const profile = (id: string) => ({ table: "public.profiles", id, end: "changed" as const });
const caseRow = (id: string) => ({ table: "public.cases", id, end: "changed" as const });
const OLD = "2025-02-01T12:00:00Z";
const LONG = "palabra ".repeat(900);

/** One maker for each kind of broken row, named by what the report finds, or by `kind@finding` where a finding has several. */
export const BROKEN: Record<string, Make> = {
  deleted: async ({ source }, name) => user(await source.person(name, { user: { deleted_at: OLD } }), "left"),
  anonymous: async ({ source }, name) => user(await source.person(name, { user: { is_anonymous: true } }), "left"),
  no_email: async ({ source }, name) => user(await source.person(name, { user: { email: null } }), "left"),
  bad_email: async ({ source }, name) =>
    user(await source.person(name, { user: { email: `${name} sin arroba` } }), "left"),
  no_profile: async ({ source }, name) =>
    user(await source.person(name, { profile: null, user: { raw_user_meta_data: {} } }), "left"),
  profile_made: async ({ source }, name) =>
    user(
      await source.person(name, {
        profile: null,
        role: null,
        user: {
          raw_user_meta_data: {
            name,
            role: "patient",
            phone: "1155555555",
            birth_date: "1990-01-01",
            activity_level: "activo",
            location_city: "Palermo",
          },
        },
      }),
      "changed",
    ),
  profile_alone: async ({ source }, name) => {
    const id = oldId("alone", name);
    await source.insert("public.profiles", { id, name });
    return { table: "public.profiles", id, end: "left" };
  },
  email_twice: async ({ source }, name) => {
    const id = await source.person(name);
    await source.person(`${name} otra`, {
      user: { email: `${name.replaceAll(/[^a-z0-9]/gi, ".")}@EXAMPLE.com`, last_sign_in_at: "2026-10-01T10:00:00Z" },
    });
    return user(id, "left");
  },
  name_made: async ({ source }, name) => profile(await source.person(name, { profile: { name: "A" } })),
  several_roles: async ({ source }, name) => {
    const id = await source.person(name);
    await source.insert("public.user_roles", { user_id: id, role: "kine" });
    return { table: "public.user_roles", id: `${id} patient`, end: "merged" };
  },
  unknown_role: async ({ source }, name) => {
    const id = await source.person(name);
    await source.insert("public.user_roles", { user_id: id, role: "moderator" });
    return { table: "public.user_roles", id: `${id} moderator`, end: "left" };
  },
  banned: async ({ source }, name) =>
    user(await source.person(name, { user: { banned_until: "2099-01-01" } }), "changed"),
  "banned@for ever": async ({ source }, name) =>
    user(await source.person(name, { user: { banned_until: "infinity" } }), "changed"),
  "banned@until a time that cannot be read": async ({ source }, name) =>
    user(await source.person(name, { user: { banned_until: "12026-01-01" } }), "changed"),
  unconfirmed_status: async ({ source }, name) =>
    profile(await source.person(name, { profile: { approval_status: "pending" } })),
  no_password: async ({ source }, name) =>
    user(await source.person(name, { user: { encrypted_password: "" } }), "changed"),
  "no_password@argon2i": async ({ source }, name) =>
    user(
      await source.person(name, {
        user: { encrypted_password: "$argon2i$v=19$m=4096,t=3,p=1$c2FsdHNhbHQ$aGFzaGhhc2hoYXNo" },
      }),
      "changed",
    ),
  "no_password@firebase": async ({ source }, name) =>
    user(
      await source.person(name, {
        user: { encrypted_password: "$fbscrypt$v=1,n=14,r=8,p=1,ss=Bw==$c2FsdA==$aGFzaA==" },
      }),
      "changed",
    ),
  "no_password@argon2id of another cost": async ({ source }, name) => {
    const encrypted_password = `$argon2id$v=19$m=65536,t=3,p=4$${"c".repeat(22)}$${"a".repeat(43)}`;
    return user(await source.person(name, { user: { encrypted_password } }), "changed");
  },
  "no_password@bcrypt that costs too much": async ({ source }, name) =>
    user(await source.person(name, { user: { encrypted_password: `$2b$13$${"a".repeat(53)}` } }), "changed"),
  "no_password@its verified factor cannot move": async ({ source }, name) => {
    const id = await source.person(name);
    const factor = { id: oldId("factor", name), user_id: id, factor_type: "webauthn", status: "verified" };
    await source.insert("auth.mfa_factors", { ...factor, created_at: OLD, updated_at: OLD });
    return user(id, "changed");
  },
  "text_cut@name": async ({ source }, name) => profile(await source.person(name, { profile: { name: LONG } })),
  "text_cut@bio": async ({ source }, name) => profile(await source.person(name, { profile: { bio: LONG } })),
  "text_cut@city": async ({ source }, name) => profile(await source.person(name, { profile: { location_city: LONG } })),
  text_dropped: async ({ source }, name) => profile(await source.person(name, { profile: { location_city: "B" } })),
  phone_found: async ({ source }, name) =>
    profile(await source.person(name, { profile: { phone: "Ana: 11 5555-5555 (después de las 18)" } })),
  phone_dropped: async ({ source }, name) => profile(await source.person(name, { profile: { phone: "no tengo" } })),
  birth_date_dropped: async ({ source }, name) =>
    profile(await source.person(name, { profile: { birth_date: "1990-02-31" } })),
  "birth_date_dropped@future": async ({ source }, name) =>
    profile(await source.person(name, { profile: { birth_date: "2090-01-01" } })),
  modality_dropped: async ({ source }, name) =>
    profile(await source.person(name, { profile: { modalities: "domicilio, telepatía" } })),
  level_dropped: async ({ source }, name) =>
    profile(await source.person(name, { profile: { activity_level: "olímpico" } })),
  licence_twice: async ({ source }, name) => {
    const number = parseInt(oldId(name).slice(0, 6), 16);
    await source.kine(`${name} mayor`, `MN ${number}`, { profile: { created_at: "2024-01-01" } });
    return profile(await source.kine(name, `M.N. ${number}`));
  },
  licence_dropped: async ({ source }, name) => profile(await source.kine(name, "??")),
  rejected_without_reason: async ({ source }, name) => {
    await source.kine(name, `MN ${parseInt(oldId(name).slice(0, 6), 16)}`, {
      profile: { approval_status: "rejected" },
    });
    return { table: "public.kine_applications", id: oldId("application", name), end: "changed" };
  },
  application_made: async ({ source }, name) => ({
    ...profile(await source.person(name, { role: "kine", profile: { approval_status: "approved" } })),
  }),
  application_twice: async ({ source }, name) => {
    const id = await source.person(name, { role: "kine", profile: { approval_status: "pending" } });
    for (const created_at of ["2025-04-01", "2025-03-01"])
      await source.insert("public.kine_applications", {
        id: oldId(created_at, name),
        user_id: id,
        profile_id: id,
        created_at,
      });
    return { table: "public.kine_applications", id: oldId("2025-03-01", name), end: "merged" };
  },
  application_decided: async ({ source }, name) => {
    const id = await source.person(name, { role: "kine", profile: { approval_status: "approved" } });
    await source.insert("public.kine_applications", {
      id: oldId("open", name),
      user_id: id,
      profile_id: id,
      created_at: OLD,
    });
    return { table: "public.kine_applications", id: oldId("open", name), end: "changed" };
  },
  "application_decided@though the profile waits": async ({ source }, name) => {
    await source.kine(name, `MN ${parseInt(oldId(name).slice(0, 6), 16)}`, { profile: { approval_status: "pending" } });
    return { table: "public.kine_applications", id: oldId("application", name), end: "changed" };
  },
  "licence_twice@of a request": async ({ source }, name) => {
    const number = parseInt(oldId(name).slice(0, 6), 16);
    await source.kine(`${name} mayor`, `MN ${number}`);
    return profile(
      await source.person(name, {
        role: "kine",
        profile: { license_number: `MN ${number}`, approval_status: "pending" },
      }),
    );
  },
  identity_left: async ({ source }, name) => {
    const id = await source.person(name);
    await source.insert("auth.identities", { user_id: id, provider: "facebook", provider_id: name, identity_data: {} });
    return { table: "auth.identities", id: `facebook ${name}`, end: "left" };
  },
  factor_left: async ({ source }, name) => {
    const id = await source.person(name);
    const factor = { id: oldId("factor", name), user_id: id, factor_type: "phone", status: "verified" };
    await source.insert("auth.mfa_factors", { ...factor, created_at: OLD, updated_at: OLD });
    return { table: "auth.mfa_factors", id: factor.id, end: "left" };
  },
  "orphan@case": async ({ source }, name) => ({ ...caseRow(await source.case(name, oldId("nobody"))), end: "left" }),
  "orphan@match": async ({ source, kine }, name) => ({
    table: "public.matches",
    id: await source.match(oldId("no case", name), kine),
    end: "left",
  }),
  "orphan@review": async ({ source, patient, kine }, name) => ({
    table: "public.reviews",
    id: await source.review(oldId("no case", name), patient, kine),
    end: "left",
  }),
  "orphan@role": async ({ source }, name) => {
    await source.insert("public.user_roles", { user_id: oldId("nobody", name), role: "patient" });
    return { table: "public.user_roles", id: `${oldId("nobody", name)} patient`, end: "left" };
  },
  case_ownerless: async ({ source, kine }, name) => {
    const id = await source.case(name, null, { status: "closed" });
    await source.match(id, kine, { status: "accepted" });
    await source.review(id, null, kine);
    return caseRow(id);
  },
  unknown_status: async ({ source, patient }, name) =>
    caseRow(await source.case(name, patient, { status: "archived" })),
  matched_without_acceptance: async ({ source, patient }, name) =>
    caseRow(await source.case(name, patient, { status: "matched" })),
  open_with_acceptance: async ({ source, patient, kine }, name) => {
    const id = await source.case(name, patient);
    await source.match(id, kine, { status: "accepted" });
    return caseRow(id);
  },
  reviewed_while_matched: async ({ source, patient, kine }, name) => {
    const id = await source.case(name, patient, { status: "matched" });
    await source.match(id, kine, { status: "accepted" });
    await source.review(id, patient, kine);
    return caseRow(id);
  },
  "text_cut@title": async ({ source, patient }, name) => caseRow(await source.case(name, patient, { title: LONG })),
  "text_dropped@title": async ({ source, patient }, name) =>
    caseRow(await source.case(name, patient, { title: "\u200b" })),
  applied_twice: async ({ source, patient, kine }, name) => {
    const id = await source.case(name, patient, { status: "matched" });
    await source.match(id, kine, { status: "accepted" });
    return { table: "public.matches", id: await source.match(id, kine, { status: "rejected" }), end: "merged" };
  },
  own_case: async ({ source, kine }, name) => ({
    table: "public.matches",
    id: await source.match(await source.case(name, kine), kine),
    end: "left",
  }),
  review_without_acceptance: async ({ source, patient, kine }, name) => ({
    table: "public.reviews",
    id: await source.review(await source.case(name, patient, { status: "closed" }), patient, kine),
    end: "left",
  }),
  review_of_others: async ({ source, patient, kine, other }, name) => {
    const id = await source.case(name, patient, { status: "closed" });
    await source.match(id, kine, { status: "accepted" });
    return { table: "public.reviews", id: await source.review(id, other, kine), end: "left" };
  },
  stars_outside: async ({ source, patient, kine }, name) => {
    const id = await source.case(name, patient, { status: "closed" });
    await source.match(id, kine, { status: "accepted" });
    return { table: "public.reviews", id: await source.review(id, patient, kine, { stars: 6 }), end: "left" };
  },
  reviewed_twice: async ({ source, patient, kine }, name) => {
    const id = await source.case(name, patient, { status: "closed" });
    await source.match(id, kine, { status: "accepted" });
    await source.review(id, patient, kine, { created_at: "2026-11-01" });
    return { table: "public.reviews", id: await source.review(id, patient, kine), end: "left" };
  },
  hours_reversed: async ({ source }, name) => {
    const id = oldId("hours", name);
    const kine_id = await source.kine(name, `MN ${parseInt(oldId(name).slice(0, 6), 16)}`);
    await source.insert("public.availabilities", { id, kine_id, weekday: 1, start_time: "18:00", end_time: "09:00" });
    return { table: "public.availabilities", id, end: "left" };
  },
  hours_overlap: async ({ source }, name) => {
    const kine_id = await source.kine(name, `MN ${parseInt(oldId(name).slice(0, 6), 16)}`);
    for (const [word, start_time, end_time] of [
      ["first", "09:00", "12:00"],
      ["second", "11:00", "13:00"],
    ] as const)
      await source.insert("public.availabilities", {
        id: oldId(word, name),
        kine_id,
        weekday: 1,
        start_time,
        end_time,
      });
    return { table: "public.availabilities", id: oldId("second", name), end: "merged" };
  },
  confirmed_without_mail: async ({ source }, name) => {
    const id = await source.person(name, { user: { confirmation_sent_at: null } });
    return { table: "auth.users", id, end: "changed" };
  },
  view_left: async ({ source, patient }, name) => {
    await source.insert("public.admin_views", { admin_id: patient, entity_type: "case", entity_id: oldId(name) });
    return { table: "public.admin_views", id: `${patient} case ${oldId(name)}`, end: "left" };
  },
  "file_foreign@photo": async ({ source }, name) => {
    const photo_url = `https://lh3.googleusercontent.com/${name.replaceAll(" ", "")}`;
    await source.person(name, { profile: { photo_url } });
    return { table: "storage.objects", id: photo_url, end: "changed" };
  },
  "file_foreign@study of another": async ({ source, patient, other }, name) => {
    const url = `https://x.supabase.co/storage/v1/object/public/case-studies/${other}/../${patient}/${oldId(name)}/1.pdf`;
    await source.case(name, patient, { studies_urls: [url] });
    return { table: "storage.objects", id: url, end: "changed" };
  },
  file_missing: async ({ source }, name) => {
    const id = oldId("user", name);
    await source.person(name, {
      profile: { photo_url: `https://x.supabase.co/storage/v1/object/public/avatars/${id}/avatar.png` },
    });
    return { table: "storage.objects", id: `${id}/avatar.png`, end: "changed" };
  },
  file_unused: async ({ source }, name) => {
    const id = oldId("object", name);
    await source.insert("storage.objects", { id, bucket_id: "avatars", name: `${name}/avatar.png` });
    return { table: "storage.objects", id, end: "left" };
  },
};
