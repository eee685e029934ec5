export { versionsCommands } from './commands.ts';
export { useVersionsCommands } from './use-versions-commands.ts';
export { VersionsProvider } from './versions-provider.tsx';
