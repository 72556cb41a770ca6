import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isFileName } from '#web-src/pages/catalogue/file-name'

test('the name of a picture file is no description', () => {
  for (const name of ['IMG_2041', 'mug-blue.large', 'photo.jpg', '20261104'])
    assert.equal(isFileName(name), true, name)
  for (const text of ['Mug', 'A blue mug, 30 cl', 'Tasse à thé', 'Box with 12 chocolates', ''])
    assert.equal(isFileName(text), false, text)
})
