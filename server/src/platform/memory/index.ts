export { releaseMemoryWhenIdle } from './release-when-idle.ts';
