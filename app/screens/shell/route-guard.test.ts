import { expect, test } from "vitest";
import type { ApprovalStatus, Role } from "../../shared/roles.ts";
import { ACCOUNT_GONE, judge, NO_ROLE } from "./route-guard.ts";

const member = (roles: Role[], approval_status: ApprovalStatus = "approved") =>
  ({
    state: "member",
    me: { roles, approval_status, must_change_password: false, has_factor: false, factor_due: false, aal: "aal1" },
  }) as const;

test("nobody is sent to sign in", () => {
  expect(judge({ state: "nobody" }, ["patient"])).toEqual({ role: null, to: "/auth" });
});

test("a session without a profile is ended with the reason", () => {
  expect(judge({ state: "vanished" }, ["patient"])).toEqual({ role: null, to: "/auth", signOutBecause: ACCOUNT_GONE });
});

test("whoever came from another provider gives what a profile needs before anything else", () => {
  expect(judge({ state: "unfinished" }, null)).toEqual({ role: null, to: "/auth/complete" });
});

test("whoever has a temporary password changes it before anything else", () => {
  for (const status of ["approved", "pending", "rejected"] as const) {
    const { me } = member(["kine"], status);
    expect(judge({ state: "member", me: { ...me, must_change_password: true } }, ["kine"])).toEqual({
      role: null,
      to: "/change-password",
    });
  }
});

test.each(["pending", "rejected"] as const)("whoever is %s waits, whatever their roles", (status) => {
  expect(judge(member(["kine"], status), ["kine"])).toEqual({ role: null, to: "/pending-approval" });
  expect(judge(member([], status), ["patient"])).toEqual({ role: null, to: "/pending-approval" });
});

test("whoever has a second factor shows it before any dashboard", () => {
  const { me } = member(["kine"]);
  const halfway = { state: "member", me: { ...me, has_factor: true } } as const;
  expect(judge(halfway, ["kine"])).toEqual({ role: null, to: "/auth/step-up" });
  expect(judge(halfway, null)).toEqual({ role: null, to: "/auth/step-up" });
  expect(judge({ ...halfway, me: { ...halfway.me, aal: "aal2" } }, ["kine"])).toEqual({ role: "kine" });
});

test("an admin whose grace is over adds a second factor before anything else, once the password is their own", () => {
  const me = { ...member(["admin"]).me, factor_due: true };
  expect(judge({ state: "member", me }, ["admin"])).toEqual({ role: null, to: "/auth/step-up" });
  expect(judge({ state: "member", me: { ...me, must_change_password: true } }, ["admin"])).toMatchObject({
    to: "/change-password",
  });
});

test("no role at all ends the session with the reason", () => {
  expect(judge(member([]), null)).toEqual({ role: null, to: "/auth", signOutBecause: NO_ROLE });
});

test("a role outside the list is turned away and keeps the session", () => {
  expect(judge(member(["patient"]), ["kine"])).toEqual({ role: null, to: "/auth" });
});

test("with several roles the highest one decides", () => {
  expect(judge(member(["patient", "admin"]), ["patient"])).toEqual({ role: null, to: "/auth" });
  expect(judge(member(["patient", "admin"]), ["admin"])).toEqual({ role: "admin" });
  expect(judge(member(["patient", "kine"]), null)).toEqual({ role: "kine" });
});
