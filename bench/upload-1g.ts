import { parseArgs } from 'node:util';
import { contract } from '@vault/contract';
import { type Bare, startBare } from './support/bare.ts';
import { download, upload } from './support/bulk.ts';
import { freshBeginning, freshBytes, GIB, MIB, sha256Of } from './support/bytes.ts';
import { Connection } from './support/connection.ts';
import { type Cost, costOf, ratesOf } from './support/cost.ts';
import { must } from './support/must.ts';
import { fileIdOf, makeFolder, requestFor, type Steps, uploadFile } from './support/pipeline.ts';
import { loadNow, printTable, saveResults } from './support/report.ts';
import { inRounds } from './support/rounds.ts';
import { decimals, spread, whole } from './support/stats.ts';
import { startVault, type Vault } from './support/vault.ts';

const SIZE = GIB;
const FOLDER = 'Large';

interface Measured {
  cost: Cost;
  steps: Steps | null;
}

/** Measures 1 GiB through all four calls, and through a bare Node stream from socket to disk with fsync. */
export async function upload1g(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      rounds: { type: 'string', default: '5' },
      profile: { type: 'string' },
      // the folder of another checkout whose server is measured too
      beside: { type: 'string' },
    },
  });
  const loadBefore = loadNow();
  const vault = await startVault({ profileDir: values.profile });
  const other = values.beside === undefined ? null : await startVault({ checkout: values.beside });
  const bare = await startBare();
  try {
    const folderId = await makeFolder(vault, FOLDER);
    const otherFolderId = other === null ? '' : await makeFolder(other, FOLDER);
    const results = await inRounds<string, Measured>(Number(values.rounds), {
      vault: () => toVault(vault, { folderId, name: 'large.bin' }),
      ...(other && {
        'vault beside': () => toVault(other, { folderId: otherFolderId, name: 'large.bin' }),
      }),
      'bare stream': () => toBare(bare, '/large.bin'),
      'bare stream that hashes': () => toBare(bare, '/large.bin?hash=true'),
    });
    await checkBytes(vault, folderId);
    const costsOf = (name: string) => (results[name] ?? []).map(({ cost }) => cost);
    await saveResults('upload-1g', loadBefore, tableOf(results), [
      {
        work: 'upload of 1 GiB, all calls',
        unit: 'MiB/s',
        better: 'higher',
        values: ratesOf(results['vault'], SIZE),
        reference: {
          name: 'bare durable PUT that hashes',
          values: ratesOf(results['bare stream that hashes'], SIZE),
        },
        goal: { share: 0.9 },
      },
      {
        work: 'upload of 1 GiB, growth of memory',
        unit: 'MiB',
        better: 'lower',
        values: costsOf('vault').map(({ growth }) => growth),
        goal: { value: 32 },
      },
    ]);
  } finally {
    await Promise.all([vault.stop(), other?.stop(), bare.stop()]);
  }
}

async function toVault(
  vault: Vault,
  file: { folderId: string; name: string },
  beginning = freshBeginning(),
): Promise<Measured> {
  const connection = await Connection.open(vault.origin);
  const { result, cost } = await costOf(vault, () =>
    uploadFile({ vault, connection }, { ...file, sizeBytes: SIZE }, freshBytes(SIZE, beginning)),
  );
  connection.close();
  return { cost, steps: result };
}

async function toBare(bare: Bare, path: string): Promise<Measured> {
  const { result, cost } = await costOf(bare, () =>
    upload(bare.origin, { method: 'PUT', path, contentLength: SIZE }, freshBytes(SIZE, freshBeginning())),
  );
  must(result === 200, `the bare server answered ${result}`);
  return { cost, steps: null };
}

/** Checks that the downloaded bytes equal the sent ones. */
async function checkBytes(vault: Vault, folderId: string): Promise<void> {
  const beginning = freshBeginning();
  await toVault(vault, { folderId, name: 'checked.bin' }, beginning);
  const params = { sfid: await fileIdOf(vault, { folder: FOLDER, name: 'checked.bin' }) };
  const request = requestFor(contract.download.version, { params }, vault.client.token);
  const pieces: Buffer[] = [];
  const { bytes } = await download(vault.origin, request, (piece) => pieces.push(Buffer.from(piece)));
  must(bytes === SIZE, `${bytes} bytes came back`);
  must(sha256Of(pieces) === sha256Of(freshBytes(SIZE, beginning)), 'other bytes came back');
}

function tableOf(results: Record<string, Measured[]>) {
  const rate = (ms: number) => SIZE / MIB / (ms / 1000);
  const head = ['', 'MiB/s, all calls', 'MiB/s, PUT', 'scan ms', 'transfer ms', 'CPU s', 'growth MiB'];
  const rows = Object.entries(results).map(([name, measured]) => {
    const costs = measured.map(({ cost }) => cost);
    const steps = measured.flatMap((one) => (one.steps === null ? [] : [one.steps]));
    const ofStep = (take: (one: Steps) => number, format: (value: number) => string) =>
      steps.length === 0 ? '' : spread(steps.map(take), format);
    return [
      name,
      spread(
        costs.map(({ wallMs }) => rate(wallMs)),
        whole,
      ),
      ofStep(({ putMs }) => rate(putMs), whole),
      ofStep(({ scanMs }) => scanMs, whole),
      ofStep(({ transferMs }) => transferMs, whole),
      spread(
        costs.map(({ cpu }) => cpu),
        decimals(1),
      ),
      spread(
        costs.map(({ growth }) => growth),
        whole,
      ),
    ];
  });
  printTable('Upload of 1 GiB, medians (lowest..highest)', [head, ...rows]);
  return results;
}
