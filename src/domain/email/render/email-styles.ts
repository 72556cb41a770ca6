import type { CSSProperties } from 'react'
import { contrast, ensureContrast, toAccessibleFill } from '#platform/lib/color-contrast'
import { palette } from '#platform/lib/palette'

/* The colours and typography of all emails, in light and dark mode. */

const { light, dark } = palette

export const background = { light: light.ground, dark: dark.ground }
export const card = { light: light.card, dark: dark.card }
const textColor = { light: light.ink, dark: dark.ink }
export const mutedText = { light: light.quiet, dark: dark.quiet }
export const borderColor = { light: light.line, dark: dark.line }

export const fontFamily =
  "-apple-system, BlinkMacSystemFont, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif"

export const textStyle: CSSProperties = {
  margin: '0 0 16px',
  color: textColor.light,
  fontFamily,
  fontSize: '16px',
  lineHeight: '26px',
  // Prevents long words or addresses from making the table wider than the window.
  overflowWrap: 'anywhere',
  wordBreak: 'break-word',
}
export const smallTextStyle: CSSProperties = {
  ...textStyle,
  margin: '0 0 8px',
  color: mutedText.light,
  fontSize: '13px',
  lineHeight: '20px',
}

const lineBreaks: Readonly<Record<string, string>> = { ja: 'auto-phrase', ko: 'keep-all' }

/**
 * Returns CSS that breaks Japanese and Korean lines between words. Long addresses can still break anywhere.
 */
export function lineBreakCss(language: string): string {
  const wordBreak = lineBreaks[language.split('-')[0] ?? '']
  return wordBreak === undefined ? '' : `h1,p{word-break:${wordBreak} !important}`
}

/**
 * Returns the CSS rules of dark mode. They apply in clients with `prefers-color-scheme`, and in the Outlook
 * app, which marks its own dark mode with `data-ogsc`.
 */
export function darkModeCss(colors: BrandColors): string {
  const rules: [selector: string, rule: string][] = [
    ['.paper, .paper > table > tbody > tr > td', `background-color:${background.dark} !important`],
    [
      '.card',
      `background-color:${card.dark} !important;border-color:${borderColor.dark} !important`,
    ],
    ['.ink', `color:${textColor.dark} !important`],
    ['.soft', `color:${mutedText.dark} !important`],
    ['.quote', `border-color:${colors.dark} !important;color:${textColor.dark} !important`],
    ['.tint', `color:${colors.dark} !important`],
    [
      '.wide',
      `background-color:${colors.dark} !important;border-color:${colors.dark} !important;color:${colors.onDark} !important`,
    ],
    ['.rule', `border-color:${borderColor.dark} !important`],
  ]
  const defaultRules = rules.map(([selector, rule]) => `${selector}{${rule}}`).join('')
  const outlookRules = rules
    .map(([selector, rule]) => `${prefixSelectors('[data-ogsc]', selector)}{${rule}}`)
    .join('')
  return `:root{color-scheme:light dark;supported-color-schemes:light dark}@media (prefers-color-scheme: dark){${defaultRules}}${outlookRules}@media (max-width:480px){.inner{padding:28px 22px !important}.band{padding:26px 22px !important}.big{font-size:25px !important;line-height:32px !important}.wide{display:block !important;text-align:center !important}}`
}

/** Adds a prefix to each selector of a comma-separated list. */
const prefixSelectors = (outer: string, selectors: string) =>
  selectors
    .split(', ')
    .map((each) => `${outer} ${each}`)
    .join(', ')

/** The brand colour in accessible variants for light and dark mode, with matching text colours. */
export interface BrandColors {
  banner: string
  onBanner: string
  /**
   * The border of the button. It has the colour of the banner, or an accessible shade if the banner colour
   * has too little contrast with the card.
   */
  buttonBorder: string
  ribbon: string
  light: string
  dark: string
  onDark: string
}

export function deriveBrandColors(color: string): BrandColors {
  const { color: banner, on } = toAccessibleFill(color)
  const dark = ensureContrast(color, card.dark)
  return {
    banner,
    onBanner: on,
    buttonBorder:
      contrast(banner, card.light) >= 3 ? banner : ensureContrast(color, card.light).color,
    ribbon: pickRibbonColor(banner),
    light: ensureContrast(color, card.light).color,
    dark: dark.color,
    onDark: dark.on,
  }
}

/** Picks the ribbon colour with the higher contrast to the banner. */
const pickRibbonColor = (banner: string) =>
  contrast(banner, '#f3c9a5') > contrast(banner, '#5c2b4f') ? '#f3c9a5' : '#5c2b4f'
