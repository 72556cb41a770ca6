import assert from 'node:assert/strict'
import { it } from 'node:test'
import { readCatalogueTexts } from '#test/web-catalogues'

it('joins French words and their punctuation, so that no line begins with it', () => {
  const texts = readCatalogueTexts('fr')
  assert.ok(texts.length > 2_000)
  // a narrow space before ; ! ? and a full one before a colon, both of which do not break
  const loose = /[ \u{a0}][;!?]|[ \u{202f}]:(?!\/\/)/u
  assert.deepEqual(
    texts.filter(({ text }) => loose.test(text)),
    [],
  )
})
