import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { findWords, splitWords } from './find-words.ts'

const wordsIn = (path: string, text: string) =>
  findWords(path, () => text).map(({ line, word }) => `${line} ${word}`)

describe('the vocabulary check', () => {
  it('splits identifiers of every spelling', () => {
    assert.deepEqual(splitWords('toldAt TOLD_AT told-at HTMLParser x2'), [
      ...['told', 'at', 'told', 'at', 'told', 'at', 'html', 'parser', 'x'],
    ])
  })

  it('reports the line of each word in code, comments and paths', () => {
    assert.deepEqual(wordsIn('src/a.ts', 'const isToldAt = 1\n// Nobody reads it.'), [
      '1 told',
      '2 nobody',
    ])
    assert.deepEqual(wordsIn('src/shelf.ts', ''), ['0 shelf'])
  })

  it('does not report words that contain a listed word, or names of Object.prototype', () => {
    assert.deepEqual(wordsIn('src/a.ts', 'address shelfLife: constructor, toString, vetoed'), [
      '1 shelf',
    ])
  })

  it('does not search data of the contract or other languages', () => {
    for (const path of ['openapi/2026-05.json', 'locales/de/pages.json', 'LICENSE'])
      assert.deepEqual(wordsIn(path, 'held'), [], path)
  })

  it('accepts a listed use in its file only', () => {
    assert.deepEqual(wordsIn('docs/operations.md', 'User=nobody'), [])
    assert.deepEqual(wordsIn('docs/api.md', 'User=nobody'), ['1 nobody'])
  })
})
