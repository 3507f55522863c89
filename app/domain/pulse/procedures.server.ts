import { kines } from "./kines.server.ts";
import { levels } from "./levels.server.ts";
import { market } from "./pulse.server.ts";
import { signups } from "./signups.server.ts";

/** "Pulso": how the market, its specialists, sign-ups and the admins' promises fare. */
export const pulseProcedures = { market, levels, kines, signups };
