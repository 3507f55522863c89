import type { BodyLook } from "./figure.tsx";

/** A body in the product's colours, by day and by night. */
export const clothed: BodyLook = {
  skin: "fill-[#e3ab91]",
  hair: "fill-[#43261f] dark:fill-[#2a1712]",
  top: "fill-accent",
  sleeve: "fill-[#b34833] dark:fill-[#d97a63]",
  legs: "fill-[#0f4c5c] dark:fill-[#5aa7b8]",
  farLeg: "fill-[#0a3844] dark:fill-[#3d8596]",
  shoes: "fill-ink",
};
