import { createContext, useRouteLoaderData } from "react-router";

/**
 * What every page may say about the product: its name, how to reach its people, its own address, where people may
 * sign in with an account that they have elsewhere, and the build that rendered it ("" in development).
 */
export type Product = {
  productName: string;
  contactPhone: string;
  contactEmail: string;
  publicUrl: string;
  providers: { id: string; name: string }[];
  build: string;
};

/** Set once per request by the server; reading it before that throws. */
export const appContext = createContext<Product>();

const unknownProduct: Product = { productName: "Kinexo", contactPhone: "", contactEmail: "", publicUrl: "", providers: [], build: "" };

/** The product as the root loader gave it; only the default name where that loader itself failed. */
export function useProduct(): Product {
  return useRouteLoaderData<Product>("root") ?? unknownProduct;
}
