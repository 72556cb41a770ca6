import assert from 'node:assert/strict'
import { it } from 'node:test'
import { contrast } from '#platform/contrast'
import { type Rendered, render } from './render.ts'
import { samples } from './samples.ts'

const dress = { color: '#f7e017', logo_url: null, name: 'Larkfield', headline: 'Welcome aboard' }
const all = async (locale: string): Promise<[string, Rendered][]> =>
  Promise.all(
    samples('http://localhost:3000').map(
      async (letter): Promise<[string, Rendered]> => [
        letter.kind,
        await render(letter, { locale, timeZone: 'UTC', dress }),
      ],
    ),
  )

it('renders every kind in every language, with nothing left blank', async () => {
  for (const locale of ['en', 'de', 'fr', 'es', 'ja'])
    for (const [kind, { subject, html, text }] of await all(locale)) {
      for (const part of [subject, html, text])
        assert.doesNotMatch(part, /\{\{|undefined|\[object/, `${kind} in ${locale}`)
      assert.doesNotMatch(subject, /\n/)
      assert.match(html, new RegExp(`<html[^>]* lang="${locale}"`))
    }
})

it('has one clear button, and the same address in both twins', async () => {
  for (const [kind, { html, text }] of await all('en')) {
    const buttons = [...html.matchAll(/<a href="([^"]+)"[^>]*class="wide"/g)]
    assert.equal(buttons.length, 1, kind)
    assert.ok(text.includes(buttons[0]?.[1]?.replaceAll('&amp;', '&') ?? '?'), kind)
  }
})

it('can be read whatever colour the campaign has', async () => {
  const [letter] = samples('http://localhost:3000')
  assert.ok(letter)
  for (const color of ['#ffffff', '#000000', '#f7e017', '#808080', '#ff0000', '#0af']) {
    const setting = { locale: 'en', timeZone: 'UTC', dress: { ...dress, color } }
    const { html } = await render(letter, setting)
    const [, button = ''] = /class="wide" style="([^"]+)"/.exec(html) ?? []
    const ground = /background-color:(#[0-9a-f]{6})/.exec(button)?.[1] ?? ''
    const words = /(?:^|;)color:(#[0-9a-f]{6})/.exec(button)?.[1] ?? ''
    assert.ok(contrast(ground, words) >= 4.5, `${words} on ${ground} for ${color}`)
    const edge = /border:2px solid (#[0-9a-f]{6})/.exec(button)?.[1] ?? ''
    assert.ok(contrast(edge, '#ffffff') >= 3, `the button's edge ${edge} on its card for ${color}`)
  }
})

it('keeps the colours of the dark to where it is dark', async () => {
  const [letter] = samples('http://localhost:3000')
  assert.ok(letter)
  const { html } = await render(letter, { locale: 'en', timeZone: 'UTC', dress })
  const [, sheet = ''] = /<style>(.*?)<\/style>/s.exec(html) ?? []
  const elsewhere = sheet.replaceAll(/@media[^{]+\{(?:[^{}]+\{[^{}]*\})*\}/g, '')
  for (const [, selectors = ''] of elsewhere.matchAll(/([^{}]+)\{[^{}]*color:[^{}]*\}/g))
    for (const selector of selectors.split(','))
      if (selector !== ':root') assert.match(selector.trim(), /^\[data-ogsc\] /)
  assert.match(sheet, /@media \(prefers-color-scheme: dark\)\{\.paper/)
})

it('loads nothing from anywhere, and is small', async () => {
  for (const [kind, { html }] of await all('ja')) {
    assert.doesNotMatch(html, /<img|url\(|<link|<script|@import/, kind)
    assert.ok(Buffer.byteLength(html) < 20_000, `${kind}: ${Buffer.byteLength(html)} bytes`)
  }
})

it('shows a logo only with words for those who do not load it', async () => {
  const [letter] = samples('http://localhost:3000')
  assert.ok(letter)
  const logo_url = 'https://example.com/logo.png?a=1&b=2'
  const setting = { locale: 'en', timeZone: 'UTC', dress: { ...dress, logo_url } }
  const { html } = await render(letter, setting)
  assert.match(html, /<img[^>]+alt="Larkfield"/)
})

it('greets by the full name with 様 in Japanese, by the given name elsewhere, and nobody without a name', async () => {
  const [letter] = samples('http://localhost:3000').filter(({ kind }) => kind === 'redeemed')
  assert.ok(letter?.kind === 'redeemed')
  const textOf = async (locale: string, name: { first_name: string; last_name?: string }) => {
    const { last_name: _, ...facts } = letter.facts
    const named = { ...letter, facts: { ...facts, ...name } }
    return (await render(named, { locale, timeZone: 'UTC', dress })).text
  }
  assert.match(await textOf('ja', { first_name: '太郎', last_name: '山田' }), /^山田 太郎 様\n/)
  assert.match(await textOf('ja', { first_name: '太郎' }), /^太郎 様\n/)
  assert.match(await textOf('en', { first_name: 'Ada', last_name: 'Larkin' }), /^Hello Ada,\n/)
  assert.match(await textOf('en', { first_name: '', last_name: '' }), /^Thank you\./)
})

it('greets before the words of the sender, unless these greet', async () => {
  const [letter] = samples('http://localhost:3000')
  assert.ok(letter?.kind === 'invitation')
  const textOf = async (body: string) => {
    const facts = { ...letter.facts, message: { subject: 'For you', body } }
    return (await render({ ...letter, facts }, { locale: 'en', timeZone: 'UTC', dress })).text
  }
  assert.match(await textOf('Thank you.'), /^Hello Ada,\n\nThank you\./)
  assert.match(await textOf('Dear Ada,\nthank you.'), /^Dear Ada,\n/)
})

it('keeps to its width: long words break, and Outlook gets a table of fixed width', async () => {
  for (const [kind, { html }] of await all('en')) {
    assert.match(
      html,
      /<!--\[if mso\]><table[^>]* width="560"[^!]*<!\[endif\]--><table[^>]*class="frame"/,
      kind,
    )
    assert.match(html, /<\/table><!--\[if mso\]><\/td><\/tr><\/table><!\[endif\]--><\/td>/, kind)
    for (const [text] of html.matchAll(/<(?:p|h1) [^>]*style="[^"]*"/g))
      assert.match(text, /word-break:break-word/, kind)
  }
})

it('shows the address of the button for readers whose button does not work', async () => {
  for (const [kind, { html }] of await all('en')) {
    const [, url = ''] = /<a href="([^"]+)"[^>]*class="wide"/.exec(html) ?? []
    assert.ok(html.includes(`>${url}</a>`), kind)
  }
})
