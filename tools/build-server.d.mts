// For the campaigns, whose TypeScript does not read JavaScript.
export function buildServer(): Promise<void>;
