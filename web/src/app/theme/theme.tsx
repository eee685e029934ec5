import { LoadingOutlined } from '@ant-design/icons';
import { ConfigProvider, type ConfigProviderProps } from 'antd';
import { useLayoutEffect, useMemo, type ReactNode } from 'react';
import { customProperties, PALETTES, type ThemeMode } from '../../kit/palette.ts';
import { antDesignTheme } from './ant-design-theme.ts';
import { useReducedMotion, useThemeMode } from './theme-mode.ts';
import '../../kit/base.css';
import '../../kit/forced-colours.css';
import '../../kit/overlays.css';

/** The spinner of a busy button is hidden from screen readers, so that it does not change the button's name. */
const BUSY_BUTTON = { loadingIcon: <LoadingOutlined spin aria-hidden /> };

/** The root element of the standalone page carries the theme. */
const PAGE = [document.documentElement];

/** Applies the chosen theme to Ant Design and to the vault's style sheets. */
export function ThemeProvider({ children }: { children: ReactNode }) {
  return (
    <Themed mode={useThemeMode()} roots={PAGE}>
      {children}
    </Themed>
  );
}

interface ThemedProps {
  mode: ThemeMode;
  /** the elements that carry the theme for their descendants */
  roots: readonly HTMLElement[];
  /** other settings of Ant Design */
  antd?: Pick<ConfigProviderProps, 'prefixCls' | 'getPopupContainer'>;
  children: ReactNode;
}

/** Applies a theme to the given elements of a page and to everything inside them. */
export function Themed({ mode, roots, antd, children }: ThemedProps) {
  const reducedMotion = useReducedMotion();
  const theme = useMemo(() => antDesignTheme(mode, reducedMotion), [mode, reducedMotion]);
  useLayoutEffect(() => {
    for (const root of roots) applyTheme(root, mode);
  }, [mode, roots]);
  return (
    <ConfigProvider theme={theme} wave={{ disabled: true }} button={BUSY_BUTTON} {...antd}>
      {children}
    </ConfigProvider>
  );
}

function applyTheme({ dataset, style }: HTMLElement, mode: ThemeMode): void {
  dataset['vaultTheme'] = mode;
  style.colorScheme = mode;
  for (const [name, value] of customProperties(PALETTES[mode])) style.setProperty(name, value);
}
