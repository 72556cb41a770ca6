import assert from 'node:assert/strict'
import { it } from 'node:test'
import bidiModule from 'bidi-js'
import { needsBidi, toVisualRuns } from './bidi-runs.ts'
import type { LoadedFont } from './font-library.ts'

const bidi = (bidiModule as unknown as typeof bidiModule.default)()

it('skips the bidi algorithm only for characters that it leaves at level 0', () => {
  const skipped: string[] = []
  for (let code = 0; code <= 0x1ffff; code++) {
    const char = String.fromCodePoint(code)
    if ((code < 0xd800 || code > 0xdfff) && !needsBidi(char)) skipped.push(char)
  }
  assert.ok(skipped.length > 100_000)
  for (let start = 0; start < skipped.length; start += 10_000) {
    const { levels } = bidi.getEmbeddingLevels(skipped.slice(start, start + 10_000).join(''), 'ltr')
    assert.ok(
      levels.every((level) => level === 0),
      `after code point ${skipped[start]?.codePointAt(0)?.toString(16)}`,
    )
  }
})

it('orders a line with and without right-to-left characters', () => {
  const font = { id: 'sans' } as LoadedFont
  const other = { id: 'han' } as LoadedFont
  const toLine = (text: string) =>
    [...text].map((char) => ({
      text: char,
      font: char === '国' ? other : font,
      canBreakBefore: false,
      isReplacement: false,
    }))
  const order = (text: string, direction: 'ltr' | 'rtl') =>
    toVisualRuns(toLine(text), direction).map((run) => [run.text, run.font.id])
  assert.deepEqual(order('5 High Street', 'ltr'), [['5 High Street', 'sans']])
  assert.deepEqual(order('ab国国c', 'ltr'), [
    ['ab', 'sans'],
    ['国国', 'han'],
    ['c', 'sans'],
  ])
  assert.equal(order('12 ש', 'rtl')[0]?.[0]?.trim(), 'ש')
})
