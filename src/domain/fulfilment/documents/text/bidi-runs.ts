import bidiModule from 'bidi-js'
import type { Cluster } from './clusters.ts'
import type { LoadedFont } from './font-library.ts'

/** Characters with one font and one direction. The PDF library draws them together. */
export interface TextRun {
  text: string
  font: LoadedFont
}

export type Direction = 'ltr' | 'rtl'

/** The package is CommonJS: in Node, the default import is the factory function itself. */
const createBidi = bidiModule as unknown as typeof bidiModule.default

const bidi = createBidi()
const rightToLeft = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}]/u

/**
 * The blocks that Unicode reserves for right-to-left scripts, and the characters that control the direction.
 * In a left-to-right line without these characters, every character has the embedding level 0.
 */
const mayReorder =
  /[\u0590-\u08ff\u200e\u200f\u202a-\u202e\u2066-\u2069\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u

/** Returns whether the bidi algorithm could reorder a left-to-right line. */
export const needsBidi = (text: string): boolean => mayReorder.test(text)

/** Returns the direction of the first letter in the text that has a direction. */
export function detectDirection(text: string): Direction {
  const first = /\p{L}/u.exec(text)?.[0]
  return first !== undefined && rightToLeft.test(first) ? 'rtl' : 'ltr'
}

interface LevelRun {
  clusters: Cluster[]
  level: number
}

/** Returns the runs of a line in the order in which they appear, from left to right. */
export function toVisualRuns(line: readonly Cluster[], direction: Direction): TextRun[] {
  const text = line.map((cluster) => cluster.text).join('')
  if (direction === 'ltr' && !needsBidi(text)) return joinByFont(line)
  const { levels } = bidi.getEmbeddingLevels(text, direction)
  const runs: LevelRun[] = []
  let offset = 0
  for (const cluster of line) {
    const level = levels[offset] ?? 0
    const last = runs.at(-1)
    if (last !== undefined && last.level === level && last.clusters[0]?.font === cluster.font)
      last.clusters.push(cluster)
    else runs.push({ clusters: [cluster], level })
    offset += cluster.text.length
  }
  return reorder(runs).flatMap(toTextRuns)
}

/**
 * Joins neighbouring characters with the same font to runs. Most labels need only this function. The bidi
 * algorithm takes longer than all other parts of a measurement.
 */
function joinByFont(line: readonly Cluster[]): TextRun[] {
  const runs: TextRun[] = []
  for (const { text, font } of line) {
    const last = runs.at(-1)
    if (last !== undefined && last.font === font) last.text += text
    else runs.push({ text, font })
  }
  return runs
}

/**
 * Reverses each sequence of runs at a level or above it, from the highest level to the lowest (rule L2 of UAX
 * 9).
 */
function reorder(runs: readonly LevelRun[]): LevelRun[] {
  const ordered = [...runs]
  const highest = Math.max(0, ...runs.map(({ level }) => level))
  for (let level = highest; level > 0; level--)
    for (let start = 0; start < ordered.length; start++) {
      let end = start
      while ((ordered[end]?.level ?? -1) >= level) end++
      if (end > start) ordered.splice(start, end - start, ...ordered.slice(start, end).reverse())
      start = Math.max(start, end - 1)
    }
  return ordered
}

/**
 * Converts a run to the texts that the shaper needs. The shaper itself reverses letters of a right-to-left
 * script, and does not change the order of other characters.
 */
function toTextRuns({ clusters, level }: LevelRun): TextRun[] {
  const isRtl = level % 2 === 1
  const font = clusters[0]?.font
  if (font === undefined) return []
  const isRtlScript = clusters.some(({ text }) => rightToLeft.test(text))
  const texts = clusters.map(({ text }) => (isRtl ? mirror(text) : text))
  if (isRtlScript && !isRtl) return texts.map((text) => ({ text, font }))
  return [{ text: (isRtl && !isRtlScript ? texts.reverse() : texts).join(''), font }]
}

const mirror = (text: string): string => bidi.getMirroredCharacter(text) ?? text
