// The few pictures the screens use, drawn on a grid of 16.
import styles from './icon.module.css';

const PATHS = {
  alert: 'M8 1.8a6.2 6.2 0 1 0 0 12.4A6.2 6.2 0 0 0 8 1.8zM8 4.8v4M8 11v.2',
  info: 'M8 1.8a6.2 6.2 0 1 0 0 12.4A6.2 6.2 0 0 0 8 1.8zM8 7.2v4M8 4.9v.2',
  check: 'M3 8.5l3.2 3.2L13 5',
  circle: 'M8 2.8a5.2 5.2 0 1 0 0 10.4A5.2 5.2 0 0 0 8 2.8z',
  clock: 'M8 1.8a6.2 6.2 0 1 0 0 12.4A6.2 6.2 0 0 0 8 1.8zM8 4.8V8l2.3 1.4',
  search: 'M7 2.8a4.2 4.2 0 1 0 0 8.4 4.2 4.2 0 0 0 0-8.4zM10.2 10.2l3.3 3.3',
  refresh: 'M13 8a5 5 0 1 1-1.6-3.7M13.5 2v3h-3',
  down: 'M4 6l4 4 4-4',
  save: 'M8 2.5V10M5 7l3 3 3-3M3 13h10',
  up: 'M4 10l4-4 4 4',
  right: 'M6 3l5 5-5 5',
  left: 'M10 3L5 8l5 5',
  swap: 'M3 6h9l-3-3M13 10H4l3 3',
  calendar: 'M2.5 4h11v9.5h-11zM2.5 7h11M5.5 2.5V5M10.5 2.5V5',
  close: 'M4 4l8 8M12 4l-8 8',
  out: 'M6 3H3v10h3M7 8h6.5M11 5.5L13.5 8 11 10.5',
  tab: 'M7 3.5H3.5v9h9V9M9 2.5h4.5V7M13.2 2.8 7.5 8.5',
  plus: 'M8 3v10M3 8h10',
  pen: 'M3 13l.7-3L11 2.7l2.3 2.3L6 12.3z',
  menu: 'M2.5 4h11M2.5 8h11M2.5 12h11',
  home: 'M2.5 7.5 8 2.8l5.5 4.7v6h-4v-4h-3v4h-4z',
  person: 'M8 2.2a2.9 2.9 0 1 0 0 5.8 2.9 2.9 0 0 0 0-5.8zM2.6 13.8c.6-2.6 2.8-4 5.4-4s4.8 1.4 5.4 4',
  key: 'M10 2.5a3.5 3.5 0 1 1-2.4 6L3.5 12.6 3 13.5H1.8v-2h1.6v-1.6H5l2-2A3.5 3.5 0 0 1 10 2.5z',
  device: 'M5 1.8h6v12.4H5zM7.2 12h1.6',
  sheet: 'M3.5 2h9v12h-9zM5.8 5.5h4.4M5.8 8h4.4M5.8 10.5h2.6',
  phone:
    'M3.5 2.5H6l1.3 3.3-1.6 1a7.5 7.5 0 0 0 3.5 3.5l1-1.6 3.3 1.3v2.5a1 1 0 0 1-1 1A11 11 0 0 1 2.5 3.5a1 1 0 0 1 1-1z',
  mail: 'M2 4h12v8.5H2zM2 4.5l6 4.5 6-4.5',
  lock: 'M3.5 7.5h9v6h-9zM5.5 7.5V5a2.5 2.5 0 0 1 5 0v2.5M8 9.8v1.6',
  off: 'M8 1.8a6.2 6.2 0 1 0 0 12.4A6.2 6.2 0 0 0 8 1.8zM3.8 12.2l8.4-8.4',
  copy: 'M5.5 5.5h8v8h-8zM10.5 5.5v-3h-8v8h3',
  print: 'M4.5 6V2.5h7V6M4.5 11.5h-2V6h11v5.5h-2M4.5 9.5h7v4h-7z',
  undo: 'M6 3.5L3 6.5l3 3M3.5 6.5H10a3 3 0 0 1 0 6H7',
  download: 'M8 2.5V10M5 7l3 3 3-3M3 13h10',
} as const;

export type IconName = keyof typeof PATHS;

interface IconProps {
  name: IconName;
  /** Where it is left out. */
  hide?: string;
}

export function Icon({ name, hide }: IconProps) {
  return (
    <svg className={styles.icon} data-hide={hide} viewBox="0 0 16 16" aria-hidden="true">
      <path d={PATHS[name]} />
    </svg>
  );
}
