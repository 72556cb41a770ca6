import { readFileSync } from 'node:fs'
import { type CardDesign, cardDesigns } from '#contract'
import { projectPath } from '#platform/lib/project-files'

/** Returns the SVG of a card. It contains no text, so it fits every language. */
export const readCard = (design: CardDesign): string =>
  readFileSync(projectPath(`src/domain/greetings/cards/${design}.svg`), 'utf8')

export const isCardDesign = (text: string): text is CardDesign =>
  (cardDesigns as readonly string[]).includes(text)
