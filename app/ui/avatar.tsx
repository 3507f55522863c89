import { useState } from "react";
import { Icon } from "./icons.tsx";
import { initials } from "./initials.ts";

const looks = [
  "bg-[#0f4c5c] text-white",
  "bg-[#8a3a26] text-white",
  "bg-[#4d5b2a] text-white",
  "bg-[#5b3a6e] text-white",
  "bg-[#7a5200] text-white",
  "bg-[#23527c] text-white",
];
const sizes = {
  tiny: "size-7 text-xs",
  small: "size-9 text-sm",
  normal: "size-12 text-lg",
  big: "size-16 text-2xl",
  large: "size-24 text-3xl",
  portrait: "size-20 text-3xl md:size-36 md:text-5xl",
};

type AvatarProps = { name: string; photoUrl?: string | null; size?: keyof typeof sizes };

/**
 * A photo, or initials on a colour derived from them, also when the photo fails to load: the same before an account and for a shortened name;
 * a generic figure without a name. Decorative.
 */
export function Avatar({ name, photoUrl, size = "normal" }: AvatarProps) {
  const shape = `relative grid shrink-0 place-items-center overflow-hidden rounded-full ${sizes[size]}`;
  const [failed, setFailed] = useState<string | null>(null);
  // Covers the initials, which show when the photo fails to load; without React, /static-page.js removes a failed photo.
  const photo = photoUrl && photoUrl !== failed && (
    <img
      data-photo
      src={photoUrl}
      alt=""
      className="absolute inset-0 size-full bg-sunken object-cover"
      loading="lazy"
      onError={() => setFailed(photoUrl)}
    />
  );
  if (!name.trim()) {
    return (
      <span aria-hidden="true" className={`bg-sunken text-muted ${shape}`}>
        {photo || <Icon name="user" className="size-1/2" />}
      </span>
    );
  }
  return (
    <span
      aria-hidden="true"
      data-initials={initials(name)}
      className={`font-display font-semibold before:content-[attr(data-initials)] ${shape} ${looks[hash(initials(name)) % looks.length]}`}
    >
      {photo}
    </span>
  );
}

function hash(text: string): number {
  let sum = 0;
  for (const letter of text) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) >>> 0;
  return sum;
}
