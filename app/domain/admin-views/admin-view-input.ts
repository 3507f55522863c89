import { z } from "zod";
import { MOST_MARKED, VIEWED_ENTITIES } from "./admin-view.ts";

export const Seen = z.object({ entity_type: z.enum(VIEWED_ENTITIES), ids: z.array(z.uuid()).min(1).max(MOST_MARKED) });
