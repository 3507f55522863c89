import { ACTIVITY_LEVELS, BIO_MAX } from "../../domain/profiles/profile.ts";
import { joinModalities, parseModalities } from "../../domain/profiles/modality.ts";
import type { ApprovalStatus, Role } from "../../shared/roles.ts";
import { timeOf } from "./ids.ts";
import type { Licences } from "./plan-licences.ts";
import { metadataOf, type Person } from "./plan-people.ts";
import type { SourceRow } from "./source.ts";
import { birthDateOf, lose, type Losses, phoneOf, textOf } from "./texts.ts";

/** A row of the old `kine_applications`. */
export type Applied = SourceRow;

const KNOWN =
  "id name email phone birth_date activity_level location_city photo_url license_number specialty price_range modalities bio approval_status created_at updated_at";
const known = new Set(KNOWN.split(" "));
/** What a person without a name is called, here as there. */
const NAMELESS = "Usuario";

/** The approval of a person: patients and admins are approved; a specialist is what the profile says, else what became of the request. */
export function approvalOf(role: Role, profile: SourceRow, applications: Applied[], losses: Losses): ApprovalStatus {
  const said = profile["approval_status"];
  if (said === "rejected" && role !== "admin") return said;
  if (role !== "kine") {
    if (said === "pending") losses.findings.push(["unconfirmed_status", said]);
    return "approved";
  }
  if (said === "approved" || said === "pending") return said;
  const last = applications.toSorted((a, b) => ((a["created_at"] ?? "") < (b["created_at"] ?? "") ? 1 : -1))[0];
  if (!last?.["approved_at"]) return "pending";
  return last["rejection_reason"] ? "rejected" : "approved";
}

type Places = { licences: Licences; photos: ReadonlyMap<string, string> };
type Given = { old_id: string; profile: SourceRow; person: Person; approval: ApprovalStatus };

/** Whether a specialist's number is in the profile: that of a rejected or unconfirmed request is free, and stays with the request. */
export const holdsLicence = (approval: ApprovalStatus, { isConfirmed }: Person): boolean =>
  approval === "approved" || (approval === "pending" && isConfirmed);

/** The columns of a profile; what does not fit goes to `losses`. */
export function profileRow({ licences, photos }: Places, losses: Losses, { old_id, profile, person, approval }: Given) {
  const text = (column: string, most: number, least = 1, isLine = true) =>
    textOf(losses, column, profile[column], { least, most, isLine });
  for (const [column, value] of Object.entries(profile))
    if (!known.has(column) && value !== null) losses.left[column] = value;
  const name = text("name", 80, 2);
  if (name === null) lose(losses, "name_made", "name", profile["name"] ?? "");
  if (profile["photo_url"] && !photos.has(old_id)) losses.left["photo_url"] = profile["photo_url"];
  return {
    id: person.id,
    name: name ?? metadataOf(profile["raw_user_meta_data"] ?? null)?.name ?? NAMELESS,
    email: person.email,
    phone: phoneOf(losses, profile["phone"]),
    birth_date: birthDateOf(losses, profile["birth_date"]),
    activity_level: levelOf(losses, profile["activity_level"]),
    location_city: text("location_city", 80, 2),
    photo_url: photos.get(old_id) ?? null,
    license_number: licenceOf(licences, losses, { old_id, profile, person, approval }),
    specialty: text("specialty", 120, 2),
    price_range: text("price_range", 60),
    modalities: modalitiesOf(losses, profile["modalities"]),
    bio: text("bio", BIO_MAX, 1, false),
    approval_status: approval,
    created_at: timeOf(profile["created_at"]) ?? new Date(0),
  };
}

function levelOf(losses: Losses, original: string | null | undefined): string | null {
  const level = original?.trim().toLowerCase() ?? "";
  if (level === "") return null;
  if ((ACTIVITY_LEVELS as readonly string[]).includes(level)) return level;
  lose(losses, "level_dropped", "activity_level", original ?? "");
  return null;
}

function modalitiesOf(losses: Losses, original: string | null | undefined): string | null {
  const parts = (original ?? "")
    .split(",")
    .map((part) => part.trim())
    .filter(Boolean);
  const found = parts.map((part) => parseModalities(part));
  if (found.includes(null)) lose(losses, "modality_dropped", "modalities", original ?? "");
  const modalities = [...new Set(found.flatMap((each) => each ?? []))];
  return modalities.length > 0 ? joinModalities(modalities) : null;
}

function licenceOf(licences: Licences, losses: Losses, { old_id, profile, person, approval }: Given): string | null {
  const original = profile["license_number"];
  if (!original?.trim()) return null;
  const planned = licences.get(old_id);
  if (!planned?.text) {
    lose(losses, "licence_dropped", "license_number", original);
    return null;
  }
  if (planned.isTaken) lose(losses, "licence_twice", "license_number", original);
  return planned.isTaken || !holdsLicence(approval, person) ? null : planned.text;
}
