export { organiseCommands } from './commands.ts';
export { OrganiseProvider } from './organise-provider.tsx';
export { useItemDrag } from './use-item-drag.ts';
export { useCutIds, useOrganise } from './use-organise.ts';
