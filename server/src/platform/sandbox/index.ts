export { killGroup, run, type RunOptions } from './run.ts';
export { chooseSandbox, type Sandbox, type SandboxOptions } from './sandbox.ts';
