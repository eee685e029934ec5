const WIDTH = 30;

/** Shows and removes the progress of a long command. */
export interface Progress {
  /** @param done the part of the work that is done, 0 to 1 */
  showProgress: (what: string, done: number) => void;
  endProgress: () => void;
}

/**
 * A bar on one line of a terminal, drawn again when its text changes. On anything else, such as a log file, it shows
 * nothing.
 */
export function createProgress(stream: NodeJS.WritableStream & { isTTY?: boolean }): Progress {
  let shown = '';
  const draw = (line: string) => {
    if (!stream.isTTY || line === shown) return;
    shown = line;
    stream.write(`\r\x1b[K${line}`);
  };
  return {
    showProgress(what, done) {
      const full = Math.min(WIDTH, Math.max(0, Math.round(done * WIDTH)));
      const percent = String(Math.floor(done * 100)).padStart(3);
      draw(`[${'#'.repeat(full)}${'.'.repeat(WIDTH - full)}] ${percent} %  ${what}`);
    },
    endProgress: () => draw(''),
  };
}
