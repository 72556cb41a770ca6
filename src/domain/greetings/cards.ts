import { readFileSync } from 'node:fs'

/** The drawings in `cards/`, in the order of the picker. To add a card, add its SVG and its label in the web app. */
export const cardDesigns = [
  'birthday',
  'thank-you',
  'welcome',
  'congratulations',
  'great-work',
  'anniversary',
  'wedding',
  'new-baby',
  'get-well',
  'sympathy',
  'holidays',
  'just-because',
] as const

export type CardDesign = (typeof cardDesigns)[number]

/** Returns the SVG of a card. It contains no text, so it fits every language. */
export const readCard = (design: CardDesign): string =>
  readFileSync(new URL(`./cards/${design}.svg`, import.meta.url), 'utf8')

export const isCardDesign = (text: string): text is CardDesign =>
  (cardDesigns as readonly string[]).includes(text)
