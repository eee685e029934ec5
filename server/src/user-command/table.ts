/** Formats rows as aligned columns; an empty cell is a dash. */
export function tableOf(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [header, ...rows.map((row) => row.map((cell) => printable(cell) || '-'))];
  const widths = header.map((_, column) => Math.max(...lines.map((line) => (line[column] ?? '').length)));
  return lines
    .map((line) =>
      line
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** Names must not contain control sequences of a terminal. */
const printable = (text: string) => text.replaceAll(/[\p{Cc}\p{Cf}]/gu, '?');
