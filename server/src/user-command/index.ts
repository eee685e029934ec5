export { type Command, readCommand, userCommand, type UserVerb } from './command.ts';
export { perform } from './perform.ts';
export { readExistingPassword, readPassword } from './read-password.ts';
export { tableOf } from './table.ts';
export { USAGE, UsageError } from './usage.ts';
