export {
  countFailedJobs,
  dropFailedJobs,
  type FailedJob,
  listFailedJobs,
  noteFailedJobs,
  retryFailedJobs,
  type JobFilter,
} from './failed-jobs.queries.ts';
