import type { TestResult } from '#connections'
import type { OutgoingText, SendResult, TextSender } from '#email'
import {
  type OutboundRules,
  RequestFailure,
  sendGuardedRequest,
} from '#platform/http-client/guarded-request'
import { createInbox } from './twilio-inbox.ts'

/** The account at a provider whose HTTP API is that of Twilio. */
export interface TwilioOptions {
  /** The base URL of the API. */
  url: string
  account: string
  token: string
  /** A phone number in E.164, or an alphanumeric sender id, from which the messages come. */
  from: string
  outbound: OutboundRules
  /** The timeout of the test of the connection. */
  timeoutMs?: number
}

const maxResponseBytes = 64 * 1024
const testTimeoutMs = 20_000

/** The error code for a recipient who has replied STOP to the provider. */
const optedOutCode = 21610

/**
 * Creates the sender that sends text messages by `POST /2010-04-01/Accounts/{AccountSid}/Messages.json`,
 * through the address guard. The API has no idempotency key, so a message whose response was lost is sent
 * again.
 */
export const createTwilio = (options: TwilioOptions): TextSender => ({
  concurrency: 5,
  inbox: createInbox(options.token),
  async send({ to, text, status_url }: OutgoingText, timeoutMs: number): Promise<SendResult> {
    const { from } = options
    const body = new URLSearchParams({ To: to, From: from, Body: text, StatusCallback: status_url })
    try {
      const response = await request(options, '/Messages.json', timeoutMs, body)
      return toResult(response.status, response.body)
    } catch (error) {
      if (error instanceof RequestFailure) return rejection(error.code)
      throw error
    }
  },
})

/** Reads the account, which sends no message. */
export async function testTwilio(options: TwilioOptions): Promise<TestResult> {
  const tried = `GET ${accountUrl(options)}.json`
  try {
    const { status, body } = await request(options, '.json', options.timeoutMs ?? testTimeoutMs)
    const ok = status === 200 && readMember(body, 'status') === 'active'
    const state = status === 200 && !ok ? `the account is not active` : `http_${status}`
    return { ok, tried, answer: ok ? 'the account is active' : state }
  } catch (error) {
    if (error instanceof RequestFailure) return { ok: false, tried, answer: error.code }
    throw error
  }
}

const accountUrl = ({ url, account }: TwilioOptions) =>
  `${url.replace(/\/+$/, '')}/2010-04-01/Accounts/${encodeURIComponent(account)}`

const request = (
  options: TwilioOptions,
  path: string,
  timeoutMs: number,
  form?: URLSearchParams,
) => {
  const { account, token, outbound } = options
  return sendGuardedRequest(`${accountUrl(options)}${path}`, {
    ...outbound,
    method: form === undefined ? 'GET' : 'POST',
    headers: {
      accept: 'application/json',
      authorization: `Basic ${Buffer.from(`${account}:${token}`).toString('base64')}`,
      ...(form && { 'content-type': 'application/x-www-form-urlencoded;charset=UTF-8' }),
    },
    ...(form && { body: Buffer.from(form.toString()) }),
    timeoutMs,
    maxBytes: maxResponseBytes,
  })
}

const rejection = (response: string, more: { isPermanent?: true; isOptOut?: boolean } = {}) => ({
  isAccepted: false as const,
  isPermanent: more.isPermanent ?? false,
  isInvalidAddress: more.isOptOut ?? false,
  response,
})

/**
 * Converts a response of the provider to a result. Only a response with the status 400 is about the message
 * itself. Every other failure can end: a wrong token, a paused account, a limit. The result does not contain
 * the provider's text, because the text contains the phone number.
 */
function toResult(status: number, body: Buffer): SendResult {
  if (status >= 200 && status < 300) return { isAccepted: true, response: `http_${status}` }
  const code = readMember(body, 'code')
  const text = `http_${status}${Number.isInteger(code) ? ` error ${code}` : ''}`
  return status === 400
    ? rejection(text, { isPermanent: true, isOptOut: code === optedOutCode })
    : rejection(text)
}

function readMember(body: Buffer, name: string): unknown {
  try {
    return (JSON.parse(body.toString()) as Record<string, unknown> | null)?.[name]
  } catch {
    return undefined
  }
}
