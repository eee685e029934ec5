/* oxlint-disable eslint/no-restricted-imports -- rendered for their styles only: nothing opens */
import { createCache, extractStyle, StyleProvider } from '@ant-design/cssinjs';
import {
  Button,
  Checkbox,
  ConfigProvider,
  DatePicker,
  Empty,
  Input,
  message,
  Modal,
  Pagination,
  Popover,
  Progress,
  QRCode,
  Radio,
  Select,
  Skeleton,
  Space,
  Spin,
  type ThemeConfig,
  Tooltip,
} from 'antd';
import { renderToString } from 'react-dom/server';
import { antDesignTheme } from './src/app/theme/ant-design-theme.ts';

/** One of each component of Ant Design that the screens use, so that each adds its styles. */
const COMPONENTS = (
  <>
    <Button />
    <Checkbox />
    <DatePicker />
    <Empty />
    <Input.Password />
    <Input.Search />
    <Input.TextArea />
    <message._InternalPanelDoNotUseOrYouWillBeFired />
    <Modal._InternalPanelDoNotUseOrYouWillBeFired />
    <Pagination />
    <Popover content="text">
      <i />
    </Popover>
    <Progress />
    <QRCode value="text" />
    <Radio />
    <Select />
    <Skeleton />
    <Space.Compact>
      <Button />
    </Space.Compact>
    <Space>text</Space>
    <Spin />
    <Tooltip title="text">
      <i />
    </Tooltip>
  </>
);

/**
 * Parts of these components that no screen uses: one-time codes, dialogs that a call opens, texts beside a field, and
 * borders of another theme.
 */
const NOT_USED = ['Addon-Addon', 'Input-OTP', 'Modal-confirm', 'Pagination-bordered'];

/** What `extractStyle` adds for a page that a server has rendered. */
const CACHE_PATHS = /\.data-ant-cssinjs-cache-path\{[^}]*\}/;

/**
 * Returns the style sheet of each component of Ant Design that the screens use, as the component itself would add it to
 * the page. The colours are custom properties, so the sheets are the same in the light and the dark theme.
 * @param prefixCls the first part of the class names
 * @param theme the vault's
 * @returns CSS by the component's name in Ant Design's theme, such as 'Button-Button' or 'Space-Compact', and 'Shared';
 * empty for parts that are not used
 */
export function antDesignCss(
  prefixCls: string,
  theme: ThemeConfig = antDesignTheme('light', false),
): Map<string, string> {
  const cache = createCache();
  const keys = new Set<string>();
  const update = cache.opUpdate.bind(cache);
  cache.opUpdate = (key, change) => {
    keys.add(key);
    update(key, change);
  };
  renderToString(
    <StyleProvider cache={cache}>
      <ConfigProvider prefixCls={prefixCls} theme={{ ...theme, zeroRuntime: false }}>
        {COMPONENTS}
      </ConfigProvider>
    </StyleProvider>,
  );
  const sheets = [...keys].flatMap((key) => {
    const [kind, , name = ''] = key.split('%');
    if (kind !== 'style') return [];
    const only = createCache();
    only.opUpdate(key, () => cache.opGet(key));
    const css = extractStyle(only, { plain: true, types: ['style'] }).replace(CACHE_PATHS, '');
    return [[name, css] as const];
  });
  return new Map([...sheets, ...NOT_USED.map((name) => [name, ''] as const)]);
}
