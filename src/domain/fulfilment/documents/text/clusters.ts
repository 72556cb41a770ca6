import type { FontLibrary, FontWeight, LoadedFont } from './font-library.ts'
import type { HanOrder } from './font-slices.ts'

/** A character as people see it, with its combining marks, and the font that prints it. */
export interface Cluster {
  text: string
  font: LoadedFont
  /** Whether a line may end before this cluster. */
  canBreakBefore: boolean
  /** Whether the text is the replacement of a character that no font has. */
  isReplacement: boolean
}

/** Printed for a character that no font has. */
export const replacementCharacter = '\ufffd'

/** Control characters of the bidirectional algorithm could reorder the rest of a line. */
const bidiControls = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g
const invisible = /^[\p{Default_Ignorable_Code_Point}]$/u

/** Returns a function that splits a text into clusters and finds the font of each. */
export function createClusterer(library: FontLibrary) {
  const fontByKey = new Map<string, LoadedFont | undefined>()

  async function findFont(text: string, weight: FontWeight, order: HanOrder) {
    const key = `${weight} ${order} ${text}`
    if (fontByKey.has(key)) return fontByKey.get(key)
    const codes = [...text].filter((char) => !invisible.test(char)).map(toCodePoint)
    const font = codes.length === 0 ? undefined : await library.find(codes, weight, order)
    fontByKey.set(key, font)
    return font
  }

  async function toCluster(text: string, weight: FontWeight, order: HanOrder) {
    const font = await findFont(text, weight, order)
    if (font !== undefined)
      return { text: dropUnknownInvisible(text, font), font, isReplacement: false }
    if ([...text].every((char) => invisible.test(char))) return undefined
    const base = String.fromCodePoint(toCodePoint(text))
    const baseFont = base === text ? undefined : await findFont(base, weight, order)
    if (baseFont?.hasGlyph(toCodePoint(replacementCharacter)))
      return { text: base + replacementCharacter, font: baseFont, isReplacement: true }
    const replacementFont = await findFont(replacementCharacter, weight, order)
    if (replacementFont === undefined) throw new Error('no font has the replacement character')
    return { text: replacementCharacter, font: replacementFont, isReplacement: true }
  }

  return async (input: string, weight: FontWeight, order: HanOrder): Promise<Cluster[]> => {
    const text = cleanText(input)
    const breaks = findBreaks(text)
    const clusters: Cluster[] = []
    for (const { segment, index } of graphemes.segment(text)) {
      const cluster = await toCluster(segment, weight, order)
      if (cluster !== undefined) clusters.push({ ...cluster, canBreakBefore: breaks.has(index) })
    }
    return clusters
  }
}

export type Clusterer = ReturnType<typeof createClusterer>

const toCodePoint = (char: string): number => char.codePointAt(0) ?? 0

const cleanText = (input: string): string =>
  input
    .normalize('NFC')
    .toWellFormed()
    .replace(bidiControls, '')
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim()

/** Joiners select letter forms in the fonts that know them, and print as a box in the others. */
const dropUnknownInvisible = (text: string, font: LoadedFont): string =>
  [...text].filter((char) => !invisible.test(char) || font.hasGlyph(toCodePoint(char))).join('')

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })
const words = new Intl.Segmenter('en', { granularity: 'word' })

/** Scripts that are written without spaces between words. */
const withoutSpaces =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]/u

/** Returns the indexes at which a line may begin: after spaces and hyphens, and between words without spaces. */
function findBreaks(text: string): ReadonlySet<number> {
  const breaks = new Set<number>()
  for (const { index, 0: match } of text.matchAll(/\s+|(?<=\p{L})[-/,](?=\S)/gu))
    breaks.add(index + match.length)
  for (const { segment, index, isWordLike } of words.segment(text))
    if (isWordLike && withoutSpaces.test(segment)) breaks.add(index)
  return breaks
}
