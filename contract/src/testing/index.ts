export * from './hostile-values.ts';
export * from './places.ts';
