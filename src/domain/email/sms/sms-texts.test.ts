import assert from 'node:assert/strict'
import { it } from 'node:test'
import { type Tone, tones } from '#contract/tones'
import { languages } from '#platform/lib/languages'
import { maxSegments, toSegmentCount } from './sms-length.ts'
import { renderSms, smsKinds } from './sms-texts.ts'

const url = 'https://gifts.larkfield.example/r/4mWq8TzK2pVb7NcX1sYdRe'

it('fits two segments in every language, with the whole link and the way out', () => {
  const senders = ['Dana Lee', 'Søren Østergård-Ñuñez', '山田花子', 'x'.repeat(255)]
  const all = languages.flatMap((locale) =>
    [null, ...tones].flatMap((tone) =>
      smsKinds.flatMap((kind) =>
        senders.map((sender) => renderSms({ kind, sender, url }, locale, tone)),
      ),
    ),
  )
  for (const text of all) {
    assert.ok(toSegmentCount(text) <= maxSegments, text)
    assert.ok(text.includes(` ${url} `), text)
    assert.match(text, /STOP/)
    assert.doesNotMatch(text, /\{/)
  }
})

it('addresses the reader in the form that the account has chosen', () => {
  const render = (locale: string, tone: Tone | null) =>
    renderSms({ kind: 'invitation', sender: 'Dana', url }, locale, tone)
  assert.match(render('de', null), /Geschenk für Sie/)
  assert.match(render('de', 'informal'), /Geschenk für dich/)
  assert.match(render('es', 'formal'), /le ha enviado/)
})

it('has a text for each occasion in each language', () => {
  for (const locale of languages) {
    const texts = smsKinds.map((kind) => renderSms({ kind, sender: 'Dana', url }, locale))
    assert.equal(new Set(texts).size, smsKinds.length, locale)
    for (const text of texts) assert.match(text, /Dana/)
  }
})

it('counts the characters of the GSM alphabet, and UTF-16 units of others', () => {
  const counts = (text: string, ...lengths: number[]) =>
    lengths.map((length) => toSegmentCount(text.repeat(length)))
  assert.deepEqual(counts('a', 160, 161, 306, 307), [1, 2, 2, 3])
  assert.deepEqual(counts('€', 80, 81), [1, 2])
  assert.deepEqual(counts('я', 70, 71, 134, 135), [1, 2, 2, 3])
  assert.deepEqual(counts('👋', 35, 36), [1, 2])
})

it('lets a name add neither a line nor a link', () => {
  const sender = 'Dana\r\nhttps://evil.example/x www.evil.example \u202Emoc'
  const text = renderSms({ kind: 'invitation', sender, url }, 'en')
  assert.doesNotMatch(text, /evil|[\r\n\u202E]/)
  assert.match(text, /^Dana moc has sent you a gift\./)
})

it('sends the link also if it leaves no space for the text', () => {
  const long = `https://${'a'.repeat(250)}.example/r/x`
  assert.ok(renderSms({ kind: 'invitation', sender: 'Dana', url: long }, 'ja').startsWith(long))
})
