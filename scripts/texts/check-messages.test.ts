import assert from 'node:assert/strict'
import { it } from 'node:test'
import {
  checkMessages,
  checkPlaceholders,
  checkVariant,
  findPluralForms,
} from './check-messages.ts'

const english = {
  hello: 'Hello {name}',
  line: '{name}: {count}',
  guide: 'Read the <a>guide</a>.',
  days: '{count, plural, one {One day left, {name}} other {# days left, {name}}}',
}
const german = {
  hello: 'Hallo {name}',
  line: '{name}: {count}',
  guide: 'Lesen Sie die <a>Anleitung</a>.',
  days: '{count, plural, one {Noch ein Tag, {name}} other {Noch # Tage, {name}}}',
}
const check = (change: Record<string, string>, language = 'de') =>
  checkMessages(language, { ...german, ...change }, english)

it('accepts translations with the same names and the plural forms of their language', () => {
  assert.deepEqual(check({}), [])
  assert.deepEqual(check({ days: '{count, plural, other {あと#日です、{name}様}}' }, 'ja'), [])
  assert.deepEqual(findPluralForms('pl'), ['few', 'many', 'one', 'other'])
})

const cases: [problem: string, change: Record<string, string>][] = [
  ['“hello” has the names “” instead of “name”: Hallo', { hello: 'Hallo' }],
  ['“hello” has the names “nmae” instead of “name”: Hallo {nmae}', { hello: 'Hallo {nmae}' }],
  [
    '“guide” has the names “” instead of “a”: Lesen Sie die Anleitung.',
    { guide: 'Lesen Sie die Anleitung.' },
  ],
  [
    '“days” has the plural forms other instead of one, other',
    { days: '{count, plural, other {# Tage, {name}}}' },
  ],
  [
    '“days” has the names “” instead of “name”: Noch ein Tag',
    { days: '{count, plural, one {Noch ein Tag} other {Noch # Tage, {name}}}' },
  ],
  [
    '“days” shows the count as {count} instead of #',
    { days: '{count, plural, one {Ein Tag, {name}} other {{count} Tage, {name}}}' },
  ],
  [
    '“days” has words outside of the plural: each form must be a whole sentence',
    { days: 'Noch {count, plural, one {ein Tag} other {# Tage}}, {name}' },
  ],
  ['“days” has no plural forms', { days: 'Noch Tage, {name}' }],
  [
    '“hello” has plural forms, and the English text has none',
    { hello: '{count, plural, one {Hallo {name}} other {Hallo {name}}}' },
  ],
  ['“hello” is empty', { hello: ' ' }],
  ['“line” has the names “name” instead of “count, name”: {name}', { line: '{name}' }],
  [
    '“hello” has the names “” instead of “name”, because an apostrophe quotes what follows (write ’ instead): Hallo {name}',
    { hello: "Hallo '{name}'" },
  ],
  [
    '“guide” is no ICU message: close each tag with its own name: <a>…</a> (UNMATCHED_CLOSING_TAG)',
    { guide: 'Lesen Sie die <a>Anleitung</b>.' },
  ],
  [
    '“days” is no ICU message: add the plural form “other” (MISSING_OTHER_CLAUSE)',
    { days: '{count, plural, one {Ein Tag, {name}}}' },
  ],
  ['“extra” is not used', { extra: 'Mehr' }],
]
for (const [problem, change] of cases)
  it(`reports: ${problem}`, () => {
    const problems = check(change)
    assert.ok(
      problems.some((each) => each.startsWith(problem)),
      problems.join('\n'),
    )
  })

it('reports a missing text and a text that is no ICU message', () => {
  assert.deepEqual(checkMessages('de', {}, { hello: 'Hello' }), ['“hello” is missing'])
  assert.match(check({ hello: 'Hallo {name' })[0] ?? '', /“hello” is no ICU message/)
})

it('reports an English text that is no ICU message once, and not for each language', () => {
  const broken = { hello: 'Hello {name' }
  assert.match(
    checkMessages('en', broken, broken)[0] ?? '',
    /“hello” is no ICU message: close the b/,
  )
  assert.deepEqual(checkMessages('de', { hello: 'Hallo {name}' }, broken), [])
})

it('reports an English text of the web app that lacks what its key has', () => {
  const quoted = "Cancel '{name}'?"
  assert.deepEqual(
    checkPlaceholders({
      'Open|verb': 'Open',
      'Read the <a>guide</a>.': 'Read the <a>guide</a>.',
      '{count} gifts of {name}':
        '{count, plural, one {A gift of {name}} other {# gifts of {name}}}',
      '{count} new': '{count} new',
    }),
    [],
  )
  assert.deepEqual(checkPlaceholders({ [quoted]: quoted }), [
    `“${quoted}” has the names “” instead of “name”, because an apostrophe quotes what follows (write ’ instead): Cancel {name}?`,
  ])
})

it('reports a text of the other form of address that is the same, or has other names', () => {
  assert.deepEqual(checkVariant('de', { hello: 'Hallo {name}' }, german), [
    '“hello” is the same in both forms of address: remove it here',
  ])
  assert.deepEqual(checkVariant('de', { hello: 'Hi' }, german), [
    '“hello” has the names “” instead of “name”: Hi',
  ])
  assert.deepEqual(checkVariant('de', { other: 'Hi' }, german), ['“other” is not used'])
})
