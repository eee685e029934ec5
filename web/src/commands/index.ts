export {
  commandsOn,
  isOffered,
  type BoundCommand,
  type Command,
  type CommandChoice,
  type RunCommand,
} from './command.ts';
export { CommandButtons, type CommandLook } from './command-buttons.tsx';
export { CommandMenu } from './command-menu.tsx';
export { commandOfKey } from './command-of-key.ts';
export {
  hasItems,
  isNotAboutFolder,
  isOneFile,
  isOneItem,
  type FileCommand,
  type FileContext,
} from './file-command.ts';
export { FILE_COMMAND_ORDER } from './file-command-order.ts';
export { keyOf, type KeyPress } from './key-name.ts';
export { useBoundCommands } from './use-bound-commands.ts';
