import { type RawBuilder, sql } from "kysely";
import type { Tx } from "../../platform/database/database.server.ts";
import { prepared } from "../../platform/database/prepared-statements.server.ts";
import { type SettingKey, SETTING_KEYS, SETTINGS, type SettingValue } from "../settings/settings.ts";
import { settingFrom } from "../settings/settings-input.ts";

type NumberKey = { [Key in SettingKey]: SettingValue<Key> extends number ? Key : never }[SettingKey];
/** The value of each setting that is a number. */
export type LevelTimes = Record<NumberKey, number>;

const isNumber = (key: SettingKey): key is NumberKey => typeof SETTINGS[key].fallback === "number";

/** The settings of the service levels, as they are now. */
export async function levelTimes(tx: Tx): Promise<LevelTimes> {
  const stored = new Map((await all.all(tx, {})).map(({ key, value }) => [key, value]));
  return Object.fromEntries(
    SETTING_KEYS.filter(isNumber).map((key) => [key, settingFrom(key, stored.get(key))]),
  ) as LevelTimes;
}

const all = prepared("levels.times", (db) => db.selectFrom("settings").select(["key", "value"]));

/** The seconds since a moment, by PostgreSQL's clock. */
export const ago = (at: RawBuilder<unknown>) => sql<number | null>`extract(epoch from now() - (${at}))::float8`;
