/*
 * Adds what PDF.js calls and the oldest supported browsers do not have (docs/decisions/browsers.md). It is imported
 * before PDF.js, in the page and in the worker, because its build for older browsers has everything else.
 */
import { anySignal } from '../any-signal.ts';
import { withResolvers } from '../with-resolvers.ts';

if (!('withResolvers' in Promise)) Object.assign(Promise, { withResolvers });
if (!('any' in AbortSignal)) Object.assign(AbortSignal, { any: anySignal });
