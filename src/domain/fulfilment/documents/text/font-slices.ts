import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** One file of a font family, and the characters that it can contain. */
export interface FontSlice {
  id: string
  path: string
  ranges: readonly CodePointRange[]
}

type CodePointRange = readonly [first: number, last: number]

/** The order in which the font families are searched for a Han character. */
export type HanOrder = keyof typeof hanFamilies

const hanFamilies = {
  jp: ['noto-sans-jp', 'noto-sans-sc', 'noto-sans-tc', 'noto-sans-kr'],
  kr: ['noto-sans-kr', 'noto-sans-jp', 'noto-sans-sc', 'noto-sans-tc'],
  sc: ['noto-sans-sc', 'noto-sans-tc', 'noto-sans-jp', 'noto-sans-kr'],
  tc: ['noto-sans-tc', 'noto-sans-sc', 'noto-sans-jp', 'noto-sans-kr'],
} as const

/**
 * The slices of the families that have one file for each script. To add a script, add its package and a line.
 */
// biome-ignore format: one family a line
const scriptSlices: readonly (readonly [family: string, ...slices: string[]])[] = [
  ['noto-sans', 'latin', 'latin-ext', 'vietnamese', 'cyrillic', 'cyrillic-ext', 'greek', 'greek-ext', 'devanagari'],
  ['noto-sans-arabic', 'arabic'],
  ['noto-sans-hebrew', 'hebrew'],
  ['noto-sans-thai', 'thai'],
  ['noto-sans-georgian', 'georgian'],
  ['noto-sans-armenian', 'armenian'],
  ['noto-sans-bengali', 'bengali'],
  ['noto-sans-tamil', 'tamil'],
  ['noto-sans-telugu', 'telugu'],
  ['noto-sans-kannada', 'kannada'],
  ['noto-sans-malayalam', 'malayalam'],
  ['noto-sans-gujarati', 'gujarati'],
  ['noto-sans-gurmukhi', 'gurmukhi'],
  ['noto-sans-oriya', 'oriya'],
  ['noto-sans-sinhala', 'sinhala'],
  ['noto-sans-khmer', 'khmer'],
  ['noto-sans-lao', 'lao'],
  ['noto-sans-ethiopic', 'ethiopic'],
  ['noto-sans-thaana', 'thaana'],
]

/**
 * The slices with symbols. They come last in the search, because their ranges overlap those of the scripts.
 */
const symbolSlices = [['noto-sans-arabic', 'symbols', 'math']] as const

/** Returns all slices in the order of the search. */
export function listFontSlices(hanOrder: HanOrder): FontSlice[] {
  return [
    ...scriptSlices.flatMap(([family, ...names]) => names.map((name) => toSlice(family, name))),
    ...hanFamilies[hanOrder].flatMap(listHanSlices),
    ...symbolSlices.flatMap(([family, ...names]) => names.map((name) => toSlice(family, name))),
  ]
}

/**
 * Lists the slices of a Han family. They have numbers as names. The other slices of the family repeat the
 * scripts of Noto Sans.
 */
const listHanSlices = (family: string): FontSlice[] =>
  Object.keys(readUnicodeRanges(family))
    .filter((name) => name.startsWith('['))
    .map((name) => toSlice(family, name))

function toSlice(family: string, name: string): FontSlice {
  const file = `${family}-${name.replace(/[[\]]/g, '')}-wght-normal.woff2`
  return {
    id: file,
    path: resolvePath(family, `files/${file}`),
    ranges: (readUnicodeRanges(family)[name] ?? '').split(',').map(parseRange),
  }
}

const resolvePath = (family: string, file: string): string =>
  fileURLToPath(import.meta.resolve(`@fontsource-variable/${family}/${file}`))

const readUnicodeRanges = (family: string): Readonly<Record<string, string>> =>
  JSON.parse(readFileSync(resolvePath(family, 'unicode.json'), 'utf8'))

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
