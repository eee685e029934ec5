export {
  bindCommands,
  isOffered,
  type BoundCommand,
  type Command,
  type CommandChoice,
  type CommandContext,
} from './command.ts';
export { keyOf, type KeyPress } from './keys.ts';
export { commandsOn, type CommandId, type Surface } from './surfaces.ts';
export { hasItems, isNotAboutFolder, isOneFile, isOneItem } from './subjects.ts';
