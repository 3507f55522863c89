import type { Answers } from "../../client/api.ts";

/** A conversation as its screen gets it. */
export type Conversation = Answers["conversations"]["read"];
