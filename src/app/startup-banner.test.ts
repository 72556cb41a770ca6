import assert from 'node:assert/strict'
import { it } from 'node:test'
import { stripVTControlCharacters } from 'node:util'
import { readConfig } from '#platform/config/config'
import { formatBanner } from './startup-banner.ts'

const banner = (env: Record<string, string> = {}, setupCode?: string) =>
  stripVTControlCharacters(
    formatBanner(
      readConfig({ BESTOW_ORIGIN: 'http://localhost:4000', ...env }),
      undefined,
      setupCode,
    ),
  )

it('the text after a start has the URLs of the web app, the API, the docs and the mailbox', () => {
  const text = banner()
  assert.match(text, /^ *Web +http:\/\/localhost:4000\/$/m)
  assert.match(text, /^ *API +http:\/\/localhost:4000\/api$/m)
  assert.match(text, /^ *Docs +http:\/\/localhost:4000\/docs$/m)
  assert.match(text, /^ *Mailbox +http:\/\/localhost:4000\/mailbox +\(emails are captured here/m)
})

it('the text after a start has no mailbox if a mail server sends the emails', () => {
  const text = banner({
    BESTOW_SMTP_URL: 'smtp://mail.example:587',
    BESTOW_MAIL_FROM: 'Bestow <gifts@example.com>',
  })
  assert.match(text, /^ *Docs +/m)
  assert.doesNotMatch(text, /Mailbox/)
})

it('the text after the first start has the page and the code that create the first account', () => {
  const text = banner({}, 'lark-linden')
  assert.match(text, /^ *Page +http:\/\/localhost:4000\/setup$/m)
  assert.match(text, /^ *Code +lark-linden$/m)
})
