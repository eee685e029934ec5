export { failedJobTasks } from './failed-jobs.ts';
export { registerStatusMetrics } from './metrics.ts';
export { readStatus, type Status } from './status.ts';
