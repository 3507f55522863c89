import { createContext as createReactContext, useContext } from "react";
import { createContext } from "react-router";

/**
 * Public product facts for every page: name, contact, public URL, the sign-in providers,
 * and the build that rendered it ("" in development).
 */
export type Product = {
  productName: string;
  contactPhone: string;
  contactEmail: string;
  publicUrl: string;
  providers: { id: string; name: string }[];
  build: string;
};

/** Set once per request by the server; reading it earlier throws. */
export const appContext = createContext<Product>();

const unknownProduct: Product = {
  productName: "Kinexo",
  contactPhone: "",
  contactEmail: "",
  publicUrl: "",
  providers: [],
  build: "",
};

/** The product for the components of a document; only the default name when it could not be read. */
export const ProductContext = createReactContext<Product>(unknownProduct);

export const useProduct = () => useContext(ProductContext);
