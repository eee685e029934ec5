export { networkOf } from './network.ts';
export { tidyAttempts } from './tidy.ts';
export { Throttle } from './throttle.ts';
