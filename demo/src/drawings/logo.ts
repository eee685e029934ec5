import type { Party } from '../parties.ts';
import type { Random } from '../random.ts';
import { box, disc, shape, svg } from './svg.ts';

/** A company sign of simple shapes in the party's colour, square, as SVG. */
export function logo(random: Random, { colour }: Party): string {
  const turn = random.int(0, 80);
  return svg(480, 480, [
    box([0, 0, 480, 480], '#ffffff'),
    disc(240, 240, 210, colour),
    disc(240, 240, 176, '#ffffff'),
    shape(
      [
        [240, 90 + turn],
        [374, 330],
        [106, 330],
      ],
      colour,
    ),
    box([106, 346, 268, 22], colour),
  ]);
}
