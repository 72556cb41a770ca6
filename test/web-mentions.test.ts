import assert from 'node:assert/strict'
import { it } from 'node:test'
import { findMentions, findTyped, suggest } from '#web-src/pages/gifts/mentions'

const members = ['Ada', 'Ada Lee', 'José Núñez', 'Bob O’Hara'].map((name) => ({ id: name, name }))
const names = (found: { name: string }[]) => found.map(({ name }) => name)

it('completes the text after the last @ of a word', () => {
  assert.equal(findTyped('Hi @ad'), 'ad')
  assert.equal(findTyped('@'), '')
  assert.equal(findTyped('確認お願いします@A'), 'A')
  assert.equal(findTyped('(@Ada L'), 'Ada L')
  assert.equal(findTyped('ada@example.com'), undefined)
  assert.equal(findTyped('@ada\nand'), undefined)
  assert.equal(findTyped('no mention'), undefined)
})

it('suggests members by the beginning of each word, without accents', () => {
  assert.deepEqual(names(suggest('nun', members)), ['José Núñez'])
  assert.deepEqual(names(suggest('ADA', members)), ['Ada Lee'])
  assert.deepEqual(names(suggest('o', members)), ['Bob O’Hara'])
  assert.equal(suggest('', members).length, 4)
})

it('mentions the member with the longest name, each once', () => {
  assert.deepEqual(names(findMentions('@Ada Lee and @Ada Lee, @José Núñez!', members)), [
    'Ada Lee',
    'José Núñez',
  ])
  assert.deepEqual(names(findMentions('@Ada: @Adam @Bob', members)), ['Ada'])
})

it('mentions no one by an email address', () => {
  assert.deepEqual(names(findMentions('Write to desk@Ada or (desk@Ada Lee)', members)), [])
  const namesakes = ['Ada (ada.l@Ada)', 'Ada'].map((name) => ({ id: name, name }))
  assert.deepEqual(names(findMentions('@Ada (ada.l@Ada), please', namesakes)), ['Ada (ada.l@Ada)'])
})
