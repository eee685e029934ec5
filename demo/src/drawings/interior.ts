import type { Random } from '../random.ts';
import { box, disc, gradient, shape, stroke, svg } from './svg.ts';

/** An empty room in perspective, landscape (or portrait when `upright`), as SVG: `bare` without paint and furniture. */
export function roomScene(
  random: Random,
  { bare = false, upright = false }: { bare?: boolean; upright?: boolean },
): string {
  const width = upright ? 900 : 1200;
  const height = upright ? 1200 : 900;
  const left = width * 0.24;
  const right = width * (0.72 + random.next() * 0.06);
  const top = height * 0.2;
  const foot = height * 0.66;
  const wall = bare ? '#b9a99a' : random.pick(['#e9e4d8', '#d7e0e2', '#e3dccb', '#dfe5d6']);
  return svg(width, height, [
    gradient('back', wall, '#cfc8ba'),
    box([0, 0, width, height], '#f4f2ee'),
    shape(
      [
        [0, 0],
        [left, top],
        [left, foot],
        [0, height],
      ],
      bare ? '#a39384' : '#d6cfc0',
    ),
    shape(
      [
        [width, 0],
        [right, top],
        [right, foot],
        [width, height],
      ],
      bare ? '#95867a' : '#c8c1b3',
    ),
    gradient('floor', bare ? '#8d8479' : '#b98d5c', bare ? '#6f675d' : '#8a6238'),
    shape(
      [
        [left, foot],
        [right, foot],
        [width, height],
        [0, height],
      ],
      'url(#floor)',
    ),
    box([left, top, right - left, foot - top], 'url(#back)'),
    ...window(random, left + (right - left) * 0.2, top + (foot - top) * 0.18, (right - left) * 0.34),
    ...boards([left, right], foot, [width, height]),
    ...(bare ? cables(random, left, right, top) : furniture(random, left, right, foot)),
    disc((left + right) / 2, top * 0.55, 26, '#fff6d8'),
  ]);
}

function window(random: Random, x: number, y: number, size: number): string[] {
  const sky = random.pick(['#a9cdec', '#c8d6df', '#f1cf9f']);
  return [
    box([x - 10, y - 10, size + 20, size + 20], '#ffffff'),
    box([x, y, size, size], sky),
    box([x, y + size * 0.7, size, size * 0.3], '#7f9a6d'),
    stroke([x + size / 2, y], [x + size / 2, y + size], '#ffffff', 8),
    stroke([x, y + size / 2], [x + size, y + size / 2], '#ffffff', 8),
  ];
}

function boards([left, right]: [number, number], foot: number, [width, height]: [number, number]): string[] {
  return Array.from({ length: 13 }, (_, place) => {
    const share = place / 12;
    return stroke(
      [left + (right - left) * share, foot],
      [width * (share * 1.6 - 0.3), height],
      'rgba(50,30,10,0.25)',
      3,
    );
  });
}

function cables(random: Random, left: number, right: number, top: number): string[] {
  return Array.from({ length: 9 }, () => {
    const x = left + random.next() * (right - left);
    return stroke(
      [x, top],
      [x + random.int(-20, 20), top + random.int(60, 190)],
      random.pick(['#c23b22', '#3a6ea5', '#d8b13a', '#444']),
      4,
    );
  });
}

function furniture(random: Random, left: number, right: number, foot: number): string[] {
  const colour = random.pick(['#44566c', '#6c4a44', '#4d6b52']);
  const x = left + (right - left) * 0.56;
  return [
    box([x, foot - 92, 210, 26], colour),
    box([x + 8, foot - 66, 14, 84], '#3a3a3a'),
    box([x + 188, foot - 66, 14, 84], '#3a3a3a'),
    box([x + 60, foot - 150, 84, 58], '#20242b'),
    box([x + 66, foot - 145, 72, 46], '#7fa3c7'),
  ];
}
