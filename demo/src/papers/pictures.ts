import { renderDrawing, renderPhoto, renderScan } from '../documents/image.ts';
import type { Picture } from '../documents/content.ts';
import { renderScannedPdf } from '../documents/pdf.ts';
import { roomScene } from '../drawings/interior.ts';
import { logo } from '../drawings/logo.ts';
import { floorPlan, letterScan, receiptScan } from '../drawings/papers.ts';
import { siteScene } from '../drawings/site.ts';
import type { Stage } from '../drawings/site.ts';
import { FIRM } from '../parties.ts';
import type { Paper } from './setting.ts';

function picture(draw: Picture['draw']): Picture {
  return { kind: 'picture', draw };
}

/** A photo of a building from the street; `upright` ones have an EXIF orientation. */
export function sitePhoto(stage: Stage, upright = false): Paper {
  return ({ random, date }) =>
    picture(() => renderPhoto(siteScene(random, { stage, upright }), { takenAt: date, upright }));
}

/** A photo of a room. */
export function roomPhoto(options: { bare?: boolean; upright?: boolean } = {}): Paper {
  return ({ random, date }) =>
    picture(() =>
      renderPhoto(roomScene(random, options), { takenAt: date, upright: options.upright ?? false }),
    );
}

/** A scanned till receipt of one of the client's suppliers. */
export const receipt: Paper = ({ client, random, date }) =>
  picture((extension) =>
    renderScan(receiptScan(random, { from: random.pick(client.suppliers), date }), extension),
  );

/** A floor plan with the given rooms. */
export function plan(title: string, rooms: string[]): Paper {
  return ({ client, random }) =>
    picture((extension) => renderScan(floorPlan(random, { client, title, rooms }), extension));
}

/** The client's logo. */
export const companyLogo: Paper = ({ client, random }) =>
  picture((extension) => renderDrawing(logo(random, client), extension));

/** A signed letter on paper, scanned; as PDF it is one page with only the picture. */
export function signedScan(title: string, lines: string[]): Paper {
  return ({ client, random, date }) =>
    picture(async (extension) => {
      const sheet = letterScan(random, {
        from: FIRM,
        date,
        lines: [`TO ${client.name}`, '', ...lines],
        signer: random.pick(client.staff),
      });
      if (extension !== 'pdf') return renderScan(sheet, extension);
      return renderScannedPdf(await renderScan(sheet, 'jpg'), title, date);
    });
}
