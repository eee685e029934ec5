/** Invalid input; the message is a sentence for the person who typed it. */
export class UsageError extends Error {
  override name = 'UsageError';
}

export const USAGE = `Who may use this vault. The settings are those of the server; it may run meanwhile.

  npm run user -- add <e-mail> --name <name> [<permission> …] [--record <id>] [--new-record <name>]
  npm run user -- password <who>
  npm run user -- grant <who> [<permission> …] [--record <id>] [--new-record <name>]
  npm run user -- revoke <who> [<permission> …] [--record <id>]
  npm run user -- list

  <who>         an e-mail address, or an id as 'list' shows it
  <permission>  read, create, edit, download, share, noExp (links without an end), or all
  --record      a record besides the person's own one; may be given several times
  --new-record  makes a record with this name, and grants it

add and password ask for a password, or take it from the first line of standard input:
  npm run user -- password ada@example.com < file-with-the-password
Another password ends the sessions of the account; other rights hold at the next call.
`;
