// `npm test`: all checks of the product, also from a fresh clone. All steps run, also after a failure; the last line
// counts the checks, and the exit code is 0 only when none failed.
//
//   npm test                                  all steps
//   npm test -- --only unit                   one step (or several: --only unit,e2e)
//   npm test -- --only unit server/src/tree   further arguments are passed to the step's own tool
import { runMain, print, ScriptError } from './script.mjs';
import { install } from './install.mjs';
import { steps } from './steps.mjs';

/**
 * @typedef {import('./counts.mjs').Outcome} Outcome
 * @typedef {import('./steps.mjs').Step} Step
 */

/**
 * @param {string[]} args
 * @returns {{ chosen: Step[], rest: string[] }} rest: the arguments for the one chosen step
 * @throws ScriptError when a step is unknown
 */
function choose(args) {
  const at = args.indexOf('--only');
  if (at < 0 && args.length > 0)
    throw new ScriptError(`Unknown: ${args.join(' ')}. Try: npm test -- --only unit`);
  if (at < 0) return { chosen: steps, rest: [] };
  const names = (args[at + 1] ?? '').split(',');
  const unknown = names.filter((name) => !steps.some((step) => step.name === name));
  if (unknown.length > 0) {
    throw new ScriptError(
      `No step "${unknown.join(', ')}". There are: ${steps.map(({ name }) => name).join(', ')}.`,
    );
  }
  return { chosen: steps.filter(({ name }) => names.includes(name)), rest: args.slice(at + 2) };
}

/**
 * @param {() => Promise<Outcome>} work
 * @returns {Promise<Outcome>}
 */
async function errorAsFailure(work) {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ScriptError)) throw error;
    return { passed: 0, failed: 1, skipped: 0, note: error.message };
  }
}

/** @type {Step} without the packages no step can run */
const packages = {
  name: 'install',
  what: 'packages',
  run: async () => {
    await install();
    return { passed: 1, failed: 0, skipped: 0 };
  },
};

/**
 * @param {Step} step
 * @param {string[]} args
 * @returns {Promise<Outcome & { name: string, line: string }>}
 */
async function runStep(step, args) {
  console.log(`\n── ${step.name}: ${step.what}`);
  const start = performance.now();
  const outcome = await errorAsFailure(() => step.run(args));
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  const counts = `${outcome.passed} passed${outcome.failed ? `, ${outcome.failed} FAILED` : ''}${
    outcome.skipped ? `, ${outcome.skipped} skipped` : ''
  }`;
  const note = outcome.note ? ` – ${outcome.note}` : '';
  const line = `${step.name.padEnd(12)} ${seconds.padStart(6)} s  ${counts}${note}`;
  print(line);
  return { ...outcome, name: step.name, line };
}

/**
 * Runs steps one after the other; the programs are installed beside the steps that do not use them.
 * @param {Step[]} chosen
 * @param {string[]} args
 */
async function runSteps(chosen, args) {
  const outcomes = [];
  /** @type {ReturnType<typeof runStep>[]} */
  const beside = [];
  for (const step of chosen) {
    if (step.usesPrograms) outcomes.push(...(await Promise.all(beside.splice(0))));
    if (step.runsBeside) beside.push(runStep(step, args));
    else outcomes.push(await runStep(step, args));
  }
  outcomes.push(...(await Promise.all(beside)));
  return outcomes;
}

await runMain(async () => {
  const { chosen, rest } = choose(process.argv.slice(2));
  const outcomes = [await runStep(packages, [])];
  if (outcomes[0]?.failed === 0) outcomes.push(...(await runSteps(chosen, rest)));
  /** @param {'passed' | 'failed' | 'skipped'} what */
  const sum = (what) => outcomes.reduce((total, outcome) => total + outcome[what], 0);
  console.log('\n── summary');
  for (const { line } of outcomes) print(line);
  for (const { name, failures = [] } of outcomes) {
    for (const failure of failures) console.log(`\n── failed in ${name}: ${failure}`);
  }
  const skipped = sum('skipped') ? `, ${sum('skipped')} skipped` : '';
  console.log(`\n${sum('passed')} passed, ${sum('failed')} failed${skipped}`);
  return sum('failed') === 0 ? 0 : 1;
});
