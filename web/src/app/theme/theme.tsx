import { LoadingOutlined } from '@ant-design/icons';
import { ROW_HEIGHT, TOOLTIP_MAX_WIDTH } from '@vault/contract';
import { ConfigProvider, theme as antdTheme, type ConfigProviderProps, type ThemeConfig } from 'antd';
import { useLayoutEffect, useMemo, type ReactNode } from 'react';
import { customProperties, PALETTES, type ThemeMode } from '../../kit/palette.ts';
import { useReducedMotion, useThemeMode } from './theme-mode.ts';
import '../../kit/base.css';
import '../../kit/forced-colours.css';
import '../../kit/overlays.css';

/** Maps the vault's palette to Ant Design's tokens, so that both use the same colours. */
function antdThemeOf(mode: ThemeMode, reducedMotion: boolean): ThemeConfig {
  const colors = PALETTES[mode];
  // The border of the focused field has a contrast of at least 3:1 on all backgrounds; the primary colour of filled
  // buttons does not.
  const field = {
    colorBorder: colors.borderStrong,
    activeBorderColor: colors.primary,
    hoverBorderColor: colors.primaryHover,
  };
  return {
    algorithm: mode === 'dark' ? antdTheme.darkAlgorithm : antdTheme.defaultAlgorithm,
    hashed: false,
    token: {
      motion: !reducedMotion,
      motionDurationFast: '0.08s',
      motionDurationMid: '0.12s',
      motionDurationSlow: '0.14s',
      fontFamily: 'inherit',
      fontSize: 14,
      lineHeight: 20 / 14,
      borderRadius: 6,
      colorPrimary: colors.solid,
      // The focus ring has a contrast of at least 3:1 on all backgrounds.
      colorPrimaryBorder: colors.primary,
      colorPrimaryHover: mode === 'light' ? colors.primaryHover : '#4d6cd6',
      colorLink: colors.primary,
      colorLinkHover: colors.primaryHover,
      colorError: colors.danger,
      colorSuccess: colors.success,
      colorWarning: colors.warning,
      colorText: colors.text,
      colorTextHeading: colors.text,
      colorTextSecondary: colors.textSecondary,
      colorTextTertiary: colors.textSecondary,
      colorTextDescription: colors.textSecondary,
      colorTextPlaceholder: colors.textSecondary,
      colorBgContainer: colors.surface,
      colorBgElevated: mode === 'dark' ? '#22262f' : colors.surface,
      colorBgLayout: colors.bg,
      colorBorder: colors.borderSoft,
      colorBorderSecondary: colors.border,
      controlItemBgActive: colors.selected,
      controlItemBgActiveHover: colors.selectedHover,
      controlItemBgHover: colors.hover,
    },
    components: {
      Input: field,
      Checkbox: { colorBorder: colors.borderStrong },
      Radio: { colorBorder: colors.borderStrong },
      DatePicker: field,
      Button: {
        primaryShadow: 'none',
        defaultShadow: 'none',
        defaultHoverColor: colors.primary,
        defaultHoverBorderColor: colors.primary,
        // The red of the dark theme is too light for white text (WCAG 2.2, 1.4.3).
        ...(mode === 'dark' && { dangerColor: colors.bg }),
      },
      Tooltip: { maxWidth: TOOLTIP_MAX_WIDTH },
      Select: {
        ...field,
        optionSelectedBg: colors.selected,
        optionActiveBg: colors.hover,
        optionSelectedFontWeight: 500,
      },
      Pagination: {
        colorBorder: colors.borderStrong,
        itemActiveColor: colors.primary,
        itemActiveColorHover: colors.primaryHover,
      },
      Table: { rowHoverBg: colors.hover, headerBg: colors.surface, cellPaddingBlock: (ROW_HEIGHT - 20) / 2 },
    },
  };
}

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
  const theme = useMemo(() => antdThemeOf(mode, reducedMotion), [mode, reducedMotion]);
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
