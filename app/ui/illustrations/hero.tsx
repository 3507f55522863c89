import { clothed } from "./clothed.ts";
import { Figure, type Pose, silhouette } from "./figure.tsx";
import { Joint, Trace } from "./limbs.tsx";

/** The same person three times, in the style of early motion photography: seated with a hurting knee, up, walking. */
export function Hero({ className = "w-full" }: { className?: string }) {
  return (
    <svg viewBox="0 0 560 500" aria-hidden="true" className={className}>
      <path d="M40 470V262a222 222 0 0 1 222-222h36a222 222 0 0 1 222 222v208z" className="fill-primary-soft" />
      <circle cx="404" cy="176" r="84" className="fill-accent-soft" />
      <path d="M40 470v-46c70-30 132-34 204-16s150 26 276-28v90z" className="fill-ground/55 dark:fill-ground/35" />
      <g opacity="0.24">
        <path d="M84 394h72a7 7 0 0 1 7 7v5h-8v62h-12v-62H98v62H86v-62h-9v-5a7 7 0 0 1 7-7z" className="fill-primary" />
        <Figure pose={seated} look={silhouette("fill-primary")} />
      </g>
      <g opacity="0.42">
        <Figure pose={upright} look={silhouette("fill-primary")} />
      </g>
      <Trace d="M150 198C176 146 214 122 262 128" width={4} dash="1 11" className="stroke-accent-ink" />
      <Trace d="M286 128C320 108 352 102 392 112" width={4} dash="1 11" className="stroke-accent-ink" />
      <Figure pose={walking} look={clothed} />
      <Trace d="M16 470h528" width={4} className="stroke-primary" />
      <Joint at={walking.shoulder} r={6} />
      <Joint at={walking.hip} r={7} />
      <Joint at={walking.nearKnee} r={7} />
    </svg>
  );
}

const seated: Pose = {
  head: [140, 238],
  shoulder: [126, 288],
  hip: [116, 374],
  nearElbow: [142, 338],
  nearHand: [182, 360],
  farElbow: [150, 330],
  farHand: [186, 352],
  nearKnee: [190, 378],
  nearAnkle: [184, 452],
  nearToe: [208, 461],
  farKnee: [182, 378],
  farAnkle: [162, 454],
  farToe: [184, 462],
};

const upright: Pose = {
  head: [276, 176],
  shoulder: [262, 226],
  hip: [252, 314],
  nearElbow: [244, 278],
  nearHand: [262, 322],
  farElbow: [286, 274],
  farHand: [304, 316],
  nearKnee: [274, 384],
  nearAnkle: [266, 454],
  nearToe: [290, 462],
  farKnee: [248, 386],
  farAnkle: [224, 452],
  farToe: [246, 461],
};

const walking: Pose = {
  head: [416, 156],
  shoulder: [402, 208],
  hip: [392, 300],
  nearElbow: [366, 258],
  nearHand: [356, 308],
  farElbow: [438, 250],
  farHand: [474, 222],
  nearKnee: [432, 364],
  nearAnkle: [452, 438],
  nearToe: [478, 448],
  farKnee: [384, 376],
  farAnkle: [334, 432],
  farToe: [346, 460],
};
