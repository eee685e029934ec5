import { randomBytes, randomUUID } from 'node:crypto';
import { parseArgs } from 'node:util';
import { contract } from '@vault/contract';
import { rawZip } from '../server/src/testing/raw-zip.ts';
import { upload as sendBytes } from './support/bulk.ts';
import { storeFolder } from './support/bare-folder.ts';
import { MIB } from './support/bytes.ts';
import { type Cost, costOf } from './support/cost.ts';
import type { Headline } from './support/headline.ts';
import { must } from './support/must.ts';
import { loadNow, printTable, saveResults } from './support/report.ts';
import { inRounds } from './support/rounds.ts';
import { decimals, spread, whole } from './support/stats.ts';
import { startVault, type Vault } from './support/vault.ts';

const { upload } = contract;

interface Shape {
  name: string;
  files: number;
  fileBytes: number;
  /** SPEED-06 */
  goalSeconds: number;
}

/**
 * Measures the scan call of a folder's ZIP: its files are opened, stored and scanned. The bare program stores and scans
 * the same bytes, which are in its memory.
 */
export async function folderZip(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      rounds: { type: 'string', default: '3' },
      large: { type: 'string', default: '1000' },
      small: { type: 'string', default: '10000' },
      profile: { type: 'string' },
      // the folder of another checkout whose server is measured too
      beside: { type: 'string' },
    },
  });
  const shapes: Shape[] = [
    { name: '1 MiB', files: Number(values.large), fileBytes: MIB, goalSeconds: 5 },
    { name: '120 bytes', files: Number(values.small), fileBytes: 120, goalSeconds: 4 },
  ];
  const loadBefore = loadNow();
  const vault = await startVault({ profileDir: values.profile });
  const other = values.beside === undefined ? null : await startVault({ checkout: values.beside });
  const vaults = [
    { name: 'vault', server: vault },
    ...(other === null ? [] : [{ name: 'vault beside', server: other }]),
  ];
  try {
    const results = await inRounds<string, Cost>(
      Number(values.rounds),
      Object.fromEntries(
        shapes.flatMap((shape) =>
          [
            ...vaults.map(({ name, server }) => ({ name, work: () => scanFolder(server, shape) })),
            { name: 'bare', work: () => storeFolder(shape) },
          ].map(({ name, work }) => [`${name}, ${shapeText(shape)}`, work] as const),
        ),
      ),
    );
    printTable('The scan call of a folder, medians (lowest..highest)', rowsOf(results));
    const secondsOf = (name: string, shape: Shape) =>
      (results[`${name}, ${shapeText(shape)}`] ?? []).map(({ wallMs }) => wallMs / 1000);
    await saveResults(
      'folder-zip',
      loadBefore,
      results,
      shapes.map((shape): Headline => ({
        work: `scan of a folder, ${whole(shape.files)} × ${shape.name}`,
        unit: 's',
        better: 'lower',
        values: secondsOf('vault', shape),
        reference: { name: 'bare program that stores and scans', values: secondsOf('bare', shape) },
        goal: { value: shape.goalSeconds },
      })),
    );
  } finally {
    await Promise.all([vault.stop(), other?.stop()]);
  }
}

const shapeText = ({ files, name }: Shape): string => `${whole(files)} files of ${name}`;

/** Sends a ZIP of files with new bytes, and measures its scan. */
async function scanFolder(vault: Vault, { files, fileBytes }: Shape): Promise<Cost> {
  const key = randomUUID();
  const input = { query: { fileName: key }, body: { RelFileName: 'Folder.zip' } };
  const address = new URL(await vault.client.data(upload.prepare, input));
  const entries = Array.from({ length: files }, (_, n) => ({
    name: `Folder/${n}.bin`,
    content: randomBytes(fileBytes),
  }));
  const zip = rawZip(entries);
  const request = { method: 'PUT', path: address.pathname, contentLength: zip.length };
  must((await sendBytes(vault.origin, request, [zip])) === 200, 'the ZIP was not stored');
  const { result, cost } = await costOf(vault, () =>
    vault.client.data(upload.scan, { query: { key, isFolder: 'true' } }),
  );
  must(result.length === files, `${result.length} files were scanned`);
  must(
    result.every(({ scan_status }) => scan_status === 'PASS'),
    'a file did not pass',
  );
  return cost;
}

function rowsOf(results: Record<string, Cost[]>): string[][] {
  const rows = Object.entries(results).map(([name, costs]) => [
    name,
    spread(
      costs.map(({ wallMs }) => wallMs / 1000),
      decimals(1),
    ),
    spread(
      costs.map(({ cpu }) => cpu),
      decimals(1),
    ),
    spread(
      costs.map(({ growth }) => growth),
      whole,
    ),
  ]);
  return [['', 'seconds', 'CPU s', 'growth MiB'], ...rows];
}
