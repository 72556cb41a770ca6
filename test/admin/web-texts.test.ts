import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { compileMessages } from '#web-src/i18n/compile-messages'
import { createTexts } from '#web-src/i18n/texts'

const texts = {
  'Send again': 'Erneut senden',
  'Cancel {name}?': '{name} stornieren?',
  'Sent {sent} of {total}': '{total} insgesamt, {sent} gesendet',
  'Open|verb': 'Öffnen',
  'Read the <a>guide</a>, {name}.': '{name}, lesen Sie die <a>Anleitung</a>.',
  '{count} gifts': '{count, plural, one {# Geschenk} other {# Geschenke}}',
} as const

const englishTexts = {
  ...Object.fromEntries(Object.keys(texts).map((text) => [text, text])),
  'Open|verb': 'Open',
  '{count} gifts': '{count, plural, one {# gift} other {# gifts}}',
}

const create = (messages: object) =>
  createTexts<typeof texts>(compileMessages(JSON.stringify(messages)))
const english = create(englishTexts)
const german = create(texts)

describe('texts of the web app', () => {
  it('fills in placeholders in the order of the language and formats numbers', () => {
    assert.equal(
      english.t('Sent {sent} of {total}', { sent: 1_200, total: 'all' }),
      'Sent 1,200 of all',
    )
    assert.equal(
      german.t('Sent {sent} of {total}', { sent: 12, total: 40 }),
      '40 insgesamt, 12 gesendet',
    )
  })

  it('does not interpret a value', () => {
    assert.equal(english.t('Cancel {name}?', { name: '{name}<b>$&' }), 'Cancel {name}<b>$&?')
  })

  it('does not show the note of a text', () => {
    assert.equal(english.t('Open|verb'), 'Open')
    assert.equal(german.t('Open|verb'), 'Öffnen')
  })

  it('selects the form for a count', () => {
    assert.equal(english.t('{count} gifts', { count: 1 }), '1 gift')
    assert.equal(english.t('{count} gifts', { count: 1_000 }), '1,000 gifts')
    assert.equal(german.t('{count} gifts', { count: 1 }), '1 Geschenk')
    assert.equal(german.t('{count} gifts', { count: 0 }), '0 Geschenke')
  })

  it('renders elements in the order of the language', () => {
    const elements = { name: 'Ada', a: (content: unknown) => ({ link: content }) as never }
    const render = ({ Trans }: typeof english) =>
      flatten(Trans({ text: 'Read the <a>guide</a>, {name}.', ...elements }))
    assert.deepEqual(render(english), ['Read the ', { link: ['guide'] }, ', ', 'Ada', '.'])
    assert.deepEqual(render(german), ['Ada', ', lesen Sie die ', { link: ['Anleitung'] }, '.'])
  })
})

/** Returns the children of fragments. Leaves out empty texts. */
function flatten(node: unknown): unknown[] {
  if (typeof node === 'string') return node === '' ? [] : [node]
  if (Array.isArray(node)) return node.flatMap(flatten)
  const { props, link } = node as { props?: { children?: unknown }; link?: unknown }
  if (link !== undefined) return [{ link: flatten(link) }]
  return props === undefined ? [node] : flatten(props.children)
}
