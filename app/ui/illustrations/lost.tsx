import { clothed } from "./clothed.ts";
import { Figure, type Pose } from "./figure.tsx";
import { Trace } from "./limbs.tsx";

/** Someone at the end of a path, a hand over the eyes, beside a signpost without words. */
export default function Lost() {
  return (
    <svg viewBox="0 0 320 256" aria-hidden="true" className="h-auto w-full max-w-80">
      <circle cx="160" cy="130" r="110" className="fill-primary-soft" />
      <circle cx="218" cy="84" r="40" className="fill-accent-soft" />
      <Trace d="M86 236V92" width={8} className="stroke-primary" />
      <path
        d="M52 98h62l16 14-16 14H52z"
        className="fill-surface stroke-primary"
        strokeWidth="4"
        strokeLinejoin="round"
      />
      <path
        d="M122 140H66l-14 13 14 13h56z"
        className="fill-surface stroke-primary"
        strokeWidth="4"
        strokeLinejoin="round"
      />
      <Trace d="M68 112h30M80 153h28" width={4} className="stroke-control" />
      <Figure pose={searching} look={clothed} size={0.74} />
      <Trace d="M6 238h218" width={4} className="stroke-primary" />
      <Trace d="M240 238h76" width={4} dash="1 11" className="stroke-accent-ink" />
    </svg>
  );
}

const searching: Pose = {
  head: [182, 72],
  shoulder: [174, 108],
  hip: [168, 166],
  nearElbow: [152, 138],
  nearHand: [166, 164],
  farElbow: [216, 100],
  farHand: [202, 68],
  nearKnee: [180, 200],
  nearAnkle: [176, 226],
  nearToe: [194, 232],
  farKnee: [158, 200],
  farAnkle: [148, 226],
  farToe: [164, 232],
};
