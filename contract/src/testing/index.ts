export * from './any-text.ts';
export * from './hostile-values.ts';
export * from './places.ts';
