export { openTraces, type TraceSettings } from './open.ts';
export { inSpan, type RunningSpan, type Traces } from './traces.ts';
