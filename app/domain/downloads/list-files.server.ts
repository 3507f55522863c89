import { z } from "zod";
import type { Database } from "../../platform/database/database.server.ts";
import { AccountListing, accountPage, ListedAccounts } from "../accounts/account-list.server.ts";
import { CaseListing, casePage } from "../cases/case-list.server.ts";
import { ListedCases } from "../cases/case-output.server.ts";
import { applicationPage, Applications } from "../kine-applications/kine-applications.server.ts";
import {
  KineListing,
  kinePage,
  ListedKines,
  ListedPatients,
  PatientListing,
  patientPage,
} from "../profiles/profile-lists.server.ts";
import { MailRows, mailRows } from "../mail-states/mail-file.server.ts";
import { ZoneRows, zoneRows } from "../operator/zone-file.server.ts";
import { MarketRows, marketRows } from "../pulse/market-file.server.ts";
import { KinesOfSegment, SegmentFilter, segmentPage } from "../pulse/kines.server.ts";
import { MarketFilter } from "../pulse/pulse.server.ts";
import { SignUpFilter, SignUpRows, signUpRows } from "../pulse/signups.server.ts";
import { Reports } from "../reports/report-output.server.ts";
import { reportPage } from "../reports/reports.server.ts";
import { REPORT_STATES } from "../reports/report.ts";
import { ReviewListing, reviewPage } from "../reviews/review-list.server.ts";
import { ListedReviews } from "../reviews/review-output.server.ts";

type Cell = string | number | boolean | Date | null | readonly string[];
type Page = { items: Record<string, Cell>[]; next: string | null };

/** Columns that no file has: photos, and hints to the admin who reads the list. */
const NOT_IN_FILES = ["photo_url", "signals"];

const file = <Filter extends z.ZodObject>(
  name: string,
  Filter: Filter,
  Listed: { shape: { items: { element: { shape: object } } } },
  read: (db: Database, filter: z.output<Filter>, after: string | null) => Promise<Page>,
) => ({
  name,
  Asked: Filter.strip(),
  columns: Object.keys(Listed.shape.items.element.shape).filter((column) => !NOT_IN_FILES.includes(column)),
  read,
});

/** All lists that admins download: the file's name, the schemas of its filter and of its page, and the reader of its pages, oldest rows first. */
export const LIST_FILES = {
  users: file("usuarios", AccountListing.pick({ search: true, role: true }), ListedAccounts, (db, filter, after) =>
    accountPage(db, { ...filter, order: "oldest", after }),
  ),
  patients: file("pacientes", PatientListing.pick({ search: true }), ListedPatients, (db, filter, after) =>
    patientPage(db, { ...filter, order: "oldest", after }),
  ),
  kines: file(
    "especialistas",
    KineListing.pick({ search: true, approval_status: true }),
    ListedKines,
    (db, filter, after) => kinePage(db, { ...filter, order: "oldest", after }),
  ),
  cases: file("casos", CaseListing.pick({ search: true, status: true }), ListedCases, (db, filter, after) =>
    casePage(db, { ...filter, order: "oldest", after }),
  ),
  reviews: file(
    "resenas",
    ReviewListing.pick({ search: true, stars: true, state: true }),
    ListedReviews,
    (db, filter, after) => reviewPage(db, { ...filter, order: "oldest", after }),
  ),
  applications: file(
    "solicitudes",
    z.object({ state: z.enum(["pending", "decided"]) }),
    Applications,
    (db, { state }, before) => applicationPage(db, { state, order: "oldest", before }),
  ),
  reports: file("denuncias", z.object({ state: z.enum(REPORT_STATES) }), Reports, (db, { state }, after) =>
    reportPage(db, { state, after }),
  ),
  market: file("mercado", MarketFilter, MarketRows, (db, filter) => marketRows(db, filter)),
  signups: file("altas", SignUpFilter, SignUpRows, (db, filter) => signUpRows(db, filter)),
  zones: file("zonas", z.object({}), ZoneRows, (db) => zoneRows(db)),
  mails: file("correo", z.object({}), MailRows, (db) => mailRows(db)),
  segment: file(
    "especialistas-segmento",
    SegmentFilter.pick({ segment: true }),
    KinesOfSegment,
    (db, { segment }, after) => segmentPage(db, segment, after),
  ),
} as const;

export type ListFile = keyof typeof LIST_FILES;
export const LIST_NAMES = Object.keys(LIST_FILES) as [ListFile, ...ListFile[]];

/** Formats a cell for a CSV file: times in ISO 8601, everything else as plain text. */
export function cellText(cell: Cell | undefined): string | null {
  if (cell === null || cell === undefined) return null;
  return cell instanceof Date ? cell.toISOString() : String(cell);
}
