import assert from 'node:assert/strict'
import { networkInterfaces } from 'node:os'
import { it } from 'node:test'
import { stripVTControlCharacters } from 'node:util'
import { readConfig } from '#platform/config/config'
import type { DemoCredentials } from './demo-account.ts'
import { formatBanner } from './startup-banner.ts'

const banner = (
  env: Record<string, string> = {},
  setupCode?: string,
  demo?: DemoCredentials,
): string =>
  stripVTControlCharacters(
    formatBanner(readConfig({ BESTOW_ORIGIN: 'http://localhost:4000', ...env }), demo, setupCode),
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

const demo: DemoCredentials = {
  email: 'dana.lee@larkfield.example',
  password: 'a password',
  token: 'a token',
  account_id: 'an account',
  campaign_id: 'a campaign',
  signing_secret: 'a secret',
  endpoint_url: 'http://localhost:4000/webhooks',
}

it('the text after a start says how to open a gift on a phone, unless the network has access already', (t) => {
  const inNetwork = { BESTOW_HOST: '0.0.0.0', BESTOW_ORIGIN: 'http://192.0.2.2:4000' }
  assert.doesNotMatch(banner(inNetwork, undefined, demo), /On a phone/)
  assert.match(banner({}, undefined, demo), /\(see them arrive: npm run receiver\)$/m)
  const addresses = Object.values(networkInterfaces()).flat()
  if (!addresses.some((each) => each?.family === 'IPv4' && !each.internal))
    return t.skip('this machine is in no network')
  assert.match(
    banner({}, undefined, demo),
    /^ *On a phone +BESTOW_HOST=0\.0\.0\.0 BESTOW_ORIGIN=http:\/\/[\d.]+:3000 npm start$/m,
  )
  assert.match(banner({ PORT: '3100' }, undefined, demo), /^ *On a phone +PORT=3100 BESTOW_HOST/m)
})

it('the text after a start says why there is no mailbox in a network', () => {
  const text = banner({ BESTOW_HOST: '0.0.0.0' })
  assert.match(text, /^ *Mailbox +closed: BESTOW_MAILBOX=true opens it/m)
})
