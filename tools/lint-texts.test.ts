import { RuleTester } from 'oxlint/plugins-dev';
import { describe, it } from 'vitest';
import plugin from './lint-texts.mjs';

RuleTester.describe = describe;
RuleTester.it = it;

const errors = [{ messageId: 'inPlace' }];

describe('the lint rule for texts in their files', () => {
  new RuleTester({ languageOptions: { parserOptions: { lang: 'tsx' } } }).run(
    'no-text-in-place',
    plugin.rules['no-text-in-place'],
    {
      valid: [
        'const a = <p>{texts.title}</p>;',
        'const a = <p> · {count} %</p>;',
        'const a = <p>{count > 1 ? texts.many : texts.one}</p>;',
        'const a = <img alt="" src="/favicon.svg" />;',
        'const a = <p className="visually-hidden" role="status" id={`${id}-note`} />;',
        'const a = <Tip text={texts.title} />;',
        "const a = { id: 'copy', label: texts.copy, keys: ['Mod+C'] };",
        'toast.success(Messages.moved);',
        "const kinds = { text: 'txt md' };",
      ],
      invalid: [
        { code: 'const a = <p>Done</p>;', errors },
        { code: 'const a = <p>and {count} more</p>;', errors: [...errors, ...errors] },
        { code: "const a = <p>{isOpen ? 'Hide' : texts.show}</p>;", errors },
        { code: "const a = <p>{failure ?? 'Request Failed'}</p>;", errors },
        { code: 'const a = <p>{`${count} items`}</p>;', errors },
        { code: 'const a = <Modal title="Rename" />;', errors },
        { code: 'const a = <button aria-label={`Cancel ${name}`} />;', errors },
        { code: "const a = <Input placeholder={isEmpty ? '' : 'Search'} />;", errors },
        { code: "const a = <Range placeholder={['Start', end]} />;", errors },
        { code: "const a = { id: 'copy', label: 'Copy' };", errors },
        { code: "const a = { 'aria-label': 'Page' };", errors },
        { code: "toast.warning('Allow pop-ups.');", errors },
      ],
    },
  );
});
