export { freeBytes } from './free-bytes.ts';
export { releaseMemoryWhenIdle } from './release-when-idle.ts';
