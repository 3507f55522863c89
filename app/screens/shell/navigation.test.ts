import { expect, test } from "vitest";
import { dashboardOf, roleOfPath, sectionOf, titleOf } from "./navigation.ts";

test.each([
  ["/dashboard/patient/cases", "Casos"],
  ["/dashboard/kine/matches/", "Mis Postulaciones"],
  ["/dashboard/admin/users", "Usuarios"],
  ["/dashboard/kine/profile", "Perfil"],
  ["/dashboard/admin/status", "Estado"],
  ["/dashboard/admin/applications", "Dashboard"],
  ["/dashboard", "Dashboard"],
])("the title of %s names %s", (path, section) => {
  expect(sectionOf(path)).toBe(section);
  expect(titleOf({ productName: "Kinexo" }, path)).toBe(`Kinexo | ${section}`);
});

test("a path belongs to the role that it names whole", () => {
  expect(roleOfPath("/dashboard/kine")).toBe("kine");
  expect(roleOfPath("/dashboard/kine/reviews")).toBe("kine");
  expect(roleOfPath("/dashboard/kinesiology")).toBeNull();
  expect(roleOfPath("/kines/1")).toBeNull();
});

test("the last route is restored only inside the dashboard of the role", () => {
  expect(dashboardOf("patient", "/dashboard/patient/../admin/users")).toBe("/dashboard/patient/cases");
  expect(dashboardOf("patient", "/dashboard/patient/cases/gone")).toBe("/dashboard/patient/cases");
  expect(dashboardOf("kine", "/dashboard/kine/security")).toBe("/dashboard/kine/security");
  expect(dashboardOf("kine", "/dashboard/kine/reviews")).toBe("/dashboard/kine/reviews");
  expect(dashboardOf("kine", "/dashboard/kine/inbox")).toBe("/dashboard/kine/inbox");
  expect(dashboardOf("patient", "/dashboard/patient/reviews")).toBe("/dashboard/patient/reviews");
  expect(dashboardOf("kine", "/dashboard/patient/cases")).toBe("/dashboard/kine/cases");
  expect(dashboardOf("patient", null)).toBe("/dashboard/patient/cases");
  expect(dashboardOf("admin", "https://elsewhere.example/dashboard/admin/users")).toBe("/dashboard/admin/users");
});
