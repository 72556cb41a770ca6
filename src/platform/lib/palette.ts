/**
 * The colours of all pages and emails of Bestow, in the light and the dark scheme. Each text colour has a
 * contrast of at least 4.5:1 to `ground` and `card` (WCAG 2.2, AA). `edge`, the border of controls, has a
 * contrast of at least 3:1.
 */
export const palette = {
  light: {
    ground: '#fbf7f1',
    card: '#fffdfa',
    line: '#e7ddd0',
    edge: '#8a7f8d',
    ink: '#2a2130',
    quiet: '#665b6c',
    plum: '#7a2459',
    'plum-soft': '#f6e6ef',
    good: '#1f6247',
    'good-soft': '#dff0e6',
    error: '#9b2323',
    'error-soft': '#fcefec',
    stage: '#fbe7bd',
    'on-stage': '#5b4309',
  },
  dark: {
    ground: '#17131a',
    card: '#211b26',
    line: '#3a313f',
    edge: '#8f8496',
    ink: '#f4eef5',
    quiet: '#bbb0c1',
    plum: '#eba6d1',
    'plum-soft': '#3a2134',
    good: '#8fd4b3',
    'good-soft': '#1c352b',
    error: '#ffb4ab',
    'error-soft': '#3f201f',
    stage: '#4a3a12',
    'on-stage': '#f7d98f',
  },
} as const

const declarations = (scheme: keyof typeof palette) =>
  Object.entries(palette[scheme])
    .map(([name, color]) => `--${name}:${color}`)
    .join(';')

/** The colours as CSS variables such as `--ground`, which follow the scheme of the browser. */
export const paletteCss = `:root{color-scheme:light dark;${declarations('light')}}@media(prefers-color-scheme:dark){:root{${declarations('dark')}}}`
