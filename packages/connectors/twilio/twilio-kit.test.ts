import assert from 'node:assert/strict'
import { after, it } from 'node:test'
import { testConnector } from '#test/connector-kit'
import {
  refusedNumber,
  signTwilio,
  startFakeTwilio,
  stoppedNumber,
  twilioAccount,
  writeTwilio,
} from '#test/fake-twilio'
import { testTextSender } from '#test/text-sender-kit'
import { twilio } from './index.ts'
import { createTwilio, testTwilio } from './twilio.ts'

const service = await startFakeTwilio()
after(() => service.close())

testConnector(twilio)
testTextSender('Twilio', {
  open: (options) => createTwilio({ ...twilioAccount, ...options }),
  test: (options) => testTwilio({ ...twilioAccount, ...options }),
  service: {
    url: service.url,
    sent: service.sent,
    refused: refusedNumber,
    stopped: stoppedNumber,
  },
  secrets: [twilioAccount.token],
  inbox: { write: writeTwilio, sign: signTwilio },
})

it('reads a reply that is nearly a stop word without delay', () => {
  const { inbox } = createTwilio({
    ...twilioAccount,
    url: service.url,
    outbound: { allowPrivate: true },
  })
  const url = 'https://gifts.example.com/sms/inbound'
  const body = new URLSearchParams({ From: '+4915100000000', Body: `stop${' '.repeat(60_000)}x` })
  const startedAt = performance.now()
  const message = { url, headers: signTwilio(url, `${body}`), body: Buffer.from(`${body}`) }
  assert.deepEqual(inbox?.parse(message), { kind: 'other' })
  assert.ok(performance.now() - startedAt < 1_000, 'it blocked the process')
})
