// Line icons of our own, 20 × 20, drawn with the colour of the text.
const PATHS = {
  search: "M9 15a6 6 0 1 1 0-12 6 6 0 0 1 0 12Zm4.5-1.5L17 17",
  folder: "M3 6a1.5 1.5 0 0 1 1.5-1.5H8l1.8 2h5.7A1.5 1.5 0 0 1 17 8v6.5a1.5 1.5 0 0 1-1.5 1.5h-11A1.5 1.5 0 0 1 3 14.5Z",
  map: "M5 7.5a2 2 0 1 0 0-4 2 2 0 0 0 0 4Zm10 9a2 2 0 1 0 0-4 2 2 0 0 0 0 4Zm0-9a2 2 0 1 0 0-4 2 2 0 0 0 0 4ZM7 5.5h6M6.3 7l7.2 6",
  flow: "M5 3v14M15 3v14M5 7h10m-3-2.5L15 7l-3 2.5M15 13H5m3-2.5L5 13l3 2.5",
  status: "M3 11h3l2.2-6 3.6 10L14 11h3",
  close: "M5 5l10 10M15 5 5 15",
  sun: "M10 13.5a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7ZM10 2v1.5M10 16.5V18M2 10h1.5M16.5 10H18M4.3 4.3l1.1 1.1M14.6 14.6l1.1 1.1M4.3 15.7l1.1-1.1M14.6 5.4l1.1-1.1",
  moon: "M16.5 12A7 7 0 0 1 8 3.5 7 7 0 1 0 16.5 12Z",
  system: "M3 4.5h14v9H3zM7 17h6M10 13.5V17",
  down: "M5 8l5 5 5-5",
  right: "M8 5l5 5-5 5",
  plus: "M10 4v12M4 10h12",
  minus: "M4 10h12",
  fit: "M4 8V4h4M12 4h4v4M16 12v4h-4M8 16H4v-4",
  sync: "M16 8a6.2 6.2 0 0 0-11.5-1.5M4 12a6.2 6.2 0 0 0 11.5 1.5M4.5 3v3.5H8M15.5 17v-3.5H12",
  trash: "M4 6h12M8 6V4h4v2M5.5 6l.8 10h7.4l.8-10",
  copy: "M7 7h9v9H7zM4 13V4h9",
  pin: "M10 17.5c3.5-4 5-6.6 5-9a5 5 0 0 0-10 0c0 2.4 1.5 5 5 9ZM10 10.2a1.7 1.7 0 1 0 0-3.4 1.7 1.7 0 0 0 0 3.4Z",
  link: "M8.5 11.5l3-3M7 9l-2 2a2.8 2.8 0 0 0 4 4l2-2M13 11l2-2a2.8 2.8 0 0 0-4-4L9 7",
  warning: "M10 3.5 18 16.5H2ZM10 8v4M10 14v.5",
  check: "M4 10.5l4 4 8-9",
  group: "M7 9a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5Zm6.5 0a2 2 0 1 0 0-4M2.5 16c0-3 2-5 4.5-5s4.5 2 4.5 5M13.5 11c2.3 0 4 2 4 5",
  back: "M12 5l-5 5 5 5",
} as const;

export type IconName = keyof typeof PATHS;

export const Icon = ({ name }: { name: IconName }) => (
  <svg class="icon" viewBox="0 0 20 20" aria-hidden="true" focusable="false">
    <path d={PATHS[name]} />
  </svg>
);
