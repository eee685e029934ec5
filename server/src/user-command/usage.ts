/** Invalid input; the message is a sentence for the person who typed it. */
export class UsageError extends Error {
  override name = 'UsageError';
}

export const USAGE = `Manages the accounts of this vault. Uses the settings of the server, which can run at the same time.

  npm run user -- add <e-mail> --name <name> [<permission> …] [--record <id>] [--new-record <name>]
  npm run user -- password <account>
  npm run user -- grant <account> [<permission> …] [--record <id>] [--new-record <name>]
  npm run user -- revoke <account> [<permission> …] [--record <id>]
  npm run user -- list

  <account>     an e-mail address, or an id of the output of 'list'
  <permission>  read, create, edit, download, share, noExp (links without expiry), or all of these;
                admin (people and settings; includes audit), audit (what people have done)
  --record      a record in addition to the account's own one; can be repeated
  --new-record  creates a record with this name and grants it; can be repeated

add and password prompt for a password, or read it from the first line of standard input:
  npm run user -- password ada@example.com < file-with-the-password
A new password ends the sessions of the account; changed permissions apply to its next call.
`;
