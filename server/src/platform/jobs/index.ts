export { addJob, type JobOptions } from './add.ts';
export { jobKind, task, type JobContext, type JobKind, type KindOptions, type Task } from './kind.ts';
export { startJobs, type Jobs, type JobsOptions } from './start.ts';
