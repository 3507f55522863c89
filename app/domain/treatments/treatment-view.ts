import type { Answers } from "../../client/api.ts";

export type TreatmentView = Answers["treatments"]["read"];
