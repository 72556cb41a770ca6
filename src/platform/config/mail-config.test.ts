import assert from 'node:assert/strict'
import { it } from 'node:test'
import { type Config, ConfigError, readConfig } from './config.ts'

const smtp = {
  BESTOW_SMTP_URL: 'smtp://user:p%40ss@smtp.example.com:587',
  BESTOW_MAIL_FROM: 'Larkfield Gifts <gifts@example.com>',
}
const production = {
  BESTOW_STAGE: 'production',
  BESTOW_ORIGIN: 'https://gifts.example.com',
  BESTOW_TRUSTED_PROXIES: '10.0.0.1',
}
const read = (env: Record<string, string>): Config['mail'] => readConfig(env).mail

it('captures email in staging, where the mailbox page shows it to everyone', () => {
  const mail = read({})
  assert.equal(mail.smtp, undefined)
  assert.equal(mail.isMailboxOpen, true)
  assert.deepEqual(mail.from, { name: 'Bestow', email: 'gifts@localhost' })
})

it('closes the mailbox when an SMTP server is set, unless BESTOW_MAILBOX opens it', () => {
  assert.equal(read(smtp).isMailboxOpen, false)
  assert.equal(read({ ...smtp, BESTOW_MAILBOX: 'true' }).isMailboxOpen, true)
  assert.equal(read(production).isMailboxOpen, false)
  assert.throws(() => read({ ...production, BESTOW_MAILBOX: 'true' }), ConfigError)
})

it('opens the mailbox by default only when the service listens on loopback', () => {
  for (const host of ['127.0.0.1', '::1', 'localhost'])
    assert.equal(read({ BESTOW_HOST: host }).isMailboxOpen, true, host)
  for (const host of ['0.0.0.0', '::', '192.168.1.5', 'bestow.internal']) {
    assert.equal(read({ BESTOW_HOST: host }).isMailboxOpen, false, host)
    assert.equal(read({ BESTOW_HOST: host, BESTOW_MAILBOX: 'true' }).isMailboxOpen, true, host)
  }
  const { warnings } = readConfig({ BESTOW_HOST: '0.0.0.0', BESTOW_MAILBOX: 'true' })
  assert.match(
    warnings.join(),
    /BESTOW_MAILBOX is true on an address that other machines can reach/,
  )
})

it('requires TLS in production, and derives the sender address', () => {
  assert.equal(read(smtp).smtp?.tls, 'offered')
  const mail = read({ ...smtp, ...production })
  assert.equal(mail.smtp?.tls, 'required')
  assert.deepEqual(mail.from, { name: 'Larkfield Gifts', email: 'gifts@example.com' })
  assert.throws(() => read({ BESTOW_SMTP_URL: smtp.BESTOW_SMTP_URL }), /BESTOW_MAIL_FROM/)
})

it('warns when emails cannot be sent', () => {
  assert.match(readConfig(production).warnings.join('\n'), /BESTOW_SMTP_URL is not set/)
  assert.deepEqual(readConfig({ ...production, ...smtp }).warnings, [])
})

it('rejects ambiguous addresses, and never prints a password', () => {
  for (const from of ['a@b.c, d@e.f', 'x <a@b.c>, <d@e.f>', 'no address', 'A\nBcc: b <a@b.c>'])
    assert.throws(() => read({ ...smtp, BESTOW_MAIL_FROM: from }), ConfigError, from)
  for (const address of ['bounces+x@example.com', 'a-name-that-is-much-too-long@example.com'])
    assert.throws(() => read({ ...smtp, BESTOW_BOUNCE_ADDRESS: address }), ConfigError, address)
  assert.throws(
    () => read({ ...smtp, BESTOW_SMTP_URL: 'http://user:hunter2@example.com' }),
    (error: Error) => error instanceof ConfigError && !error.message.includes('hunter2'),
  )
})

it('needs account, token, sender and countries of a provider of text messages together', () => {
  const sms = {
    BESTOW_SMS_ACCOUNT: 'AC0123456789abcdef0123456789abcdef',
    BESTOW_SMS_TOKEN: 'hunter2-hunter2',
    BESTOW_SMS_FROM: '+4915735990000',
    BESTOW_SMS_COUNTRIES: 'de, AT',
  }
  assert.equal(readConfig({}).mail.sms, undefined)
  assert.deepEqual(readConfig(sms).mail.sms, {
    url: 'https://api.twilio.com',
    account: sms.BESTOW_SMS_ACCOUNT,
    token: sms.BESTOW_SMS_TOKEN,
    from: sms.BESTOW_SMS_FROM,
    countries: ['DE', 'AT'],
    maxPerDay: 500,
  })
  for (const name of Object.keys(sms))
    assert.throws(
      () => readConfig({ ...sms, [name]: undefined }),
      (error: Error) => error.message.includes(name) && !error.message.includes('hunter2'),
    )
  for (const from of ['015112345678', 'A name that is too long', '+4 9'])
    assert.throws(() => readConfig({ ...sms, BESTOW_SMS_FROM: from }), ConfigError, from)
  for (const countries of ['', 'DE,', 'Germany', '49', 'XX', 'DE;AT'])
    assert.throws(
      () => readConfig({ ...sms, BESTOW_SMS_COUNTRIES: countries }),
      ConfigError,
      countries,
    )
})
