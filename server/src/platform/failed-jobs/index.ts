export {
  countFailedJobs,
  dropFailedJobs,
  type FailedJob,
  listFailedJobs,
  noteFailedJobs,
  retryFailedJobs,
  type Which,
} from './failed-jobs.queries.ts';
