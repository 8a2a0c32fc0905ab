// Icons for buttons. They are decoration, because the buttons have names for screen readers.

import type { JSX } from 'preact';

const PATHS: Record<string, string> = {
  system: 'M3 5h18v11H3zM9 20h6M12 16v4',
  light:
    'M12 8a4 4 0 1 1 0 8a4 4 0 0 1 0-8M12 2v2M12 20v2M2 12h2M20 12h2M5 5l1.4 1.4M17.6 17.6L19 19M19 5l-1.4 1.4M6.4 17.6L5 19',
  dark: 'M20 14.5A8.5 8.5 0 0 1 9.5 4A8.5 8.5 0 1 0 20 14.5z',
  first: 'M18 5l-8 7l8 7M6 5v14',
  back: 'M15 5l-8 7l8 7',
  forward: 'M9 5l8 7l-8 7',
  last: 'M6 5l8 7l-8 7M18 5v14',
  flip: 'M4 9a8 8 0 0 1 14-3l2 2M20 3v5h-5M20 15a8 8 0 0 1-14 3l-2-2M4 21v-5h5',
  undo: 'M8 5l-5 5l5 5M3 10h11a5.5 5.5 0 0 1 0 11h-4',
  menu: 'M4 7h16M4 12h16M4 17h16',
  close: 'M6 6l12 12M18 6L6 18',
  flag: 'M6 21V4h11l-2.5 4L17 12H6',
  share: 'M12 15V3M8 7l4-4l4 4M5 12v8h14v-8',
  pen: 'M4 20l1-4L16 5l3 3L8 19zM14 7l3 3',
  book: 'M4 5c3-1.5 6-1 8 .5c2-1.5 5-2 8-.5v14c-3-1.5-6-1-8 .5c-2-1.5-5-2-8-.5zM12 5.5v14',
  play: 'M8 5l11 7l-11 7z',
  pause: 'M8 5v14M16 5v14',
  check: 'M5 13l4.5 4.5L19 7',
  cross: 'M6 6l12 12M18 6L6 18',
  dice: 'M5 5h14v14H5zM9 9h.01M15 15h.01M12 12h.01',
  hint: 'M9 18h6M10 21h4M8.5 15C6.5 13.5 5.5 11.7 5.5 9.500a6.5 6.5 0 0 1 13 0C18.5 11.7 17.5 13.5 15.5 15z',
  search: 'M10.5 4a6.5 6.5 0 1 1 0 13a6.5 6.5 0 0 1 0-13M15.5 15.5L21 21',
  settings: 'M4 8h10M18 8h2M4 16h2M10 16h10M16 6v4M8 14v4',
  scales: 'M12 4v16M7 20h10M5 7h14M5 7l-3 7a3.2 3.2 0 0 0 6 0zM19 7l-3 7a3.2 3.2 0 0 0 6 0z',
  threat: 'M12 3v5M12 16v5M3 12h5M16 12h5M12 6.500a5.500 5.500 0 1 1 0 11a5.500 5.500 0 0 1 0-11',
  zones: 'M4 4h7v7H4zM13 13h7v7h-7zM16 4h4v4M4 16v4h4',
  plus: 'M12 5v14M5 12h14',
  bin: 'M4 7h16M9 7V4h6v3M6 7l1 13h10l1-13M10 11v5M14 11v5',
  people:
    'M9 4a3.5 3.5 0 1 1 0 7a3.5 3.5 0 0 1 0-7M3 20a6 6 0 0 1 12 0M16 4.5a3.2 3.2 0 0 1 0 6M17.5 14.5a5.500 5.500 0 0 1 3.5 5.500',
  print: 'M7 8V3h10v5M7 17H4v-7a2 2 0 0 1 2-2h12a2 2 0 0 1 2 2v7h-3M7 14h10v7H7z',
  more: 'M5 12h.01M12 12h.01M19 12h.01',
  list: 'M9 6h11M9 12h11M9 18h11M4 6h1M4 12h1M4 18h1',
};

export function Icon({ name, size = 20 }: { name: string; size?: number }): JSX.Element {
  if (name === 'brand') {
    return (
      <svg class="brand-mark" width="28" height="28" viewBox="0 0 32 32" aria-hidden="true">
        <path fill="#23201b" d="M9 1h14v8h8v14h-8v8H9v-8H1V9h8z" />
        <path fill="#f8f5ec" d="M11 3h10v5H11z" />
        <path fill="#d8372e" d="M3 11h5v10H3z" />
        <path fill="#4fa98a" d="M24 11h5v10h-5z" />
        <path fill="#f2bf3a" d="M11 24h10v5H11z" />
        <path fill="#eee8db" d="M10 10h6v6h-6zM16 16h6v6h-6z" />
        <path fill="#b7a992" d="M16 10h6v6h-6zM10 16h6v6h-6z" />
      </svg>
    );
  }
  return (
    <svg class="icon" width={size} height={size} viewBox="0 0 24 24" aria-hidden="true">
      <path d={PATHS[name] ?? ''} />
    </svg>
  );
}
