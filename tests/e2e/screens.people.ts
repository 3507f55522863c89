import { readFileSync, rmSync } from "node:fs";
import { basename } from "node:path";
import { cast } from "../../app/demo/cast.ts";
import { makeFolder } from "../support/folder.ts";
import { prepareDataDir } from "../support/prepared.ts";
import { enter, enterApproved, like, type Person } from "../support/people.ts";
import { fixtures } from "./fixtures.ts";
import { freePort, startProgram, untilAnswering } from "../start/program.ts";

export type Who = "nobody" | "patient" | "kine" | "admin" | "pending" | "rejected";

/** Users with full screens: texts of maximum length, and words that cannot break. */
export type SeededServer = {
  people: Record<Exclude<Who, "nobody">, Person>;
  freshKine: Person;
  cases: { full: string; quiet: string; toReview: string };
  names: { patient: string; kine: string; case: string };
};

const word = "Esternocleidomastoideooccipitomastoideo";
const stretch = (text: string, length: number) =>
  text
    .repeat(Math.ceil(length / text.length))
    .slice(0, length)
    .trim();

const longTitle = stretch(`${word}${word} `, 119);
const longBio = `${stretch(word, 160)}\n\n${stretch("Quince años con rodillas, tobillos y columnas. ", 330)}`;
const longMessage = `${stretch(word, 120)}\n${stretch("Trabajo seguido con casos como el tuyo. ", 400)}`;
const ATTENDED = 3;
const OPEN = 19;

/** Fills a running server with users and cases with long texts, and lists longer than a page. */
export async function seedServer(url: string): Promise<SeededServer> {
  const stamp = `${Date.now()}`;
  const names = {
    patient: stretch(`Maximiliana de las Mercedes ${stamp} Fernández-Anchorena y Álvarez Thomas `, 79),
    kine: stretch(`Kinesióloga${stamp}${word}${word}`, 80),
    case: `${longTitle}!`,
  };
  const emails = (slug: string) => ({ email: `${slug}.${stamp}@${word.toLowerCase()}.example.com` });
  const patient = await enter(
    url,
    { ...like(cast.ana, names.patient, { location_city: stretch(word, 80) }), ...emails("paciente") },
    "sign up",
  );
  const practice = { specialty: stretch(`${word} `, 118), bio: longBio, modalities: "consultorio, domicilio, online" };
  const licence = (letter: string) => ({ license_number: `${letter} ${stamp}` });
  const kine = await enterApproved(url, {
    ...like(cast.carla, names.kine, { ...practice, ...licence("F") }),
    ...emails("kine"),
  });
  const others = [];
  for (const letter of ["G", "H", "I"]) {
    others.push(await enterApproved(url, like(cast.diego, `Kine ${letter} ${stamp}`, licence(letter))));
  }
  const pending = await enter(
    url,
    like(cast.diego, `Diego Espera ${stamp}`, { ...licence("P"), ...practice }),
    "sign up",
  );
  const rejected = await enter(url, like(cast.diego, `Diego Rechazado ${stamp}`, licence("R")), "sign up");
  const admin = await enter(url, cast.elena, "sign in");
  const entry = (await admin.api.kineApplications.list()).items.find(({ profile_id }) => profile_id === rejected.id);
  await admin.api.kineApplications.reject({ id: entry!.id, reason: stretch(`${word} `, 499) });

  const publish = (title: string) =>
    patient.api.cases.create({
      title,
      description: `${stretch(word, 200)}\n\n${stretch("Me duele al subir escaleras. ", 1_798)}`,
      injury_area: stretch(word, 80),
      location_city: stretch(word, 80),
      preferred_modality: "domicilio",
    });
  const review = { stars: 4, comment: longMessage };
  for (let n = 0; n < ATTENDED; n++) {
    const { id: case_id } = await publish(`Caso atendido ${n} ${stamp}`);
    const { id } = await kine.api.matches.apply({ case_id, message: longMessage });
    await patient.api.matches.accept({ id });
    await patient.api.cases.close({ id: case_id });
    if (n > 0) await patient.api.reviews.create({ case_id, kine_id: kine.id, ...review });
  }
  const toReview = (await patient.api.cases.mine()).items.at(-1)!;
  for (let n = 0; n < OPEN; n++) await publish(`Caso abierto ${n} ${stamp}`);
  const { id: full } = await publish(names.case);
  const { id: quiet } = await publish(`Sin postulaciones ${stamp}`);
  for (const file of [fixtures.png, fixtures.pdf, fixtures.jpeg]) await sendStudy(url, patient, full, file);
  const applied = [];
  for (const { api } of [kine, ...others])
    applied.push(await api.matches.apply({ case_id: full, message: longMessage }));
  await patient.api.matches.accept({ id: applied[0]!.id });
  await patient.api.matches.reject({ id: applied[1]!.id });
  await patient.api.reports.create({ subject: "profile", id: kine.id, reason: "other", details: longMessage });
  await kine.api.licences.add({ kind: "MP", jurisdiction: "86", number: stamp });
  await kine.api.availabilities.replace({
    ranges: [1, 2, 3, 4, 5, 6, 0].flatMap((weekday) => [
      { weekday, start_time: "08:00", end_time: "12:30" },
      { weekday, start_time: "14:00", end_time: "20:30" },
    ]),
  });
  await seedTurnos(patient, kine, applied[0]!.id);
  return {
    people: { patient, kine, admin, pending, rejected },
    freshKine: others[2]!,
    cases: { full, quiet, toReview: toReview.id },
    names,
  };
}

/** One confirmed turno, and one that waits for the specialist. */
async function seedTurnos(patient: Person, kine: Person, match_id: string) {
  await kine.api.agendas.savePlace({
    modality: "consultorio",
    label: stretch(word, 80),
    address: stretch(word, 160),
    arrival: stretch(`${word} `, 299),
    session_min: 45,
    buffer_min: 0,
    travel_min: 0,
    seats: 1,
  });
  const { slots } = await patient.api.agendas.slots({ match_id });
  for (const { place_id, local_start } of [slots[20]!, slots[40]!])
    await patient.api.bookings.book({ match_id, place_id, starts: [local_start] });
  const [first] = (await kine.api.bookings.mine()).upcoming;
  await kine.api.bookings.confirm({ id: first!.id, sequence: 0 });
}

async function sendStudy(url: string, patient: Person, caseId: string, file: string) {
  const headers = { authorization: `Bearer ${await patient.token()}` };
  const address = `${url}/files/case-studies/${caseId}?name=${basename(file)}`;
  const { ok } = await fetch(address, { method: "PUT", body: readFileSync(file), headers });
  if (!ok) throw new Error(`${file} was refused`);
}

/** A server with nobody but the admin, or, with "--demo", the demo's users. */
export async function startNewServer(...flags: "--demo"[]): Promise<{ url: string; close: () => Promise<void> }> {
  const folder = makeFolder("e2e-new");
  await prepareDataDir(folder);
  const port = await freePort();
  const { email, password } = cast.elena;
  // The demo includes the admin.
  const admin: Record<string, string> = flags.includes("--demo")
    ? {}
    : { ADMIN_EMAIL: email, ADMIN_PASSWORD: password };
  const env = { PORT: String(port), NODE_ENV: "production", DATA_DIR: folder, ...admin };
  const program = startProgram({ env, command: [process.execPath, "app/process/main.ts", ...flags] });
  await untilAnswering(program, port);
  return {
    url: `http://localhost:${port}`,
    close: async () => {
      program.child.kill("SIGTERM");
      await program.ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
