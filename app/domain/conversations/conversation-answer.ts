import type { Answers } from "../../client/api.ts";

/** A conversation as the API returns it. */
export type Conversation = Answers["conversations"]["read"];
