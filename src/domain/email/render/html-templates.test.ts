import assert from 'node:assert/strict'
import { it } from 'node:test'
import { getLocalizer } from '../locales/localizer.ts'
import { buildContent } from '../templates/build-content.ts'
import type { EmailContent } from '../templates/email-content.ts'
import { sampleEmails } from '../templates/sample-emails.ts'
import { renderWithTemplate } from './html-templates.ts'
import { type EmailTheme, renderHtml } from './render-html.ts'

const theme: EmailTheme = {
  color: '#2f6b57',
  logo_url: 'https://example.com/logo.png?a=1&b=2',
  name: 'Larkfield <& "Sons">',
  headline: 'Welcome aboard',
  art_url: 'https://gifts.example.com/pages/wrapping-dots-cream-2f6b57.png',
}

const samples = sampleEmails('https://gifts.example.com')
const contentsIn = (language: string) =>
  samples.map((template) => buildContent(template, getLocalizer(language, 'UTC')))

const base: EmailContent = {
  subject: 'For you',
  preview: 'A gift from Dana',
  heading: 'A gift for you',
  paragraphs: ['One', 'Two'],
  button: { label: 'Open', url: 'https://gifts.example.com/r/1' },
  fallback: 'Or copy this address:',
  notes: ['A note'],
  footer: 'Dana sent this',
}

/** Renders another content of the same shape first, so that the template is cached. */
async function assertEqualBytes(content: EmailContent, language = 'en', other = content) {
  await renderWithTemplate(other, theme, language)
  assert.equal(
    await renderWithTemplate(content, theme, language),
    await renderHtml(content, theme, language),
  )
}

it('renders the bytes of the components for every kind of email in both writing directions', async () => {
  for (const language of ['de', 'ar'])
    for (const content of contentsIn(language)) await assertEqualBytes(content, language)
})

it('fills the texts of each email into the template of its kind', async () => {
  const emails = Array.from({ length: 5 }, (_, number) => ({
    ...base,
    subject: `Subject ${number}`,
    heading: `Heading of ${'x'.repeat(number)}`,
    button: { label: 'Open', url: `https://gifts.example.com/r/${number}?a=1&b=2` },
  }))
  const rendered = await Promise.all(emails.map((each) => renderWithTemplate(each, theme, 'de')))
  for (const [index, html] of rendered.entries())
    assert.equal(html, await renderHtml(emails[index] as EmailContent, theme, 'de'))
})

it('escapes hostile texts like the components', async () => {
  const hostile = [
    '<script>alert(1)</script>',
    `"quotes" & 'apostrophes' &amp; &#x27;`,
    '<!DOCTYPE html><table class="frame"></table></td>',
    '\uE0000\uE001 and \uE000',
    'half of a pair: \ud83c',
    'a NUL \0 character',
    'emoji 🎁 and العربية',
    '{{name}} $& $1 %s',
    ' ',
  ]
  for (const text of hostile)
    for (const content of [
      { ...base, subject: text, heading: text, footer: text, paragraphs: [text, text] },
      { ...base, preview: text, greeting: text, notes: [text] },
      { ...base, message: { text: `${text}\n\n${text}\r\n${text}`, isQuote: false } },
      { ...base, message: { lead: text, text, isQuote: true }, artAlt: text },
      { ...base, photo: { url: `https://gifts.example.com/${text}`, alt: text } },
      { ...base, list: { title: text, items: [{ title: text, text, action: text, url: text }] } },
    ])
      await assertEqualBytes(content, 'en', { ...content, fallback: 'another' })
})

it('renders URLs that the components reject', async () => {
  for (const url of ['javascript:alert(1)', ' javascript:alert(1)', 'data:text/html,x', '', '/r/1'])
    await assertEqualBytes({ ...base, button: { label: 'Open', url }, link: { url, label: url } })
})

it('pads the preview by its own length', async () => {
  for (const length of [0, 1, 5, 6, 7, 100, 149, 150, 151, 400])
    await assertEqualBytes({ ...base, preview: 'x'.repeat(length) }, 'fr', {
      ...base,
      preview: 'y'.repeat(length),
    })
})

it('keeps the lines and paragraphs of messages, and empty texts', async () => {
  for (const text of ['', '\n', 'a\n\n\n\nb', '\r\na\r\n\r\nb\rc', 'a\n \nb', '\n\na'])
    for (const isQuote of [true, false])
      await assertEqualBytes({ ...base, paragraphs: ['', 'x'], message: { text, isQuote } })
})

it('renders pictures of several items, equal and different ones', async () => {
  const item = (name: string) => ({
    text: name,
    image_url: `https://gifts.example.com/${name}.jpg`,
  })
  for (const names of [
    ['a', 'a'],
    ['a', 'b'],
    ['b', 'a', 'b'],
  ])
    await assertEqualBytes({ ...base, list: { items: names.map(item) } })
})
