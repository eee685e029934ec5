export { addJob } from './add.ts';
export { jobKind, task, type Task } from './kind.ts';
export { startJobs, type Jobs } from './start.ts';
