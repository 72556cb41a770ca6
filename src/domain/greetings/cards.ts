import { readFileSync } from 'node:fs'
import { type CardDesign, cardDesigns } from '#contract'

/** Returns the SVG of a card. It contains no text, so it fits every language. */
export const readCard = (design: CardDesign): string =>
  readFileSync(new URL(`./cards/${design}.svg`, import.meta.url), 'utf8')

export const isCardDesign = (text: string): text is CardDesign =>
  (cardDesigns as readonly string[]).includes(text)
