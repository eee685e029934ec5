export {
  bindCommands,
  isOffered,
  type BoundCommand,
  type Command,
  type CommandChoice,
  type CommandContext,
} from './command.ts';
export { keyOf, type KeyPress } from './keys.ts';
export { commandsAt, type CommandId, type Place } from './places.ts';
export { hasItems, isNotAboutFolder, isOneFile, isOneItem } from './subjects.ts';
