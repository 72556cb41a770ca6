import { readFileSync } from 'node:fs'

/** One file of a font family, and the characters that it can contain. */
export interface FontSlice {
  id: string
  path: string
  ranges: readonly CodePointRange[]
}

type CodePointRange = readonly [first: number, last: number]

/** The order in which the font families are searched for a Han character. */
export type HanOrder = 'jp' | 'kr' | 'sc' | 'tc'

/** A font family with its slices. */
type FamilySlices = readonly [family: string, ...slices: string[]]

/** The fonts of documents: families of variable fonts, whose packages have the layout of Fontsource. */
export interface FontFamilies {
  /** Returns the absolute path of a file of a family. */
  resolve(family: string, file: string): string
  /** The families that have one file for each script. */
  scripts: readonly FamilySlices[]
  /** The families of Han characters, whose slices have numbers as names. */
  han: Readonly<Record<HanOrder, readonly string[]>>
  /** The slices with symbols. They come last in the search, because their ranges overlap those of the scripts. */
  symbols: readonly FamilySlices[]
}

/** Returns all slices in the order of the search. */
export function listFontSlices(families: FontFamilies, hanOrder: HanOrder): FontSlice[] {
  const listNamed = ([family, ...names]: FamilySlices) => {
    const ranges = readUnicodeRanges(families, family)
    return names.map((name) => toSlice(families, family, name, ranges))
  }
  return [
    ...families.scripts.flatMap(listNamed),
    ...families.han[hanOrder].flatMap((family) => listHanSlices(families, family)),
    ...families.symbols.flatMap(listNamed),
  ]
}

/**
 * Lists the slices of a Han family. They have numbers as names. The other slices of the family repeat the
 * scripts of Noto Sans.
 */
function listHanSlices(families: FontFamilies, family: string): FontSlice[] {
  const ranges = readUnicodeRanges(families, family)
  return Object.keys(ranges)
    .filter((name) => name.startsWith('['))
    .map((name) => toSlice(families, family, name, ranges))
}

type UnicodeRanges = Readonly<Record<string, string>>

function toSlice(
  { resolve }: FontFamilies,
  family: string,
  name: string,
  ranges: UnicodeRanges,
): FontSlice {
  const file = `${family}-${name.replace(/[[\]]/g, '')}-wght-normal.woff2`
  return {
    id: file,
    path: resolve(family, `files/${file}`),
    ranges: (ranges[name] ?? '').split(',').map(parseRange),
  }
}

const readUnicodeRanges = ({ resolve }: FontFamilies, family: string): UnicodeRanges =>
  JSON.parse(readFileSync(resolve(family, 'unicode.json'), 'utf8'))

/** Parses a CSS range, such as U+0460-052F or U+20B4. */
function parseRange(range: string): CodePointRange {
  const [first = '', last = first] = range.trim().replace('U+', '').split('-')
  return [Number.parseInt(first, 16), Number.parseInt(last, 16)]
}

/** Returns all characters that the slice can contain as one text. */
export function listCharacters({ ranges }: FontSlice): string {
  let text = ''
  for (const [first, last] of ranges)
    for (let code = first; code <= last; code++) text += String.fromCodePoint(code)
  return text.toWellFormed()
}

/**
 * Returns whether the ranges of the slice contain the character. The file may still not have a glyph for it.
 */
export const mayContain = ({ ranges }: FontSlice, code: number): boolean =>
  ranges.some(([first, last]) => code >= first && code <= last)
