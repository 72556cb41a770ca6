import assert from 'node:assert/strict'
import { it } from 'node:test'
import { contrast } from '#platform/lib/color-contrast'
import { getTextDirection, languages } from '#platform/lib/languages'
import { sampleEmails } from '../templates/sample-emails.ts'
import { type RenderedEmail, renderEmail } from './render-email.ts'

const theme = { color: '#f7e017', logo_url: null, name: 'Larkfield', headline: 'Welcome aboard' }
const renderAll = async (locale: string): Promise<[string, RenderedEmail][]> =>
  Promise.all(
    sampleEmails('http://localhost:3000').map(
      async (template): Promise<[string, RenderedEmail]> => [
        template.kind,
        await renderEmail(template, { locale, timeZone: 'UTC', theme }),
      ],
    ),
  )

it('renders every template in every language without gaps', async () => {
  for (const locale of languages)
    for (const [kind, { subject, html, text }] of await renderAll(locale)) {
      for (const part of [subject, html, text])
        assert.doesNotMatch(part, /\{\{|undefined|\[object/, `${kind} in ${locale}`)
      assert.doesNotMatch(subject, /\n/)
      assert.match(html, new RegExp(`<html[^>]* lang="${locale}"`))
      assert.match(html, new RegExp(`<html[^>]*dir="${getTextDirection(locale)}"`))
    }
})

it('cuts the preview of a comment between two characters', async () => {
  const sample = sampleEmails('http://localhost:3000').find(({ kind }) => kind === 'gift_comment')
  assert.ok(sample?.kind === 'gift_comment')
  for (const text of [`x${'🎁'.repeat(200)}`, '🎁'.repeat(200)]) {
    const comment = { ...sample, data: { ...sample.data, text } }
    const { html } = await renderEmail(comment, { locale: 'en', timeZone: 'UTC', theme })
    assert.ok(html.isWellFormed() && !html.includes('\ufffd'), text.slice(0, 3))
  }
})

it('has one primary button, with the same URL in HTML and plain text', async () => {
  for (const [kind, { html, text }] of await renderAll('en')) {
    const buttons = [...html.matchAll(/<a href="([^"]+)"[^>]*class="wide"/g)]
    assert.equal(buttons.length, 1, kind)
    assert.ok(text.includes(buttons[0]?.[1]?.replaceAll('&amp;', '&') ?? '?'), kind)
  }
})

it('has readable contrast for any campaign colour', async () => {
  const [template] = sampleEmails('http://localhost:3000')
  assert.ok(template)
  for (const color of ['#ffffff', '#000000', '#f7e017', '#808080', '#ff0000', '#0af']) {
    const context = { locale: 'en', timeZone: 'UTC', theme: { ...theme, color } }
    const { html } = await renderEmail(template, context)
    const [, button = ''] = /class="wide" style="([^"]+)"/.exec(html) ?? []
    const backgroundColor = /background-color:(#[0-9a-f]{6})/.exec(button)?.[1] ?? ''
    const textColor = /(?:^|;)color:(#[0-9a-f]{6})/.exec(button)?.[1] ?? ''
    assert.ok(
      contrast(backgroundColor, textColor) >= 4.5,
      `${textColor} on ${backgroundColor} for ${color}`,
    )
    const borderColor = /border:2px solid (#[0-9a-f]{6})/.exec(button)?.[1] ?? ''
    assert.ok(
      contrast(borderColor, '#ffffff') >= 3,
      `the button's edge ${borderColor} on its card for ${color}`,
    )
  }
})

it('limits dark mode colours to dark mode', async () => {
  const [template] = sampleEmails('http://localhost:3000')
  assert.ok(template)
  const { html } = await renderEmail(template, { locale: 'en', timeZone: 'UTC', theme })
  const [, css = ''] = /<style>(.*?)<\/style>/s.exec(html) ?? []
  const outsideDarkMode = css.replaceAll(/@media[^{]+\{(?:[^{}]+\{[^{}]*\})*\}/g, '')
  for (const [, selectors = ''] of outsideDarkMode.matchAll(/([^{}]+)\{[^{}]*color:[^{}]*\}/g))
    for (const selector of selectors.split(','))
      if (selector !== ':root') assert.match(selector.trim(), /^\[data-ogsc\] /)
  assert.match(css, /@media \(prefers-color-scheme: dark\)\{\.paper/)
})

it('loads nothing but pictures of this service, and is small', async () => {
  for (const [kind, { html }] of await renderAll('ja')) {
    assert.doesNotMatch(
      html,
      /<img(?![^>]* src="http:\/\/localhost:3000\/)|url\(|<link|<script|@import/,
      kind,
    )
    assert.ok(Buffer.byteLength(html) < 20_000, `${kind}: ${Buffer.byteLength(html)} bytes`)
  }
})

it('shows a logo only with alternative text', async () => {
  const [template] = sampleEmails('http://localhost:3000')
  assert.ok(template)
  const logo_url = 'https://example.com/logo.png?a=1&b=2'
  const context = { locale: 'en', timeZone: 'UTC', theme: { ...theme, logo_url } }
  const { html } = await renderEmail(template, context)
  assert.match(html, /<img[^>]+alt="Larkfield"/)
})

it('greets by full name with 様 in Japanese, by first name elsewhere, and without a greeting for no name', async () => {
  const [template] = sampleEmails('http://localhost:3000').filter(({ kind }) => kind === 'redeemed')
  assert.ok(template?.kind === 'redeemed')
  const renderPlainText = async (
    locale: string,
    name: { first_name: string; last_name?: string },
  ) => {
    const { last_name: _, ...data } = template.data
    const withName = { ...template, data: { ...data, ...name } }
    return (await renderEmail(withName, { locale, timeZone: 'UTC', theme })).text
  }
  assert.match(
    await renderPlainText('ja', { first_name: '太郎', last_name: '山田' }),
    /^山田 太郎 様\n/,
  )
  assert.match(await renderPlainText('ja', { first_name: '太郎' }), /^太郎 様\n/)
  assert.match(
    await renderPlainText('en', { first_name: 'Ada', last_name: 'Larkin' }),
    /^Hi Ada,\n/,
  )
  assert.match(await renderPlainText('en', { first_name: '', last_name: '' }), /^Thank you\./)
})

it('greets by full name in formal German and Dutch, and by first name in the informal form', async () => {
  const [template] = sampleEmails('http://localhost:3000').filter(({ kind }) => kind === 'redeemed')
  assert.ok(template?.kind === 'redeemed')
  const firstLine = async (locale: string, tone: 'formal' | 'informal' | null) => {
    const { text } = await renderEmail(template, { locale, timeZone: 'UTC', theme, tone })
    return text.split('\n')[0]
  }
  assert.equal(await firstLine('de', null), 'Hallo Ada Larkin,')
  assert.equal(await firstLine('de', 'informal'), 'Hallo Ada,')
  assert.equal(await firstLine('nl', null), 'Hoi Ada,')
  assert.equal(await firstLine('nl', 'formal'), 'Beste Ada Larkin,')
  assert.equal(await firstLine('fr', 'formal'), 'Bonjour Ada,')
})

it('breaks Japanese and Korean lines between words', async () => {
  const [template] = sampleEmails('http://localhost:3000')
  assert.ok(template !== undefined)
  const rule = async (locale: string) => {
    const { html } = await renderEmail(template, { locale, timeZone: 'UTC', theme })
    return /h1,p\{word-break:([\w-]+) !important\}/.exec(html)?.[1]
  }
  assert.deepEqual(
    [await rule('ja'), await rule('ko-KR'), await rule('en')],
    ['auto-phrase', 'keep-all', undefined],
  )
})

it('adds a greeting to the sender’s text, unless that text has one', async () => {
  const [template] = sampleEmails('http://localhost:3000')
  assert.ok(template?.kind === 'invitation')
  const renderPlainText = async (body: string) => {
    const data = { ...template.data, message: { subject: 'For you', body } }
    return (await renderEmail({ ...template, data }, { locale: 'en', timeZone: 'UTC', theme })).text
  }
  assert.match(await renderPlainText('Thank you.'), /^Hi Ada,\n\nThank you\./)
  assert.match(await renderPlainText('Dear Ada,\nthank you.'), /^Dear Ada,\n/)
})

it('says who has a gift for the reader, also below a headline of the campaign', async () => {
  const [template] = sampleEmails('http://localhost:3000')
  assert.ok(template?.kind === 'invitation')
  const render = (headline: string | null) =>
    renderEmail(template, { locale: 'en', timeZone: 'UTC', theme: { ...theme, headline } })
  assert.match((await render(null)).html, /<h1[^>]*>[^<]* has a gift for you<\/h1>/)
  assert.match(
    (await render('Welcome aboard')).html,
    /<h1[^>]*>Welcome aboard<\/h1><p[^>]*>[^<]* has a gift for you<\/p>/,
  )
})

it('shows texts of people in the direction of their characters', async () => {
  const message = { subject: 'هدية', body: 'شكرًا لك.\n\nThank you.' }
  for (const template of sampleEmails('http://localhost:3000')) {
    const { kind } = template
    if (kind !== 'invitation' && kind !== 'thank_you_note') continue
    const data = { ...template.data, message, text: message.body }
    const { html } = await renderEmail({ ...template, data } as typeof template, {
      ...{ locale: 'en', timeZone: 'UTC', theme: { ...theme, headline: 'أهلًا بك' } },
    })
    assert.match(html, /<p[^>]*dir="auto"[^>]*>شكرًا لك\.</, kind)
    assert.match(html, /<p[^>]*dir="auto"[^>]*>Thank you\.</, kind)
    assert.match(html, /<h1[^>]*dir="auto"/, kind)
  }
})

it('fits its width: long words break, and Outlook gets a table of fixed width', async () => {
  for (const [kind, { html }] of await renderAll('en')) {
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

it('shows the button’s URL as text for clients where the button does not work', async () => {
  for (const [kind, { html }] of await renderAll('en')) {
    const [, url = ''] = /<a href="([^"]+)"[^>]*class="wide"/.exec(html) ?? []
    assert.ok(html.includes(`>${url}</a>`), kind)
  }
})

it("names a known problem of the address in the reader's language, and quotes any other reason", async () => {
  const template = sampleEmails('http://localhost:3000').find(
    ({ kind }) => kind === 'shipping_problem',
  )
  assert.ok(template?.kind === 'shipping_problem')
  const render = async (locale: string, reason: string | null) => {
    const { html, text } = await renderEmail(
      { ...template, data: { ...template.data, reason } },
      { locale, timeZone: 'UTC', theme },
    )
    return `${html}\n${text}`
  }
  const japanese = await render('ja', 'Address not found')
  assert.match(japanese, /配送業者がこのご住所を確認できませんでした。/)
  assert.doesNotMatch(japanese, /Address not found/)
  assert.match(await render('de', 'Invalid zip code'), /Die Postleitzahl stimmt nicht/)
  assert.match(await render('ja', 'The carrier is on strike.'), /The carrier is on strike\./)
  assert.doesNotMatch(await render('en', null), /null/)
})

it('formats dates for the country of the address, or else for the region of the service', async () => {
  const [template] = sampleEmails('http://localhost:3000')
  assert.ok(template?.kind === 'invitation')
  const data = { ...template.data, expires_at: '2027-01-26T20:00:00Z' }
  for (const [locale, region, country, expected] of [
    ['en', 'us', undefined, /Tuesday, January 26, 2027/],
    ['en', 'eu', undefined, /Tuesday,? 26 January 2027/],
    ['en', 'eu', 'US', /Tuesday, January 26, 2027/],
    ['en', 'us', 'GB', /Tuesday,? 26 January 2027/],
    ['en-GB', 'us', 'US', /Tuesday,? 26 January 2027/],
    ['en', 'us', 'IN', /Tuesday, 26 January 2027/],
    ['en', 'us', 'BR', /Tuesday,? 26 January 2027/],
    ['de', 'us', 'US', /Dienstag, 26\. Januar 2027/],
    ['ar', 'us', 'LB', /26 كانون الثاني 2027/],
    ['zh', 'us', 'TW', /2027年1月26日/],
  ] as const) {
    const withCountry = { ...template, data: { ...data, ...(country && { country }) } }
    const { text } = await renderEmail(withCountry, { locale, region, timeZone: 'UTC', theme })
    assert.match(text, expected, `${locale} ${region} ${country}`)
  }
})

it('formats amounts as the country of the reader writes them', async () => {
  const template = sampleEmails('http://localhost:3000').find(({ kind }) => kind === 'donated')
  assert.ok(template?.kind === 'donated')
  for (const [locale, country, currency, expected] of [
    ['en', 'US', 'USD', '$1,250.50'],
    ['en', 'GB', 'USD', 'US$1,250.50'],
    ['de', 'DE', 'EUR', '1.250,50 €'],
    ['de', 'AT', 'EUR', '€ 1.250,50'],
    ['de', 'CH', 'CHF', "CHF 1'250.50"],
    ['fr', 'CH', 'CHF', "1'250.50 CHF"],
    ['es', 'MX', 'MXN', '$1,250.50'],
    ['pt', 'BR', 'BRL', 'R$ 1.250,50'],
    ['pt', 'PT', 'EUR', '1250,50 €'],
  ] as const) {
    const donations = [{ charity: 'Larkfield', amount_minor: 125_050, currency }]
    const data = { ...template.data, donations, country }
    const context = { locale, region: 'us', timeZone: 'UTC', theme }
    const { text } = await renderEmail({ ...template, data }, context)
    const plain = text.replaceAll(/[\u00a0\u202f]/g, ' ')
    assert.ok(plain.includes(`* ${expected} `), `${locale}-${country}: ${/^\* .*$/m.exec(plain)}`)
  }
})

it('names the person and the company in From, as each language joins them', async () => {
  const [template] = sampleEmails('http://localhost:3000')
  assert.ok(template?.kind === 'invitation')
  const nameOf = async (locale: string, brandName: string, sender = 'Dana Lee') => {
    const data = { ...template.data, sender: { ...template.data.sender, name: sender } }
    const context = { locale, timeZone: 'UTC', theme, brandName }
    return (await renderEmail({ ...template, data }, context)).from_name
  }
  assert.equal(await nameOf('en', 'Larkfield'), 'Dana Lee at Larkfield')
  assert.equal(await nameOf('fr', 'Orange'), 'Dana Lee d’Orange')
  assert.equal(await nameOf('ja', 'Larkfield'), 'Dana Lee（Larkfield）')
  assert.equal(await nameOf('en', 'Larkfield', 'The Larkfield team'), 'The Larkfield team')
  assert.equal(await nameOf('en', 'A\r\nBcc: x'), 'Dana Lee at A Bcc: x')
  const [user] = sampleEmails('http://localhost:3000').filter(({ kind }) => kind === 'declined')
  assert.ok(user)
  const context = { locale: 'en', timeZone: 'UTC', theme, brandName: 'Larkfield' }
  assert.equal((await renderEmail(user, context)).from_name, undefined)
})
