export const ORDERS = ["newest", "oldest"] as const;
export type Order = (typeof ORDERS)[number];
export const ORDER_LABELS: Record<Order, string> = { newest: "Más nuevos", oldest: "Más antiguos" };

/** Orders by a column other than the age: of people by name, of cases by state, of reviews by stars. */
type ColumnOrder = "name" | "name_down" | "status" | "status_down" | "stars" | "stars_down";
export const COLUMN_ORDER_LABELS: Record<ColumnOrder, string> = {
  name: "Nombre, de la A a la Z",
  name_down: "Nombre, de la Z a la A",
  status: "Estado, abiertos primero",
  status_down: "Estado, cerrados primero",
  stars: "Menos estrellas primero",
  stars_down: "Más estrellas primero",
};
export const PEOPLE_ORDERS = [...ORDERS, "name", "name_down"] as const;
export const CASE_ORDERS = [...ORDERS, "status", "status_down"] as const;
export const REVIEW_ORDERS = [...ORDERS, "stars", "stars_down"] as const;
export type AnyOrder = Order | ColumnOrder;

export const SEARCH_MAX = 80;
