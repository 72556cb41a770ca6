import {
  type OutboundRules,
  RequestFailure,
  sendGuardedRequest,
} from '#platform/http-client/guarded-request'
import type { SendResult } from '#platform/lib/smtp'
import type { OutgoingSms, SmsTransport } from './sms-transport.ts'

/** The account at a provider whose HTTP API is that of Twilio. */
export interface TwilioAccount {
  /** The base URL of the API. */
  url: string
  account: string
  token: string
  /** A phone number in E.164, or an alphanumeric sender id, from which the messages come. */
  from: string
}

const maxResponseBytes = 64 * 1024
const maxErrorLength = 200

/** The error code for a recipient who has replied STOP to the provider. */
const optedOutCode = 21610

/**
 * Creates the transport that sends text messages by `POST /2010-04-01/Accounts/{AccountSid}/Messages.json`,
 * through the address guard. The API has no idempotency key, so a message whose response was lost is sent
 * again.
 */
export const createTwilioTransport = (
  { url, account, token, from }: TwilioAccount,
  rules: OutboundRules,
): SmsTransport => ({
  concurrency: 5,
  async send({ to, text, status_url }: OutgoingSms, timeoutMs: number): Promise<SendResult> {
    const body = new URLSearchParams({ To: to, From: from, Body: text, StatusCallback: status_url })
    try {
      const response = await sendGuardedRequest(
        `${url.replace(/\/+$/, '')}/2010-04-01/Accounts/${encodeURIComponent(account)}/Messages.json`,
        {
          ...rules,
          method: 'POST',
          headers: {
            accept: 'application/json',
            authorization: `Basic ${Buffer.from(`${account}:${token}`).toString('base64')}`,
            'content-type': 'application/x-www-form-urlencoded;charset=UTF-8',
          },
          body: Buffer.from(body.toString()),
          timeoutMs,
          maxBytes: maxResponseBytes,
        },
      )
      return toResult(response.status, response.body)
    } catch (error) {
      if (error instanceof RequestFailure) return rejection(error.code)
      throw error
    }
  },
})

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
  const code = parseErrorCode(body)
  const text = `http_${status}${code === undefined ? '' : ` error ${code}`}`.slice(
    0,
    maxErrorLength,
  )
  return status === 400
    ? rejection(text, { isPermanent: true, isOptOut: code === optedOutCode })
    : rejection(text)
}

function parseErrorCode(body: Buffer): number | undefined {
  try {
    const { code } = JSON.parse(body.toString()) as { code?: unknown }
    return Number.isInteger(code) ? (code as number) : undefined
  } catch {
    return undefined
  }
}
