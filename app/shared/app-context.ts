import { createContext, useRouteLoaderData } from "react-router";

/**
 * What every page may say about the product: its name, how to reach its people, its own address, and where people may
 * sign in with an account that they have elsewhere.
 */
export type Product = {
  productName: string;
  contactPhone: string;
  contactEmail: string;
  publicUrl: string;
  providers: { id: string; name: string }[];
};

/** Set once per request by the server; reading it before that throws. */
export const appContext = createContext<Product>();

const unknownProduct: Product = { productName: "Kinexo", contactPhone: "", contactEmail: "", publicUrl: "", providers: [] };

/** The product as the root loader gave it; only the default name where that loader itself failed. */
export function useProduct(): Product {
  return useRouteLoaderData<Product>("root") ?? unknownProduct;
}
