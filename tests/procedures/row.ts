import type { Principal, Who } from "./principals.ts";

/** The objects that rows' inputs refer to, by kind and state; each is the part of an input that identifies it. */
export type World = {
  subjects: Record<Kind, Readonly<Record<string, object>>>;
  /** The current text of the consent to the use of health data. */
  consent: { version: string; sha256: string };
  /** Users' addresses, and a licence number that is taken. */
  emails: readonly string[];
  takenLicence: string;
  /** The token of the link in a monthly message to a specialist. */
  confirmation: string;
  /** A browser's subscription, at an unreachable push service. */
  browser: { key: string; endpoint: string; p256dh: string; auth: string };
  /** The token of the unsubscribe link in a user's mails. */
  unsubscription: string;
  /** The token of the link by which the owner says whether they still look for a specialist. */
  looking: string;
  /** The token of the link by which the owner says whether their treatment is over. */
  finished: string;
  /** A place of the accepted specialist's agenda, and a wall time at which it is free. */
  agenda: { place_id: string; start: string };
};

/** Kinds of objects, each with the fields by which an input identifies it. */
export type Kind =
  /** { id } of a case of the owner's. */
  | "case"
  /** { id } of an application to the owner's cases. */
  | "match"
  /** { case_id, kine_id } */
  | "reviewed"
  | "review"
  /** { id } of a review of the accepted specialist's, by the state of their answer. */
  | "reply"
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
  /** { id } of an appeal. */
  | "appeal"
  /** { id } of a dispute about a coverage. */
  | "dispute"
  /** { id } of a licence of the specialist without application. */
  | "licence"
  /** { id } of a notification of the owner. */
  | "notification"
  /** { id } of a booking of the owner with the accepted specialist. */
  | "booking"
  /** { id } of an authorisation of the owner's treatment with the accepted specialist. */
  | "authorisation"
  /** { id } of a measure of the owner's. */
  | "measure"
  /** { id } of a place, or of a closed time, in the agenda of the accepted specialist. */
  | "place"
  | "exception"
  /** { id } of a calendar feed of the owner. */
  | "calendar"
  /** { subject, id } */
  | "reported"
  | "session";

/** One procedure in the tests: its result for each principal, and its inputs. */
export type Row = {
  /** The results of `input`; in the usual state, if the row has states. */
  who: Who;
  /** A valid input in a world; `subject` identifies an object of the kind in `about`. */
  input: (world: World, subject: object) => object;
  /** The object that the input identifies: its kind, its usual state, and the results by state. */
  about?: { kind: Kind; usual: string; states: Readonly<Record<string, Who>> };
  /** Further inputs, whose answers the exposure tests search for private fields too. */
  more?: (world: World) => object[];
};

/** The row of a procedure whose input names no object. */
export const row = (who: Who, input: (world: World) => object = () => ({}), more?: Row["more"]): Row => ({
  who,
  input,
  ...(more && { more }),
});

/**
 * The row of a procedure whose input identifies an object, with the results in each of the object's states. `usual` is the state for tests
 * to which states do not matter.
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

/** The object of a row in a state, by default the usual one. Throws when the world has no such object. */
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

/** The first usual caller that a row admits. Throws when it admits no usual caller. */
export function admitted({ who }: Row): Principal {
  const callers = [
    "owner",
    "kine without application",
    "kine proposed",
    "kine accepted",
    "admin",
    "pending kine",
  ] as const;
  const caller = callers.find((each) => who[each] === "ok");
  if (!caller) throw new Error("a row admits no usual caller");
  return caller;
}

/** Rows by state that have the same results. */
export const inStates = <State extends string>(states: readonly State[], who: Who) =>
  Object.fromEntries(states.map((state) => [state, who])) as Record<State, Who>;
