export { resetSecondFactor } from './change-factors.ts';
export { secondFactorRoutes } from './routes.ts';
export { createSecondFactorGate } from './sign-in-step.ts';
export { tidyChallenges } from './tidy.ts';
