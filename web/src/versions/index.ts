export { HistoryPanel } from './history-panel.tsx';
export { versionsCommands } from './commands.ts';
export { VersionsProvider } from './versions-provider.tsx';
export { useVersions } from './use-versions.ts';
