import { type CallData, contract, MAX_PLANNED_PATHS } from '@vault/contract';
import type { FastifyInstance } from 'fastify';
import { Errors, serve } from '../http/index.ts';
import { currentSender } from '../platform/actor/index.ts';
import { ResourcePool } from '../platform/resource-pool.ts';
import { carryOutPlan } from './carry-out.ts';
import type { BringBackDeps } from './deps.ts';
import { readMoments } from './moments.ts';
import { readPastFolder } from './past-folder.ts';
import { type BringBackPlan, planBringBack, planIdOf } from './plan.ts';

const { bringBack } = contract;

/** The places for plans, which hold the items of two folders in memory. Callers take turns. */
const PLACES = [1, 2];
const LIMITS = { maxWaitMs: 30_000, maxWaiting: 32, busy: () => Errors.tooManyAttempts() };

/** Registers the calls C134 … C137. */
export function bringBackRoutes(app: FastifyInstance, deps: BringBackDeps): void {
  const places = new ResourcePool(PLACES, LIMITS);
  const inTurn = <T>(work: () => Promise<T>) => places.use(work, currentSender());

  serve(app, bringBack.moments, async ({ params: { recordId } }) => readMoments(deps, recordId));

  serve(app, bringBack.past, async ({ params: { recordId }, query: { path, at } }) =>
    readPastFolder(deps, { recordId, path, at: at === undefined ? null : new Date(at) }),
  );

  serve(app, bringBack.plan, async ({ params: { recordId }, body: { path, at, mode } }) =>
    inTurn(async () => replyOf(await planBringBack(deps, { recordId, path, at: new Date(at), mode }))),
  );

  serve(app, bringBack.carryOut, async ({ params: { recordId }, body, caller }) => {
    const { path, at, mode, planId } = body;
    return inTurn(async () => {
      const plan = await planBringBack(deps, { recordId, path, at: new Date(at), mode });
      // Only the plan that the person has seen is carried out.
      if (planIdOf(plan) !== planId) throw Errors.planChanged();
      await carryOutPlan(deps, { id: caller.id, name: caller.name, accountId: caller.id }, plan);
      return { target: plan.target, undoAt: plan.undoAt?.toISOString() ?? null };
    });
  });
}

function replyOf(plan: BringBackPlan): CallData<typeof bringBack.plan> {
  const { target, isMissing, folders, restored, moved, files, extra, lost, unchanged } = plan;
  return {
    planId: planIdOf(plan),
    target,
    isMissing,
    folders: listed(folders),
    restored: listed(restored.map(({ path }) => path)),
    movedBack: listed(moved.map(({ path }) => path)),
    newFiles: listed(files.filter(({ isNew }) => isNew).map(({ path }) => path)),
    newVersions: listed(files.filter(({ isNew }) => !isNew).map(({ path }) => path)),
    toTrash: listed(extra.map(({ path }) => path)),
    lost: listed(lost),
    unchanged,
  };
}

const listed = (paths: readonly string[]) => ({
  count: paths.length,
  paths: paths.slice(0, MAX_PLANNED_PATHS),
});
