import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core'
import { t } from '#web/i18n/common.ts'
import { numberSeparators } from '#web/i18n/format.ts'

const plum: MantineColorsTuple = [
  '#fbf0f6',
  '#f3dcea',
  '#e7bbd5',
  '#db97c0',
  '#cc70a8',
  '#bb5294',
  '#a94083',
  '#933470',
  '#7a2459',
  '#5c1643',
]
/** A variant of Mantine's grey palette with a warmer tone. */
const dark: MantineColorsTuple = [
  '#efe8f2',
  '#d3c9d8',
  '#b8adbf',
  '#8f8298',
  '#62556c',
  '#4a3e55',
  '#372d41',
  '#221a2a',
  '#1b1422',
  '#140f19',
]

export const theme = createTheme({
  colors: { plum, dark },
  primaryColor: 'plum',
  primaryShade: { light: 8, dark: 6 },
  fontFamily:
    'system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", "Noto Sans", sans-serif',
  fontFamilyMonospace:
    'ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace',
  headings: { fontWeight: '650', sizes: { h1: { fontSize: '1.625rem', lineHeight: '1.25' } } },
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    Anchor: { defaultProps: { underline: 'hover' } },
    NumberInput: { defaultProps: numberSeparators },
    // A row with many or long labels wraps on a phone.
    SegmentedControl: { styles: { root: { flexWrap: 'wrap', maxWidth: '100%' } } },
    Modal: {
      defaultProps: {
        centered: true,
        overlayProps: { backgroundOpacity: 0.45 },
        closeButtonProps: { 'aria-label': t('Close') },
      },
      styles: { title: { fontWeight: 650 } },
    },
  },
})

/** Replaces the colours of Mantine that have a contrast below 4.5:1. */
export const cssVariablesResolver: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-body': '#fdfbfc',
    '--mantine-color-dimmed': '#645a6b',
    '--mantine-color-placeholder': '#6f6577',
    '--mantine-color-error': '#9b2323',
  },
  dark: {
    '--mantine-color-dimmed': '#b8adbf',
    '--mantine-color-placeholder': '#a397ab',
    '--mantine-color-anchor': '#eba6d1',
    '--mantine-color-plum-light': 'rgba(235, 166, 209, 0.16)',
    '--mantine-color-plum-light-hover': 'rgba(235, 166, 209, 0.22)',
    '--mantine-color-plum-light-color': '#f3c4e1',
    '--mantine-color-error': '#ffb4ab',
    '--mantine-color-red-light-color': '#ffb4ab',
  },
})
