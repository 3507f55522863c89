import { createContext, useRouteLoaderData } from "react-router";

/** What every page may say about the product: its name, how to reach its people and its own address. */
export type Product = { productName: string; contactPhone: string; contactEmail: string; publicUrl: string };

/** Set once per request by the server; reading it before that throws. */
export const appContext = createContext<Product>();

const unknownProduct: Product = { productName: "Kinexo", contactPhone: "", contactEmail: "", publicUrl: "" };

/** The product as the root loader gave it; only the default name where that loader itself failed. */
export function useProduct(): Product {
  return useRouteLoaderData<Product>("root") ?? unknownProduct;
}
