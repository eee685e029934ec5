export { addJob } from './add.ts';
export { type JobContext, jobKind, task, type Task } from './kind.ts';
export { startJobs, type Jobs } from './start.ts';
