import { build, parseSync } from 'vite';
import { expect, test } from 'vitest';
import { antDesignCss } from './ant-design-css.tsx';
import { antDesignStyles, withStyleSheets } from './ant-design-styles.ts';
import { antDesignTheme } from './src/app/theme/ant-design-theme.ts';

const ID = '/node_modules/antd/es/space/style/index.js';
const SHEETS = new Map([
  ['Space-Space', '.ant-space{display:flex;}'],
  ['Space-Compact', '.ant-space-compact{gap:0;}'],
  ['Input-OTP', ''],
]);

const withSheets = (code: string) =>
  withStyleSheets(code, parseSync(ID, code).program, ID, SHEETS).split('\n');

test('SPEED-12 a component has its finished style sheet instead of a function that computes it', () => {
  const code = `export default genStyleHooks('Space', token => [genSpaceStyle(token)], prepareComponentToken);`;
  expect(withSheets(code)).toEqual([
    `import { updateCSS } from '@rc-component/util/es/Dom/dynamicCSS';`,
    `export default genStyleHooks('Space', () => [], prepareComponentToken);`,
    `updateCSS(".ant-space{display:flex;}", 'ant-design-Space-Space', { prepend: 'queue', priority: -999 });`,
  ]);
});

test('the sheet of a part is behind that of its component, as without the build', () => {
  const code = `export default genSubStyleComponent(['Space', 'Compact'], genCompactStyle);`;
  expect(withSheets(code)).toContain(
    `updateCSS(".ant-space-compact{gap:0;}", 'ant-design-Space-Compact', { prepend: 'queue', priority: -998 });`,
  );
});

test('a part that no screen uses adds nothing to the page', () => {
  const code = `export default genStyleHooks(['Input', 'OTP'], genOtpStyle);`;
  expect(withSheets(code)).toEqual([
    `import { updateCSS } from '@rc-component/util/es/Dom/dynamicCSS';`,
    `export default genStyleHooks(['Input', 'OTP'], () => []);`,
  ]);
});

test('a component without a sheet can be found in the bundle, so that the build fails', () => {
  expect(withSheets(`export default genStyleHooks('Tree', genTreeStyle);`)).toContain(
    `export default genStyleHooks('Tree', () => 'no style sheet: Tree-Tree');`,
  );
});

test('the build fails when a screen uses a component without a sheet', async () => {
  const built = build({
    configFile: false,
    root: import.meta.dirname,
    logLevel: 'silent',
    plugins: [
      {
        name: 'screen',
        resolveId: (id) => (id.endsWith('/screen') ? id : null),
        load: (id) => (id.endsWith('/screen') ? `export { Tree } from 'antd';` : null),
      },
      antDesignStyles(),
    ],
    build: { write: false, lib: { entry: 'screen', formats: ['es'], fileName: 'screen' } },
  });
  await expect(built).rejects.toThrow('No component in web/ant-design-css.tsx has Tree-Tree');
});

test('the sheets are the same in both themes, with and without motion', () => {
  const light = antDesignCss('ant', antDesignTheme('light', false));
  expect(light.get('Button-Button')).toContain('.ant-btn{');
  expect([...light.keys()]).toEqual(
    expect.arrayContaining(['Shared', 'Modal-Modal', 'Select-Select', 'Message-Message']),
  );
  expect(antDesignCss('ant', antDesignTheme('dark', true))).toEqual(light);
});

test('the embedded vault has the same sheets with its own class names', () => {
  const theme = antDesignTheme('light', false);
  const own = antDesignCss('pv-ant', theme).get('Button-Button') ?? '';
  expect(own).toContain('.pv-ant-btn{');
  expect(own.replaceAll('pv-ant-', 'ant-')).toBe(antDesignCss('ant', theme).get('Button-Button'));
});
