import * as accounts from "./domain/accounts/accounts.server.ts";
import * as adminViews from "./domain/admin-views/admin-views.server.ts";
import { accountList } from "./domain/accounts/account-list.server.ts";
import { createKine, inviteAgain } from "./domain/accounts/create-kine.server.ts";
import { deleteAccount } from "./domain/accounts/delete.server.ts";
import * as appeals from "./domain/appeals/appeals.server.ts";
import * as audit from "./domain/audit/audit.server.ts";
import * as availabilities from "./domain/availabilities/availabilities.server.ts";
import { agendaProcedures, bookingProcedures, calendarProcedures } from "./domain/bookings/procedures.server.ts";
import { caseList } from "./domain/cases/case-list.server.ts";
import * as cases from "./domain/cases/cases.server.ts";
import { fits } from "./domain/cases/case-fits.server.ts";
import { available } from "./domain/cases/offered-cases.server.ts";
import { view } from "./domain/cases/seen-case.server.ts";
import * as ownCases from "./domain/cases/own-case.server.ts";
import { studyViews } from "./domain/studies/study-views.server.ts";
import * as consents from "./domain/consents/consents.server.ts";
import * as confirmations from "./domain/confirmations/confirmations.server.ts";
import { conversationProcedures } from "./domain/conversations/procedures.server.ts";
import * as coverageAnswers from "./domain/coverages/coverage-answers.server.ts";
import * as coverageDisputes from "./domain/coverages/coverage-disputes.server.ts";
import { kines as coveredKines } from "./domain/coverages/covered-kines.server.ts";
import * as coverages from "./domain/coverages/coverages.server.ts";
import * as kineCoverages from "./domain/coverages/kine-coverages.server.ts";
import * as patientCoverage from "./domain/coverages/patient-coverage.server.ts";
import * as coverageVocabulary from "./domain/coverages/vocabulary.server.ts";
import * as ownPages from "./domain/directory/own-pages.server.ts";
import * as specialistsFound from "./domain/directory/specialists-found.server.ts";
import * as dossiers from "./domain/dossiers/dossiers.server.ts";
import { find } from "./domain/dossiers/find.server.ts";
import * as downloads from "./domain/downloads/downloads.server.ts";
import * as exports from "./domain/exports/exports.server.ts";
import * as handles from "./domain/handles/handles.server.ts";
import * as holidays from "./domain/holidays/holidays.server.ts";
import * as jobs from "./domain/jobs/jobs.server.ts";
import * as kineApplications from "./domain/kine-applications/kine-applications.server.ts";
import { changeLicence } from "./domain/kine-applications/own-application.server.ts";
import { applications } from "./domain/matches/applications.server.ts";
import * as answer from "./domain/departures/answer.server.ts";
import * as licenceQueue from "./domain/licences/licence-queue.server.ts";
import * as licences from "./domain/licences/licences.server.ts";
import * as mailStates from "./domain/mail-states/mail-states.server.ts";
import { coordinate } from "./domain/matches/coordinate.server.ts";
import * as matches from "./domain/matches/matches.server.ts";
import * as caseSummary from "./domain/cases/summary.server.ts";
import * as ownApplications from "./domain/matches/own-applications.server.ts";
import { offerFacts } from "./domain/matches/offer-facts.server.ts";
import * as offers from "./domain/matches/offers.server.ts";
import * as seats from "./domain/matches/seats.server.ts";
import * as moderatedReplies from "./domain/moderation/replies.server.ts";
import * as moderation from "./domain/moderation/moderation.server.ts";
import * as notificationSettings from "./domain/notifications/settings.server.ts";
import * as notifications from "./domain/notifications/notifications.server.ts";
import { byLink as unsubscribe } from "./domain/notifications/unsubscribe.server.ts";
import * as operator from "./domain/operator/operator.server.ts";
import * as ownChange from "./domain/profile-changes/own-change.server.ts";
import { pause } from "./domain/pauses/pauses.server.ts";
import * as places from "./domain/places/places.server.ts";
import { pulseProcedures } from "./domain/pulse/procedures.server.ts";
import * as profileChanges from "./domain/profile-changes/profile-changes.server.ts";
import { kines, patients } from "./domain/profiles/profile-lists.server.ts";
import * as prices from "./domain/prices/prices.server.ts";
import { publish } from "./domain/profiles/publish.server.ts";
import * as push from "./domain/push/push.server.ts";
import * as profiles from "./domain/profiles/own-profile.server.ts";
import { publicProfile } from "./domain/profiles/public-profile.server.ts";
import { measureProcedures } from "./domain/measures/procedures.server.ts";
import { treatmentProcedures } from "./domain/treatments/procedures.server.ts";
import { outlook } from "./domain/cases/outlook.server.ts";
import { specialistCount, specialists } from "./domain/profiles/specialists.server.ts";
import * as reports from "./domain/reports/reports.server.ts";
import { reviewProcedures } from "./domain/reviews/procedures.server.ts";
import * as reach from "./domain/service-levels/reach.server.ts";
import * as stillLooking from "./domain/service-levels/still-looking.server.ts";
import * as sessions from "./domain/sessions/sessions.server.ts";
import * as today from "./domain/today/today.server.ts";
import { readStatus } from "./domain/status/status.server.ts";
import * as settings from "./domain/settings/settings.server.ts";
import * as specialties from "./domain/specialties/specialties.server.ts";
import * as vocabulary from "./domain/vocabulary/vocabulary.server.ts";
import * as live from "./domain/live/live-events.server.ts";

