// Runs the journeys several times beside a busy core, and lists their failures by cause. Journeys that depend on timing
// fail here first.
//
//   npm run e2e:repeat                     ten times
//   npm run e2e:repeat -- 3 trash.spec.ts  three times, one file; further arguments go to Playwright
import { Worker } from 'node:worker_threads';
import { failureCauses } from './failure-causes.mjs';
import { runMain, print, ScriptError } from './script.mjs';
import { steps } from './steps.mjs';

const DEFAULT_RUNS = 10;

/** @param {string[]} args @returns {{ runs: number, playwrightArgs: string[] }} */
function readArgs(args) {
  const [first, ...rest] = args;
  if (first === undefined) return { runs: DEFAULT_RUNS, playwrightArgs: [] };
  if (!/^[1-9]\d{0,2}$/.test(first)) {
    throw new ScriptError(
      'The first argument is the number of runs, from 1 to 999, such as `npm run e2e:repeat -- 10`.',
    );
  }
  return { runs: Number(first), playwrightArgs: rest };
}

/** @param {number} runs @param {string[]} playwrightArgs @returns {Promise<string[][]>} the failures of each run */
async function repeat(runs, playwrightArgs) {
  const journeys = steps.find(({ name }) => name === 'e2e');
  /** @type {string[][]} */
  const failuresOfRuns = [];
  for (let run = 1; run <= runs; run += 1) {
    const outcome = await journeys?.run(playwrightArgs);
    const failures = outcome?.failures ?? [];
    // A run that wrote no report has failed, although no journey has failed.
    if (outcome?.failed !== 0 && failures.length === 0)
      failures.push(`run ${run}\n    ${outcome?.note ?? 'failed'}`);
    failuresOfRuns.push(failures);
    print(`run ${run} of ${runs}: ${outcome?.passed ?? 0} passed, ${failures.length} failed`);
  }
  return failuresOfRuns;
}

/** @param {number} runs @param {string[]} playwrightArgs */
async function repeatBesideBusyCore(runs, playwrightArgs) {
  const busyCore = new Worker('for (;;);', { eval: true });
  try {
    return await repeat(runs, playwrightArgs);
  } finally {
    await busyCore.terminate();
  }
}

await runMain(async () => {
  const { runs, playwrightArgs } = readArgs(process.argv.slice(2));
  const causes = failureCauses(await repeatBesideBusyCore(runs, playwrightArgs));
  for (const { cause, tests } of causes) {
    console.log(`\n${cause}`);
    for (const { where, runs: failed } of tests) print(`${where} (runs ${failed.join(', ')})`);
  }
  print(causes.length === 0 ? `no failure in ${runs} runs` : `${causes.length} causes of failure`);
  return causes.length === 0 ? 0 : 1;
});
