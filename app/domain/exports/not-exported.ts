/** Tables with rows about a user that are not exported, and why. */
export const NOT_EXPORTED: Record<string, string> = {
  "auth.auth_codes": "secrets of a sign-in under way",
  "auth.mfa_challenges": "secrets of a sign-in under way",
  "auth.oauth_flows": "secrets of a sign-in under way",
  "auth.one_time_tokens": "secrets of links by mail",
  "auth.passkey_challenges": "secrets of a sign-in under way",
  "auth.recovery_codes": "hashes of secrets",
  "auth.refresh_tokens": "hashes of secrets",
  admin_views: "which rows an admin has seen: about what they saw",
  done_requests: "ids, states and counts of what was done within a day, all of which are given",
  vocabulary_names: "what an admin decided about a text, which is not about the admin",
  settings: "the installation's; what an admin changed is among the events of their account",
  case_levels: "when the reminders of a case were due, which are among the notifications",
  match_levels: "when the reminders of an application were due, which are among the notifications",
  case_places: "a place and a day of a case, which is given",
  kine_alert_days: "how many of the cases that a specialist was told of were told at once on a day, which are given",
  patient_alert_days:
    "how many of a patient's cases told a specialist at once on a day; the alerts of the cases are given",
  kine_places: "a part of the profile, which is given",
  acts_at_once:
    "which of their reports and answers of two days acted before an admin read them; the reports and answers are given",
  applications_made: "when they applied to which case; the applications are given",
  inherited_stars: "a sum of the stars of an earlier account with the same licence, which the public profile shows",
  contact_leaks: "which of their texts of a day gave contact data away; the texts are given",
  conversations_begun: "on which moments of a day they began conversations; the messages are given",
  kine_ratings: "sums of the reviews, which are given",
  directory: "what is stated in the profile, a place in an order and a median of applications, all of which are given",
};
