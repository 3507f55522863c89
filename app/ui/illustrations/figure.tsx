export type Point = readonly [x: number, y: number];

/** The positions of the body parts, seen from its right side; "near" is the viewer's side. */
export type Pose = {
  head: Point;
  shoulder: Point;
  hip: Point;
  nearElbow: Point;
  nearHand: Point;
  farElbow: Point;
  farHand: Point;
  nearKnee: Point;
  nearAnkle: Point;
  nearToe: Point;
  farKnee: Point;
  farAnkle: Point;
  farToe: Point;
};

/** The classes that colour a body: one per part, or one for all of a silhouette. */
export type BodyLook = Record<"skin" | "hair" | "top" | "sleeve" | "legs" | "farLeg" | "shoes", string>;

/** A body of one colour, given by `className`. */
export function silhouette(className: string): BodyLook {
  return {
    skin: className,
    hair: className,
    top: className,
    sleeve: className,
    legs: className,
    farLeg: className,
    shoes: className,
  };
}

/** A body whose parts taper from joint to joint. Decorative. */
export function Figure({ pose, look, size = 1 }: { pose: Pose; look: BodyLook; size?: number }) {
  const part = (from: Point, fromRadius: number, to: Point, toRadius: number) =>
    taper(from, fromRadius * size, to, toRadius * size);
  const { head, shoulder, hip } = pose;
  const [x, y] = head;
  const skull = 23 * size;
  return (
    <g>
      <path d={part(shoulder, 13, pose.farElbow, 9.5)} className={look.sleeve} />
      <path d={part(pose.farElbow, 9.5, pose.farHand, 8)} className={look.skin} />
      <path d={part(pose.farAnkle, 8, pose.farToe, 7)} className={look.shoes} />
      <path
        d={part(hip, 20, pose.farKnee, 13.5) + part(pose.farKnee, 13.5, pose.farAnkle, 9)}
        className={look.farLeg}
      />
      <path d={part(shoulder, 11, head, 12)} className={look.skin} />
      <path d={part(pose.nearAnkle, 9, pose.nearToe, 8)} className={look.shoes} />
      <path d={part(hip, 23, pose.nearKnee, 15) + part(pose.nearKnee, 15, pose.nearAnkle, 10)} className={look.legs} />
      <path d={part(shoulder, 21, hip, 22)} className={look.top} />
      <circle cx={x} cy={y} r={skull} className={look.skin} />
      <path
        d={`M${x + skull * 0.94} ${y - skull * 0.34}A${skull} ${skull} 0 1 0 ${x - skull * 0.62} ${y + skull * 0.78}
          C${x - skull * 0.2} ${y + skull * 0.3} ${x - skull * 0.3} ${y - skull * 0.3} ${x + skull * 0.94} ${y - skull * 0.34}z`}
        className={look.hair}
      />
      <path d={part(shoulder, 15, pose.nearElbow, 11)} className={look.sleeve} />
      <path d={part(pose.nearElbow, 10, pose.nearHand, 8.5)} className={look.skin} />
    </g>
  );
}

// The outline around two circles and the area between them.
function taper([ax, ay]: Point, a: number, [bx, by]: Point, b: number): string {
  const along = Math.atan2(by - ay, bx - ax);
  const spread = Math.acos((a - b) / Math.hypot(bx - ax, by - ay));
  const at = (x: number, y: number, radius: number, angle: number) =>
    `${(x + radius * Math.cos(angle)).toFixed(1)} ${(y + radius * Math.sin(angle)).toFixed(1)}`;
  return (
    `M${at(ax, ay, a, along + spread)}L${at(bx, by, b, along + spread)}` +
    `A${b} ${b} 0 ${b > a ? 1 : 0} 0 ${at(bx, by, b, along - spread)}L${at(ax, ay, a, along - spread)}` +
    `A${a} ${a} 0 ${a >= b ? 1 : 0} 0 ${at(ax, ay, a, along + spread)}z`
  );
}
