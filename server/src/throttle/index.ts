export { LINK_CHECKS } from './limits.ts';
export { networkOf } from './network.ts';
export { tidyAttempts } from './tidy.ts';
export { Throttle, type ThrottleDeps, TooManyAttempts } from './throttle.ts';
