// For the campaigns, whose TypeScript does not read JavaScript.
export const nodeFlags: readonly string[];
export const nodeSettings: Readonly<Record<string, string>>;
export const builtServer: string;
