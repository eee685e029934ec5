export { addJob, REPLACEABLE } from './add.ts';
export { type JobContext, jobKind, task, type Task } from './kind.ts';
export { countWaitingJobs } from './queue.queries.ts';
export { tracedJobs } from './traced.ts';
export { JOB_CONNECTIONS, startJobs, type Jobs } from './start.ts';
