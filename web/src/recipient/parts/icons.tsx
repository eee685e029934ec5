/** The SVG paths of the icons, on a grid of 20 × 20. */
const PATHS = {
  download: 'M10 3v10m0 0 4-4m-4 4L6 9M3.5 16.5h13',
  upload: 'M10 13V3m0 0 4 4m-4-4L6 7M3.5 16.5h13',
  close: 'm5 5 10 10M15 5 5 15',
  next: 'm8 5 5 5-5 5',
  previous: 'm12 5-5 5 5 5',
  retry: 'M16 10a6 6 0 1 1-1.8-4.3M16 3v3.5h-3.5',
  warning: 'M10 3.5 17.5 16.5h-15ZM10 8.5v4m0 1.8v.1',
  done: 'm4.5 10.5 3.5 3.5 7.5-8',
  edit: 'm4 16 .8-3.2L13 4.6l2.4 2.4-8.2 8.2L4 16Z',
  lock: 'M5.5 9h9v7h-9zM7.2 9V6.6a2.8 2.8 0 0 1 5.6 0V9',
} as const;

/** An icon. It is hidden from screen readers, because a text is beside it or its button has a name. */
export function Icon({ of, size = 18 }: { of: keyof typeof PATHS; size?: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 20 20"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.6"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden
      style={{ flex: 'none' }}
    >
      <path d={PATHS[of]} />
    </svg>
  );
}
