/** Half a million pixels are enough for a demo, and twice as fast to render as a million. */
const DOTS_PER_UNIT = 2 / 3;

/** Wraps shapes into an SVG picture; `width` and `height` are in the units of the shapes. */
export function svg(width: number, height: number, shapes: string[]): string {
  const size = `width="${width * DOTS_PER_UNIT}" height="${height * DOTS_PER_UNIT}"`;
  const open = `<svg xmlns="http://www.w3.org/2000/svg" ${size} viewBox="0 0 ${width} ${height}">`;
  return `${open}${shapes.join('')}</svg>`;
}

/** A filled box. */
export function box([x, y, width, height]: [number, number, number, number], fill: string): string {
  return `<rect x="${round(x)}" y="${round(y)}" width="${round(width)}" height="${round(height)}" fill="${fill}"/>`;
}

/** A filled shape through the given points. */
export function shape(points: [x: number, y: number][], fill: string): string {
  return `<polygon points="${points.map(([x, y]) => `${round(x)},${round(y)}`).join(' ')}" fill="${fill}"/>`;
}

/** A straight stroke. */
export function stroke(from: [number, number], to: [number, number], colour: string, width = 3): string {
  const ends = `x1="${round(from[0])}" y1="${round(from[1])}" x2="${round(to[0])}" y2="${round(to[1])}"`;
  return `<line ${ends} stroke="${colour}" stroke-width="${width}"/>`;
}

/** A filled disc. */
export function disc(x: number, y: number, radius: number, fill: string): string {
  return `<circle cx="${round(x)}" cy="${round(y)}" r="${round(radius)}" fill="${fill}"/>`;
}

/** A gradient from top to bottom; use it as `url(#id)`. */
export function gradient(id: string, top: string, foot: string): string {
  const stops = `<stop offset="0" stop-color="${top}"/><stop offset="1" stop-color="${foot}"/>`;
  return `<defs><linearGradient id="${id}" x1="0" y1="0" x2="0" y2="1">${stops}</linearGradient></defs>`;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
