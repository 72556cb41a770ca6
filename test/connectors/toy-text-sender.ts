import type { TestResult } from '#connections'
import type { OutgoingText, SendResult, TextSender } from '#email'
import { RequestFailure, sendGuardedRequest } from '#platform/http-client/guarded-request'
import {
  refusedNumber,
  signTwilio,
  type startFakeTwilio,
  stoppedNumber,
  twilioAccount,
  writeTwilio,
} from '#test/fake-twilio'
import type { TextOptions, TextSubject } from '#test/text-sender-kit'

/** The defects that the kit must find, each with the name of the check that finds it. */
// biome-ignore format: read down the columns
export const textDefects = {
  'sends a message twice':                    'sends one message with its text and its status URL',
  'forgets the status URL':                   'sends one message with its text and its status URL',
  'retries a refused message':                'ends a refused message, and suppresses only a number that has stopped',
  'suppresses every refused number':          'ends a refused message, and suppresses only a number that has stopped',
  'blames the message for a broken service':  'retries after a response that is no answer',
  'throws when a response is lost':           'retries after a response that is no answer',
  'waits without a timeout':                  'ends a request to a service that does not respond',
  'reads without a limit':                    'does not read an endless response',
  'follows redirects':                        'does not follow a redirect',
  'ignores the address rules':                'reaches no private address without permission',
  'quotes the response':                      'reveals no credential, number or text',
  'tests with a message':                     'tests its connection without sending a message',
  'accepts unsigned reports':                 'rejects reports that are not signed, or altered',
  'signs without the URL':                    'rejects reports that are not signed, or altered',
  'takes every reply for a choice':           'reads choices and lost messages, and nothing else',
} as const

export type TextDefect = keyof typeof textDefects

const { account, token, from } = twilioAccount
const authorization = `Basic ${Buffer.from(`${account}:${token}`).toString('base64')}`
const rejected = (response: string, isPermanent = false, isInvalidAddress = false): SendResult => ({
  ...{ isAccepted: false, isPermanent, isInvalidAddress, response },
})

async function request(
  { url, outbound, timeoutMs }: TextOptions,
  defect: TextDefect | undefined,
  form?: URLSearchParams,
): Promise<{ status: number; body: string }> {
  const target = `${url}/2010-04-01/Accounts/${account}${form === undefined ? '' : '/Messages'}.json`
  const headers = { authorization, 'content-type': 'application/x-www-form-urlencoded' }
  const method = form === undefined ? 'GET' : 'POST'
  if (defect === 'follows redirects') {
    const response = await fetch(target, { method, headers, ...(form && { body: form }) })
    return { status: response.status, body: await response.text() }
  }
  const response = await sendGuardedRequest(target, {
    ...(defect === 'ignores the address rules' ? { allowPrivate: true } : outbound),
    ...{ method, headers },
    ...(form && { body: Buffer.from(form.toString()) }),
    timeoutMs: defect === 'waits without a timeout' ? 60_000 : timeoutMs,
    maxBytes: defect === 'reads without a limit' ? 1e9 : 64_000,
  })
  return { status: response.status, body: response.body.toString() }
}

async function send(options: TextOptions, message: OutgoingText, defect?: TextDefect) {
  const form = new URLSearchParams({ To: message.to, From: from, Body: message.text })
  if (defect !== 'forgets the status URL') form.set('StatusCallback', message.status_url)
  try {
    if (defect === 'sends a message twice') await request(options, defect, form)
    const { status, body } = await request(options, defect, form)
    if (status === 201) return { isAccepted: true, response: 'sent' } as const
    const text = defect === 'quotes the response' ? body : `http_${status}`
    if (status !== 400) return rejected(text, defect === 'blames the message for a broken service')
    if (defect === 'retries a refused message') return rejected(text)
    return rejected(text, true, defect === 'suppresses every refused number' || /21610/.test(body))
  } catch (error) {
    if (defect === 'throws when a response is lost') throw error
    return rejected(error instanceof RequestFailure ? error.code : 'failed')
  }
}

async function test(options: TextOptions, defect?: TextDefect): Promise<TestResult> {
  const form = new URLSearchParams({ To: '+4915112345678', From: from, Body: 'A test' })
  const tried = 'GET the account'
  try {
    const isSent = defect === 'tests with a message'
    const { status } = await request(options, defect, isSent ? form : undefined)
    return { ok: status === (isSent ? 201 : 200), tried, answer: `http_${status}` }
  } catch {
    return { ok: false, tried, answer: 'failed' }
  }
}

const createInbox = (defect?: TextDefect): NonNullable<TextSender['inbox']> => ({
  noReply: { type: 'text/plain', body: '' },
  parse({ url, headers, body }) {
    const text = body.toString()
    const signedUrl = defect === 'signs without the URL' ? 'https://x' : url
    const expected = signTwilio(signedUrl, text)['x-twilio-signature']
    const given = headers['x-twilio-signature']
    const isForged =
      given !== expected && (defect !== 'signs without the URL' || given === undefined)
    if (isForged && defect !== 'accepts unsigned reports') return { kind: 'forged' }
    const params = new URLSearchParams(text)
    if (params.has('MessageStatus')) return { kind: 'failed', reason: 'lost' }
    const reply = params.get('Body') ?? ''
    const isStopped = /stop/i.test(reply)
    return isStopped || reply === 'START' || defect === 'takes every reply for a choice'
      ? { kind: 'choice', phone: params.get('From') ?? '', isStopped }
      : { kind: 'other' }
  },
})

/** Creates a text sender with at most one defect. */
export const createToyTextSubject = (
  service: Awaited<ReturnType<typeof startFakeTwilio>>,
  defect?: TextDefect,
): TextSubject => ({
  open: (options) => ({
    concurrency: 1,
    inbox: createInbox(defect),
    send: (message, timeoutMs) => send({ ...options, timeoutMs }, message, defect),
  }),
  test: (options) => test(options, defect),
  service: {
    url: service.url,
    sent: service.sent,
    refused: refusedNumber,
    stopped: stoppedNumber,
  },
  secrets: [token],
  inbox: { write: writeTwilio, sign: signTwilio },
})
