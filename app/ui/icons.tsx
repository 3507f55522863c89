/** The outlines of all icons, as SVG paths of a square of 24. */
export const strokes = {
  arrow: "M5 12h14M13 6l6 6-6 6",
  back: "M19 12H5M11 6l-6 6 6 6",
  bell: "M6 16.5V11a6 6 0 0 1 12 0v5.5l1.5 2h-15ZM10 20.5a2.2 2.2 0 0 0 4 0M12 5V3.5",
  calendar: "M5 6.5h14a1 1 0 0 1 1 1V19a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1V7.5a1 1 0 0 1 1-1ZM4 11h16M8 3.5v4M16 3.5v4",
  camera: "M4 8.5h3.2L9 6h6l1.8 2.5H20V19H4ZM12 16.5a3.2 3.2 0 1 0 0-6.4 3.2 3.2 0 0 0 0 6.4Z",
  case: "M9 4h6v3H9ZM9 5.5H6V20h12V5.5h-3M9 12h6M9 16h4",
  check: "M5 12.5 10 17.5 19.5 7",
  chevron: "M6 9.5 12 15.5 18 9.5",
  copy: "M9 9h10.5v11H9ZM6 15.5H4.5V4H15v2.5",
  circleCheck: "M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18ZM8 12.3l2.8 2.7 5.2-5.7",
  clock: "M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18ZM12 7v5.2l3.3 2",
  close: "M6 6l12 12M18 6 6 18",
  cloudOff: "M4 4l16 16M8.3 8.3A5.5 5.5 0 0 0 7 19h10.5M19.8 17.4A4.2 4.2 0 0 0 17.2 10.5 6 6 0 0 0 11.6 6.6",
  download: "M12 4v11M7.5 11 12 15.5 16.5 11M5 20h14",
  edit: "M4 20l.9-4.2L15.6 5.1a1.6 1.6 0 0 1 2.3 0l1 1a1.6 1.6 0 0 1 0 2.3L8.2 19.1ZM13.8 7l3.2 3.2",
  eye: "M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12ZM12 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6Z",
  eyeOff:
    "M4 4l16 16M9.8 5.8A9 9 0 0 1 12 5.5c6 0 9.5 6.5 9.5 6.5a16 16 0 0 1-2.9 3.6M6.3 7.6A16 16 0 0 0 2.5 12S6 " +
    "18.5 12 18.5a9 9 0 0 0 4-.9M9.9 9.9a3 3 0 0 0 4.2 4.2",
  file: "M6 3.5h8l4.5 4.5V20.5H6ZM13.5 3.5V8.5H18.5M9 13h6M9 16.5h4",
  flag: "M6 21V4M6 5h11.5l-2.5 4 2.5 4H6",
  info: "M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18ZM12 11v5.5M12 7.5v.5",
  key: "M8 19.5a4 4 0 1 0 0-8 4 4 0 0 0 0 8ZM11 12.7 19.5 4.2M16.5 7.2l3 3M13.7 10l2 2",
  keyboard: "M3 7h18v10.5H3ZM6.5 10.5v.01M10 10.5v.01M14 10.5v.01M17.5 10.5v.01M7.5 14.2h9",
  laptop: "M5.5 5.5h13v9.5h-13ZM3 18.5h18",
  lock: "M6 11h12v9H6ZM8.5 11V8a3.5 3.5 0 0 1 7 0v3",
  mail: "M3.5 6h17v12.5h-17ZM4 6.5l8 6.5 8-6.5",
  menu: "M4 7h16M4 12h16M4 17h16",
  minus: "M6 12h12",
  more: "M12 5.5v.01M12 12v.01M12 18.5v.01",
  phone:
    "M6.5 4h3l1.5 4.5-2 1.5a11 11 0 0 0 5 5l1.5-2L20 14.5v3A2.5 2.5 0 0 1 17.3 20C10.3 19.5 4.5 13.7 4 " +
    "6.7A2.5 2.5 0 0 1 6.5 4Z",
  pin: "M12 21s7-6 7-11.3A7 7 0 0 0 5 9.7C5 15 12 21 12 21ZM12 12a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5Z",
  plus: "M12 5v14M5 12h14",
  pulse: "M3 12.5h4l3-7.5 4 14 3-6.5h4",
  refresh: "M19.5 12a7.5 7.5 0 1 1-2.2-5.3L20 9.2M20 4.5v4.7h-4.7",
  search: "M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13ZM15.5 15.5 20 20",
  share: "M12 15V3.5M8 7.5 12 3.5l4 4M7 11H5.5v9.5h13V11H17",
  shield: "M12 3.5 19 6v5.5c0 4.5-3 7.5-7 9-4-1.5-7-4.5-7-9V6ZM8.8 12l2.3 2.3 4.1-4.6",
  signOut: "M14 4.5H5.5v15H14M10.5 12H20M16.5 8.5 20 12l-3.5 3.5",
  smartphone: "M7.5 3.5h9v17h-9ZM11 17.8h2",
  star: "M12 3.8l2.5 5.2 5.7.8-4.1 4 1 5.7-5.1-2.7-5.1 2.7 1-5.7-4.1-4 5.7-.8Z",
  starEmpty: "M12 3.8l2.5 5.2 5.7.8-4.1 4 1 5.7-5.1-2.7-5.1 2.7 1-5.7-4.1-4 5.7-.8Z",
  trash: "M4.5 7h15M9.5 7V4.5h5V7M6.5 7l.8 13h9.4l.8-13M10 11v5.5M14 11v5.5",
  upload: "M12 16V4.5M7.5 9 12 4.5 16.5 9M5 20h14",
  user: "M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8ZM4.5 20.5c.8-4 3.8-6 7.5-6s6.7 2 7.5 6",
  users:
    "M9 11.5a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7ZM2.5 19.5c.6-3.5 3-5.3 6.5-5.3s5.9 1.8 6.5 5.3M15.5 4.8a3.5 " +
    "3.5 0 0 1 0 6.4M17.5 14.7c2.2.6 3.5 2.3 4 4.8",
  wallet: "M4 7.5h15.5v12H4ZM4 7.5 15.5 4v3.5M15.5 13.5h4",
  warning: "M12 4 21.5 20h-19ZM12 10v4.5M12 17v.4",
  whatsapp:
    "M4 20l1.2-4.2A8.3 8.3 0 1 1 8.5 19ZM9 8.5c-.3 3.5 3 6.8 6.5 6.5l.5-1.8-2-1-1 .8a5 5 0 0 1-2.2-2.2l.8-1-1-2Z",
} as const;

export type IconName = keyof typeof strokes;

/** A stroke icon, 20 px unless sized by class. Decorative: the text beside it carries the meaning. */
export function Icon({ name, className = "size-5" }: { name: IconName; className?: string }) {
  return (
    <svg
      viewBox="0 0 24 24"
      fill={name === "star" ? "currentColor" : "none"}
      aria-hidden="true"
      className={`icon ${className}`}
    >
      <path d={strokes[name]} />
    </svg>
  );
}
