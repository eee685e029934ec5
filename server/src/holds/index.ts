export { carryMergedHolds, forgetHeldItems } from './carry.queries.ts';
export { listHolds } from './list.ts';
export { mustNotBeProtected, mustNotProtectVersion, protectedItems } from './policy.ts';
export { holdRoutes } from './routes.ts';
export { liftHold, setHold } from './set.ts';
