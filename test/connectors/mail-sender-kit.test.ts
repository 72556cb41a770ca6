import assert from 'node:assert/strict'
import { it } from 'node:test'
import { createSmtpTransport, smtp } from '#connectors/smtp'
import type { MailTransport, OutgoingEmail, SendResult } from '#email'
import { failsMailCheck, type MailOptions, type MailSubject } from '#test/mail-sender-kit'

/* The conformance kit finds each defect that is planted into a correct transport. */

/** The defects that the kit must find, each with the name of the check that finds it. */
// biome-ignore format: read down the columns
const defects = {
  'sends an email twice':                     'sends one email with its headers, to one recipient',
  'drops the address for replies':            'sends one email with its headers, to one recipient',
  'sends to another person too':              'sends one email with its headers, to one recipient',
  'ignores where returned emails go':         'returns emails to the address that it is given',
  'does not sign':                            'signs with the key of the email, and the headers of unsubscription too',
  'retries a refused email':                  'ends an email that is refused, and suppresses only an unknown address',
  'suppresses every refused address':         'ends an email that is refused, and suppresses only an unknown address',
  'gives up when the server defers':          'retries when the server defers, ends the connection, or rejects the sign-in',
  'throws when the connection ends':          'retries when the server defers, ends the connection, or rejects the sign-in',
  'waits without a timeout':                  'ends an email to a server that does not respond',
  'repeats an email by itself':               'sends no second copy within one attempt',
  'ignores the address rules':                'reaches no private address without permission',
  'writes its password into results':         'reveals no credential, and tests without sending',
  'tests with an email':                      'reveals no credential, and tests without sending',
} as const

type Defect = keyof typeof defects

const password = 'a secret password'
const values = ({ port, returnsToSender }: MailOptions) => ({
  ...{ host: '127.0.0.1', port, security: 'none', user: '', password },
  returned_emails: returnsToSender ? 'sender' : 'bestow',
})

function alter(mail: OutgoingEmail, defect: Defect): OutgoingEmail {
  if (defect === 'drops the address for replies') return { ...mail, reply_to: undefined }
  if (defect === 'does not sign') return { ...mail, dkim: undefined }
  return mail
}

function alterResult(result: SendResult, defect: Defect): SendResult {
  if (defect === 'writes its password into results')
    return { ...result, response: `${result.response} ${password}` }
  if (result.isAccepted) return result
  if (defect === 'retries a refused email') return { ...result, isPermanent: false }
  if (defect === 'gives up when the server defers') return { ...result, isPermanent: true }
  if (defect === 'suppresses every refused address') return { ...result, isInvalidAddress: true }
  if (defect === 'throws when the connection ends' && !result.isPermanent)
    throw new Error(result.response)
  return result
}

function openDefective(options: MailOptions, defect: Defect): MailTransport {
  const isUnguarded = defect === 'ignores the address rules'
  const returnsToSender = defect !== 'ignores where returned emails go' && options.returnsToSender
  const transport = isUnguarded
    ? createSmtpTransport({
        url: `smtp://127.0.0.1:${options.port}`,
        tls: 'none',
        maxConnections: 1,
      })
    : smtp.open(values({ ...options, returnsToSender }), options.outbound)
  return {
    ...transport,
    async send(mail, timeoutMs) {
      const limit = defect === 'waits without a timeout' ? 25_000 : timeoutMs
      const altered = alter(mail, defect)
      const result = await transport.send(altered, limit)
      if (defect === 'sends an email twice') await transport.send(altered, limit)
      if (defect === 'sends to another person too')
        await transport.send({ ...altered, to: { name: 'Eve', email: 'eve@example.org' } }, limit)
      if (defect === 'repeats an email by itself' && !result.isAccepted)
        return transport.send(altered, limit)
      return alterResult(result, defect)
    },
  }
}

const createSubject = (defect: Defect): MailSubject => ({
  open: (options) => openDefective(options, defect),
  async test(options) {
    if (defect === 'tests with an email') {
      const transport = smtp.open(values(options), options.outbound)
      await transport.send({ ...testMail, dkim: undefined }, 5_000)
      transport.close()
    }
    return smtp.test(values(options), options.outbound)
  },
  secrets: [password],
})

const testMail: OutgoingEmail = {
  ...{ message_id: '<1@example.com>', subject: 'Test', text: 'Test', html: 'Test', language: 'en' },
  from: { name: 'A', email: 'a@example.com' },
  to: { name: 'B', email: 'b@example.com' },
  envelope_from: 'a@example.com',
  reply_to: undefined,
  unsubscribe_url: undefined,
  date: new Date(),
}

for (const defect of Object.keys(defects) as Defect[])
  it(`finds a transport that ${defect}`, async () => {
    assert.ok(await failsMailCheck(createSubject(defect), defects[defect]))
  })
