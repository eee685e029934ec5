import { resetSecondFactor } from '../second-factor/index.ts';
import { AccountsError, oneAccount } from '../session/index.ts';
import { UsageError } from '../user-command/index.ts';
import { type Subcommand, withDatabase } from './subcommand.ts';

/** Removes the second factors of a person who has lost them (GUARD-33). */
export const resetFactors: Subcommand = {
  name: 'people reset-second-factor',
  usage: '<account>',
  summary:
    'removes the second factors of a person, who then signs in with the password alone, or sets one up',
  options: {},
  read: ({ operands }) => {
    const [who, ...others] = operands;
    if (who === undefined) throw new UsageError('Missing account: an e-mail address or an id.');
    if (others.length > 0) throw new UsageError('Too many arguments.');
    return (deps) =>
      withDatabase(deps, async (database) => {
        try {
          const { id, email } = await oneAccount({ database }, who);
          await resetSecondFactor({ database }, id);
          return { text: `${email}: the second factors are removed.`, exitCode: 0 };
        } catch (error) {
          if (!(error instanceof AccountsError)) throw error;
          return { text: error.message, exitCode: 1 };
        }
      });
  },
};
