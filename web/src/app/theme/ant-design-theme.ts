import { ROW_HEIGHT, TOOLTIP_MAX_WIDTH } from '@vault/contract';
import { theme as antdTheme, type ThemeConfig } from 'antd';
import { PALETTES, type ThemeMode } from '../../kit/palette.ts';

/** Maps the vault's palette to Ant Design's tokens, so that both use the same colours. */
export function antDesignTheme(mode: ThemeMode, reducedMotion: boolean): ThemeConfig {
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
    // The style sheets are part of the build (web/ant-design-styles.ts).
    zeroRuntime: true,
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
