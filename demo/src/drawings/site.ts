import type { Random } from '../random.ts';
import { box, disc, gradient, shape, stroke, svg } from './svg.ts';

const SKIES: [string, string][] = [
  ['#7fb2e5', '#e8f1f8'],
  ['#9aa7b4', '#d9dee2'],
  ['#f0a46b', '#fbe3c0'],
  ['#5f8fc9', '#c9def0'],
];
const BRICKS = ['#a85a3c', '#b56b4a', '#8f4a33', '#c2a184', '#8d8f94'];
const GROUNDS = ['#8a7556', '#6f6147', '#7d7a74'];

/** The progress of the building. */
export type Stage = 'shell' | 'scaffold' | 'finished';

/** A building site from the street, landscape (or portrait when `upright`), as SVG. */
export function siteScene(
  random: Random,
  { stage, upright = false }: { stage: Stage; upright?: boolean },
): string {
  const width = upright ? 900 : 1200;
  const height = upright ? 1200 : 900;
  const [top, foot] = random.pick(SKIES);
  const horizon = height * 0.78;
  const building = {
    x: width * (0.18 + random.next() * 0.1),
    width: width * (0.5 + random.next() * 0.12),
    floors: random.int(2, upright ? 5 : 4),
    bays: random.int(4, 7),
    horizon,
  };
  return svg(width, height, [
    gradient('sky', top, foot),
    box([0, 0, width, height], 'url(#sky)'),
    ...clouds(random, width, height),
    gradient('ground', random.pick(GROUNDS), '#4d4436'),
    box([0, horizon, width, height - horizon], 'url(#ground)'),
    ...house(random, building, stage),
    ...(stage === 'finished' ? hedge(random, width, horizon) : crane(random, width, horizon)),
    ...fence(random, width, horizon + height * 0.12),
  ]);
}

interface Building {
  x: number;
  width: number;
  floors: number;
  bays: number;
  horizon: number;
}

function house(random: Random, { x, width, floors, bays, horizon }: Building, stage: Stage): string[] {
  const floor = 112;
  const top = horizon - floors * floor;
  const brick = random.pick(BRICKS);
  const shapes = [box([x, top, width, floors * floor], brick)];
  for (let course = top; course < horizon; course += 14) {
    shapes.push(stroke([x, course], [x + width, course], 'rgba(255,255,255,0.16)', 1.5));
  }
  const bay = width / bays;
  for (let level = 0; level < floors; level += 1) {
    for (let place = 0; place < bays; place += 1) {
      const glass = stage === 'shell' ? '#2b2623' : random.pick(['#33475b', '#3f5770', '#9fb8c9']);
      const left = x + place * bay + bay * 0.25;
      shapes.push(box([left - 4, top + level * floor + 24, bay * 0.5 + 8, 66], '#e5e1d8'));
      shapes.push(box([left, top + level * floor + 28, bay * 0.5, 58], glass));
    }
  }
  if (stage !== 'shell') shapes.push(roof(x, top, width));
  if (stage !== 'finished') shapes.push(...scaffold({ x, width, top, horizon }));
  return shapes;
}

function roof(x: number, top: number, width: number): string {
  return shape(
    [
      [x - 24, top],
      [x + width + 24, top],
      [x + width * 0.86, top - 90],
      [x + width * 0.14, top - 90],
    ],
    '#4a4e57',
  );
}

function scaffold(area: { x: number; width: number; top: number; horizon: number }): string[] {
  const { x, width, top, horizon } = area;
  const shapes: string[] = [];
  for (let pole = x - 16; pole <= x + width + 16; pole += 84) {
    shapes.push(stroke([pole, top - 40], [pole, horizon], '#b9bcc2', 5));
  }
  for (let deck = top + 50; deck < horizon; deck += 112) {
    shapes.push(stroke([x - 22, deck], [x + width + 22, deck], '#c79b57', 9));
    shapes.push(stroke([x - 22, deck - 40], [x + width + 22, deck - 40], '#b9bcc2', 4));
  }
  return shapes;
}

function crane(random: Random, width: number, horizon: number): string[] {
  const x = width * (0.82 + random.next() * 0.08);
  const top = horizon * 0.16;
  const shapes = [
    stroke([x, horizon], [x, top], '#d8a415', 12),
    stroke([x - width * 0.5, top], [x + 90, top], '#d8a415', 9),
  ];
  for (let brace = top; brace < horizon - 30; brace += 30)
    shapes.push(stroke([x - 6, brace], [x + 6, brace + 30], '#a97d08', 2));
  const hook = x - width * (0.2 + random.next() * 0.2);
  shapes.push(
    stroke([hook, top], [hook, top + 130], '#333', 2),
    box([hook - 34, top + 130, 68, 20], '#7c6a55'),
  );
  return shapes;
}

function clouds(random: Random, width: number, height: number): string[] {
  return Array.from({ length: random.int(3, 9) }, () => {
    const x = random.next() * width;
    const y = random.next() * height * 0.3;
    return [0, 34, 70]
      .map((step) => disc(x + step, y + random.int(-8, 8), random.int(22, 44), 'rgba(255,255,255,0.5)'))
      .join('');
  });
}

function hedge(random: Random, width: number, horizon: number): string[] {
  return Array.from({ length: 34 }, (_, place) =>
    disc(
      (place * width) / 33,
      horizon + 18,
      random.int(26, 46),
      random.pick(['#3d6b3a', '#4b7d45', '#356033']),
    ),
  );
}

function fence(random: Random, width: number, y: number): string[] {
  const shapes = [box([0, y, width, 10], '#7a7f87'), box([0, y + 54, width, 10], '#7a7f87')];
  for (let post = random.int(0, 20); post < width; post += 46)
    shapes.push(box([post, y - 10, 8, 92], '#696e76'));
  return shapes;
}
