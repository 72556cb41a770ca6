import type { CSSProperties } from 'react'
import { contrast, ensureContrast, toAccessibleFill } from '#platform/contrast'

/* The colours and type of all letters, and what the dark changes in them. */

export const paper = { light: '#f5f1ee', dark: '#17131a' }
export const card = { light: '#ffffff', dark: '#221c26' }
const ink = { light: '#2b2230', dark: '#f1eaf0' }
export const soft = { light: '#675c6d', dark: '#b9adbb' }
export const line = { light: '#e8e0e4', dark: '#3a303d' }

export const font =
  "-apple-system, BlinkMacSystemFont, 'Segoe UI', Roboto, 'Helvetica Neue', 'Hiragino Sans', 'Noto Sans JP', Meiryo, Arial, sans-serif"

export const text: CSSProperties = {
  margin: '0 0 16px',
  color: ink.light,
  fontFamily: font,
  fontSize: '16px',
  lineHeight: '26px',
  // a long word or address must not make the table wider than the window
  overflowWrap: 'anywhere',
  wordBreak: 'break-word',
}
export const small: CSSProperties = {
  ...text,
  margin: '0 0 8px',
  color: soft.light,
  fontSize: '13px',
  lineHeight: '20px',
}

/** Colours of the dark: for programs that ask for them, and for Outlook's app, which names its own. */
export function darkSheet(tint: Tint): string {
  const rules: [selector: string, rule: string][] = [
    ['.paper, .paper > table > tbody > tr > td', `background-color:${paper.dark} !important`],
    ['.card', `background-color:${card.dark} !important;border-color:${line.dark} !important`],
    ['.ink', `color:${ink.dark} !important`],
    ['.soft', `color:${soft.dark} !important`],
    ['.quote', `border-color:${tint.dark} !important;color:${ink.dark} !important`],
    ['.tint', `color:${tint.dark} !important`],
    [
      '.wide',
      `background-color:${tint.dark} !important;border-color:${tint.dark} !important;color:${tint.onDark} !important`,
    ],
    ['.rule', `border-color:${line.dark} !important`],
  ]
  const plain = rules.map(([selector, rule]) => `${selector}{${rule}}`).join('')
  const outlook = rules
    .map(([selector, rule]) => `${within('[data-ogsc]', selector)}{${rule}}`)
    .join('')
  return `:root{color-scheme:light dark;supported-color-schemes:light dark}@media (prefers-color-scheme: dark){${plain}}${outlook}@media (max-width:480px){.inner{padding:28px 22px !important}.band{padding:26px 22px !important}.big{font-size:25px !important;line-height:32px !important}.wide{display:block !important;text-align:center !important}}`
}

/** Each of several selectors, inside another. */
const within = (outer: string, selectors: string) =>
  selectors
    .split(', ')
    .map((each) => `${outer} ${each}`)
    .join(', ')

/** The campaign's colour where it has to be read, on light and on dark, and what is read on it. */
export interface Tint {
  band: string
  onBand: string
  /** Around a button: the band itself, or a shade that shows on the card where the band does not. */
  edge: string
  ribbon: string
  light: string
  dark: string
  onDark: string
}

export function tintOf(color: string): Tint {
  const { color: band, on } = toAccessibleFill(color)
  const dark = ensureContrast(color, card.dark)
  return {
    band,
    onBand: on,
    edge: contrast(band, card.light) >= 3 ? band : ensureContrast(color, card.light).color,
    ribbon: ribbonOn(band),
    light: ensureContrast(color, card.light).color,
    dark: dark.color,
    onDark: dark.on,
  }
}

/** A ribbon around the band: whichever of two shows better on it. */
const ribbonOn = (band: string) =>
  contrast(band, '#f3c9a5') > contrast(band, '#5c2b4f') ? '#f3c9a5' : '#5c2b4f'
