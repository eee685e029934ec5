import { RuleTester } from 'oxlint/plugins-dev';
import { describe, it } from 'vitest';
import plugin from './lint-messages.mjs';

RuleTester.describe = describe;
RuleTester.it = it;

const errors = [{ messageId: 'compared' }];

describe('TOOLS-02 the lint rule against comparing messages', () => {
  new RuleTester().run('no-message-comparison', plugin.rules['no-message-comparison'], {
    valid: [
      "if (error.errorCode === 'NOT_FOUND') close();",
      'if (message !== null && message !== "") show(message);',
      'const text = error.message ?? Messages.requestFailed;',
      "if (typeof errorMessage === 'string') show(errorMessage);",
      'if (problems.message !== undefined) mark();',
      'const found = names.includes(name);',
    ],
    invalid: [
      { code: 'if (error.message === Messages.sameFolder) stop();', errors },
      { code: "if (error?.message !== 'Request Failed') stop();", errors },
      { code: 'if (found === Messages.nameRequired) stop();', errors },
      { code: 'if (message === LINK_WITHDRAWN) stop();', errors },
      { code: 'switch (errorMessage) { case WRONG: stop(); }', errors },
      { code: 'switch (text) { case Messages.notFound: stop(); }', errors },
      { code: 'if (REFUSED.has(error.message)) stop();', errors },
      { code: "if (error.message.startsWith('Too many')) stop();", errors },
      { code: 'if (/exist/.test(reply.errorMessage)) stop();', errors },
      { code: 'if (problems.includes(Messages.nameCharacters)) stop();', errors },
    ],
  });
});