/** The whole API: noun, then verb. Each procedure's definition starts with its guard. */
export const router = {
  accounts: {
    me: accounts.me,
    confirmPassword: accounts.confirmPassword,
    licenseAvailable: accounts.licenseAvailable,
    list: accountList,
    assignRole: accounts.assignRole,
    createKine,
    inviteAgain,
    delete: deleteAccount,
  },
  exports: { ask: exports.ask },
  profiles: {
    publicProfile,
    mine: profiles.mine,
    update: profiles.update,
    introduce: profiles.introduce,
    pause,
    publish,
    specialists,
    specialistCount,
    patients,
    kines,
  },
  dossiers: { person: dossiers.person, caseFile: dossiers.caseFile, find },
  downloads: { csv: downloads.csv },
  operator: { queues: operator.queues, quietCases: operator.quietCases, zones: operator.zones },
  pulse: { ...pulseProcedures, mail: mailStates.mail },
  today: { read: today.read, waiting: today.waiting },
  audit: { list: audit.list, csv: audit.csv },
  availabilities: { mine: availabilities.mine, replace: availabilities.replace },
  agendas: agendaProcedures,
  bookings: bookingProcedures,
  calendars: calendarProcedures,
  cases: {
    create: cases.create,
    mine: cases.mine,
    get: cases.get,
    update: ownCases.update,
    withdraw: ownCases.withdraw,
    applications,
    compare: offers.compare,
    summary: caseSummary.summary,
    close: cases.close,
    outlook,
    available: available,
    fits,
    view: view,
    list: caseList,
    studyViews,
    reach: reach.reach,
    invite: reach.invite,
    widen: reach.widen,
    keepLooking: stillLooking.keepLooking,
    answerByLink: stillLooking.answerByLink,
  },
  consents: { health: consents.health, giveHealth: consents.giveHealth, withdrawHealth: consents.withdrawHealth },
  coverages: {
    search: coverages.search,
    kines: coveredKines,
    mine: kineCoverages.mine,
    replace: kineCoverages.replace,
    confirm: kineCoverages.confirm,
    own: patientCoverage.own,
    saveOwn: patientCoverage.saveOwn,
    questions: coverageAnswers.questions,
    answer: coverageAnswers.answer,
    disputes: coverageDisputes.disputes,
    decide: coverageDisputes.decide,
    list: coverageVocabulary.list,
    save: coverageVocabulary.save,
    merge: coverageVocabulary.merge,
    retire: coverageVocabulary.retire,
  },
  handles: { mine: handles.mine, take: handles.take },
  prices: { mine: prices.mine, save: prices.save, confirm: prices.confirm },
  confirmations: { confirm: confirmations.confirm, byLink: confirmations.byLink },
  matches: {
    apply: matches.apply,
    withdraw: matches.withdraw,
    mine: ownApplications.mine,
    offerFacts,
    accept: matches.accept,
    reject: matches.reject,
    undoReject: matches.undoReject,
    end: matches.end,
    coordinate,
    edit: offers.edit,
    queue: seats.queue,
    leaveQueue: seats.leaveQueue,
  },
  conversations: conversationProcedures,
  reviews: reviewProcedures,
  appeals: { ask: appeals.ask, list: appeals.list, decide: appeals.decide },
  treatments: treatmentProcedures,
  measures: measureProcedures,
  profileChanges: {
    list: profileChanges.list,
    approve: profileChanges.approve,
    reject: profileChanges.reject,
    withdraw: ownChange.withdraw,
  },
  kineApplications: {
    list: kineApplications.list,
    pendingCount: kineApplications.pendingCount,
    approve: kineApplications.approve,
    reject: kineApplications.reject,
    reopen: kineApplications.reopen,
    undo: kineApplications.undo,
    changeLicence,
  },
  adminViews: { unseen: adminViews.unseen, markSeen: adminViews.markSeen },
  moderation: {
    suspend: moderation.suspend,
    restore: moderation.restore,
    hideReview: moderation.hideReview,
    showReview: moderation.showReview,
    askEdit: moderation.askEdit,
    hideReply: moderatedReplies.hideReply,
    showReply: moderatedReplies.showReply,
    closeCase: moderation.closeCase,
  },
  reports: { create: reports.create, list: reports.list, decide: reports.decide },
  push: { state: push.state, subscribe: push.subscribe, unsubscribe: push.unsubscribe, test: push.test },
  sessions: { mine: sessions.mine, end: sessions.end },
  places: { search: places.search },
  directory: { specialists: specialistsFound.specialists, search: specialistsFound.search, mine: ownPages.mine },
  licences: {
    mine: licences.mine,
    add: licences.add,
    withdraw: licences.withdraw,
    queue: licenceQueue.queue,
    verify: licenceQueue.verify,
    doubt: licenceQueue.doubt,
    deactivate: licenceQueue.deactivate,
    answerPast: answer.answerPast,
  },
  notifications: {
    list: notifications.list,
    unseen: notifications.unseen,
    seen: notifications.seen,
    settings: notificationSettings.settings,
    saveSettings: notificationSettings.saveSettings,
    unsubscribe,
  },
  holidays: { list: holidays.list, save: holidays.save, remove: holidays.remove },
  settings: { read: settings.read, change: settings.change, save: settings.save },
  specialties: { list: specialties.list },
  vocabulary: { queue: vocabulary.queue, link: vocabulary.link, keep: vocabulary.keep },
  status: { read: readStatus },
  mailStates: { clear: mailStates.clear },
  jobs: { list: jobs.list, retry: jobs.retry, discard: jobs.discard },
  live: { events: live.events },
};

export type Router = typeof router;
