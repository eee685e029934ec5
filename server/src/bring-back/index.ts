export { type BringBackActor, carryOutPlan } from './carry-out.ts';
export { type BringBackMode, type BringBackPlan, planBringBack } from './plan.ts';
export type { BringBackDeps } from './deps.ts';
export { bringBackRoutes } from './routes.ts';
