import assert from 'node:assert/strict'
import { it } from 'node:test'
import { languages, tongueOf } from './words.ts'

const form = /_(zero|one|two|few|many|other)$/
const bare = (key: string) => key.replace(form, '')
const blanksIn = (text: string) => [...new Set(text.match(/\{\{\w+\}\}/g))].sort()

const english = languages.en ?? {}
const counted = new Set(
  Object.keys(english)
    .filter((key) => form.test(key))
    .map(bare),
)

for (const [language, words] of Object.entries(languages)) {
  it(`${language} says everything, in each plural form that it has, with the same blanks`, () => {
    const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories
    const wanted = Object.keys(english).flatMap((key) =>
      counted.has(bare(key)) ? forms.map((each) => `${bare(key)}_${each}`) : [key],
    )
    assert.deepEqual(Object.keys(words).sort(), [...new Set(wanted)].sort())
    for (const [key, text] of Object.entries(words)) {
      assert.notEqual(text.trim(), '', key)
      const model = english[key] ?? english[`${bare(key)}_other`] ?? ''
      const [ours, theirs] = [blanksIn(text), blanksIn(model)]
      // 'one day' may say the number in words
      const may = counted.has(bare(key)) ? theirs.filter((each) => each !== '{{count}}') : theirs
      assert.ok(
        may.every((each) => ours.includes(each)),
        `${language} ${key} lacks one of ${may}`,
      )
      assert.ok(
        ours.every((each) => each === '{{count}}' || theirs.includes(each)),
        `${language} ${key} has a blank that nobody fills: ${ours}`,
      )
    }
  })
}

it('counts and dates as each language does', () => {
  const said = (locale: string, count: number) => {
    const { say } = tongueOf(locale, 'UTC')
    return say('expiring.heading', { count })
  }
  assert.deepEqual(
    ['en', 'de', 'fr', 'es', 'ja'].map((locale) => [said(locale, 1), said(locale, 3)]),
    [
      ['One day left', '3 days left'],
      ['Noch ein Tag', 'Noch 3 Tage'],
      ['Plus qu’un jour', 'Plus que 3 jours'],
      ['Queda un día', 'Quedan 3 días'],
      ['あと1日です', 'あと3日です'],
    ],
  )
  const day = (locale: string, zone = 'UTC') => tongueOf(locale, zone).day('2026-05-01T22:30:00Z')
  assert.equal(day('en'), 'Friday, 1 May 2026')
  assert.equal(day('en-US'), 'Friday, May 1, 2026')
  assert.equal(day('de-AT', 'Europe/Vienna'), 'Samstag, 2. Mai 2026')
  assert.equal(day('fr'), 'vendredi 1 mai 2026')
  assert.equal(day('es-MX'), 'viernes, 1 de mayo de 2026')
  assert.equal(day('ja', 'Asia/Tokyo'), '2026年5月2日土曜日')
})

it('prints the last day as it is where the day ends last, whatever the time zone of the campaign', () => {
  for (const zone of ['UTC', 'Asia/Tokyo', 'America/Los_Angeles']) {
    const { lastDay } = tongueOf('en-US', zone)
    assert.equal(lastDay('2026-01-21T06:59:00Z'), 'Tuesday, January 20, 2026', zone)
    assert.equal(lastDay('2026-01-21T12:00:00Z'), 'Wednesday, January 21, 2026', zone)
  }
})

it('answers in English whom it does not understand', () => {
  const { language, say } = tongueOf('tlh', 'UTC')
  assert.equal(language, 'en')
  assert.equal(say('invitation.button'), 'Open your gift')
})

it('keeps French punctuation with its word, and calls Spanish readers tú', () => {
  const { fr = {}, es = {} } = languages
  for (const [key, text] of Object.entries(fr))
    assert.doesNotMatch(text, / [?!;»]| :(?=\s|$)|« /, key)
  for (const [key, text] of Object.entries(es)) assert.doesNotMatch(text, /\busted\b/i, key)
})
