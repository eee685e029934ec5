/** A bar of a chart. */
export interface Bar {
  label: string;
  /** the text beside the bar */
  text: string;
  /** share of the goal; 1 is the goal */
  share: number;
}

const WIDTH = 760;
const LABEL = 264;
const TEXT = 150;
const ROW = 28;
const TOP = 40;
const GOAL_AT = 0.7;
const MOST = 1 / GOAL_AT;

/** Draws bars beside a line for the goal, as SVG that is readable on light and dark pages. */
export function barChart(title: string, bars: readonly Bar[]): string {
  const room = WIDTH - LABEL - TEXT;
  const height = TOP + bars.length * ROW + 16;
  const goalX = LABEL + room * GOAL_AT;
  const rows = bars.map(({ label, text, share }, index) => {
    const y = TOP + index * ROW;
    const width = Math.max(2, room * GOAL_AT * Math.min(share, MOST));
    return [
      `  <text class="label" x="${LABEL - 12}" y="${y + 16}" text-anchor="end">${escaped(label)}</text>`,
      `  <rect class="${share >= 1 ? 'reached' : 'missed'}" x="${LABEL}" y="${y + 4}" width="${width.toFixed(1)}" height="16" rx="3"/>`,
      `  <text class="value" x="${WIDTH - TEXT + 12}" y="${y + 16}">${escaped(text)}</text>`,
    ].join('\n');
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${height}" viewBox="0 0 ${WIDTH} ${height}" role="img">
  <title>${escaped(title)}</title>
  <style>
    text { font: 13px system-ui, sans-serif; fill: #1f2937; }
    .value { font-variant-numeric: tabular-nums; }
    .reached { fill: #2f7d4f; }
    .missed { fill: #1634a4; opacity: 0.75; }
    .goal { stroke: #6b7280; stroke-dasharray: 3 3; }
    @media (prefers-color-scheme: dark) {
      text { fill: #e5e7eb; }
      .reached { fill: #6fcf97; }
      .missed { fill: #8aa4ff; }
    }
  </style>
  <text x="${goalX}" y="20" text-anchor="middle">goal</text>
  <line class="goal" x1="${goalX}" y1="28" x2="${goalX}" y2="${height - 12}"/>
${rows.join('\n')}
</svg>
`;
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
