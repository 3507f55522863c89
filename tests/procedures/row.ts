import type { Principal, Who } from "./principals.ts";

/** What the inputs of rows name: all objects by their kind and state, each as the part of an input that names it. */
export type World = {
  subjects: Record<Kind, Readonly<Record<string, object>>>;
  /** The current text of the consent to the use of health data. */
  consent: { version: string; sha256: string };
  /** Users' addresses, and a licence number that is taken. */
  emails: readonly string[];
  takenLicence: string;
  /** The token of the link in a monthly message to a specialist. */
  confirmation: string;
  /** A browser's subscription, at a push service that is not there. */
  browser: { key: string; endpoint: string; p256dh: string; auth: string };
  /** The token of the link that ends mails of a user. */
  unsubscription: string;
  /** The token of the link that asks the owner whether they still look. */
  looking: string;
};

/** Kinds of objects, each by what an input names it with. */
export type Kind =
  /** { id } of a case of the owner's. */
  | "case"
  /** { id } of an application to the owner's cases. */
  | "match"
  /** { case_id, kine_id } */
  | "reviewed"
  | "review"
  /** { id } of a user. */
  | "account"
  /** { id } of a user, who may be a specialist. */
  | "profile"
  /** { user_id, role } */
  | "role"
  /** { id } of a specialist's application for admission. */
  | "application"
  /** { id } of a change of a specialist's profile. */
  | "change"
  | "report"
  /** { id } of a dispute about a coverage. */
  | "dispute"
  /** { id } of a licence of the specialist without application. */
  | "licence"
  /** { id } of a notification of the owner. */
  | "notification"
  /** { subject, id } */
  | "reported"
  | "session";

/** One procedure in the tests: who is answered what, and how it is called. */
export type Row = {
  /** The results of `input`; with states, those of the usual one. */
  who: Who;
  /** A valid input over a world; `subject` names an object of the kind in `about`. */
  input: (world: World, subject: object) => object;
  /** What the input is about: the kind of object, the usual state, and the results by state. */
  about?: { kind: Kind; usual: string; states: Readonly<Record<string, Who>> };
  /** Further inputs whose answers may show no private field. */
  more?: (world: World) => object[];
};

/** The row of a procedure whose input names no object. */
export const row = (who: Who, input: (world: World) => object = () => ({}), more?: Row["more"]): Row => ({
  who,
  input,
  ...(more && { more }),
});

/**
 * The row of a procedure that is about an object, with the results in each of its states; `usual` is the one in which the procedure is tried
 * where states do not matter.
 */
export function about<State extends string>(
  kind: Kind,
  usual: NoInfer<State>,
  states: Record<State, Who>,
  input: (subject: { id: string }) => object = (subject) => subject,
): Row {
  return {
    who: states[usual],
    about: { kind, usual, states },
    input: (_, subject) => input(subject as { id: string }),
  };
}

/** The object of a row in a state, the usual one unless given. Throws when the world has none. */
export function subjectOf(world: World, { about: of }: Row, state = of?.usual ?? ""): object {
  if (!of) return {};
  const subject = world.subjects[of.kind][state];
  if (!subject) throw new Error(`the world has no ${of.kind} that is ${state}`);
  return subject;
}

/** The input of a row in the usual state. */
export const usualInput = (world: World, of: Row) => of.input(world, subjectOf(world, of));

/** All inputs of a row: of every object of the world, and the further ones. */
export function everyInput(world: World, of: Row): object[] {
  const subjects = of.about ? Object.values(world.subjects[of.about.kind]) : [{}];
  return [...subjects.map((subject) => of.input(world, subject)), ...(of.more?.(world) ?? [])];
}

/** The first of the usual callers whom a row admits. */
export function admitted({ who }: Row): Principal {
  const callers = ["owner", "kine without application", "kine proposed", "kine accepted", "admin"] as const;
  const found = callers.find((each) => who[each] === "ok");
  if (!found) throw new Error("a row admits no usual caller");
  return found;
}

/** Rows by state that have the same results. */
export const inStates = <State extends string>(states: readonly State[], who: Who) =>
  Object.fromEntries(states.map((state) => [state, who])) as Record<State, Who>;
