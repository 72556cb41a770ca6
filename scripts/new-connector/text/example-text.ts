import { createHmac, timingSafeEqual } from 'node:crypto'
import type { TestResult } from '#connections'
import type { SendResult, TextReport, TextSender } from '#email'
import {
  type OutboundRules,
  RequestFailure,
  sendGuardedRequest,
} from '#platform/http-client/guarded-request'

interface Options {
  token: string
  webhook_secret: string
  /** The number from which the messages come. */
  from: string
  outbound: OutboundRules
  /** The base URL of the API. The tests use another one. */
  url?: string
  /** The timeout of the test of the connection. */
  timeoutMs?: number
}

const testTimeoutMs = 20_000
const maxResponseBytes = 64 * 1024

/** Creates the text sender. docs/connectors/text-senders.md has the contract. */
export const createExampleText = (options: Options): TextSender => ({
  concurrency: 5,
  inbox: {
    noReply: { type: 'application/json', body: '{}' },
    parse: ({ url, headers, body }) =>
      isSigned(`${url}\n${body}`, headers['x-signature'], options.webhook_secret)
        ? toReport(readObject(body))
        : { kind: 'forged' },
  },
  async send({ to, text, status_url }, timeoutMs) {
    const message = { to, from: options.from, text, status_url }
    try {
      const { status, body } = await request(options, 'POST', '/messages', timeoutMs, message)
      return toResult(status, body)
    } catch (error) {
      if (error instanceof RequestFailure) return rejection(error.code)
      throw error
    }
  },
})

/** Reads the account, which sends no message. */
export async function testExampleText(options: Options): Promise<TestResult> {
  const tried = 'GET /account'
  try {
    const timeoutMs = options.timeoutMs ?? testTimeoutMs
    const { status } = await request(options, 'GET', '/account', timeoutMs)
    return { ok: status === 200, tried, answer: `http_${status}` }
  } catch (error) {
    if (error instanceof RequestFailure) return { ok: false, tried, answer: error.code }
    throw error
  }
}

function request(
  { url = 'https://api.example.com/v1', token, outbound }: Options,
  method: 'GET' | 'POST',
  path: string,
  timeoutMs: number,
  message?: object,
) {
  return sendGuardedRequest(`${url}${path}`, {
    ...outbound,
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(message && { body: Buffer.from(JSON.stringify(message)) }),
    timeoutMs,
    maxBytes: maxResponseBytes,
  })
}

const rejection = (
  response: string,
  isPermanent = false,
  isInvalidAddress = false,
): SendResult => ({
  isAccepted: false,
  isPermanent,
  isInvalidAddress,
  response,
})

/**
 * Converts a response. Only the status 422 is about the message itself. The result does not quote the service, whose
 * text could contain the number.
 */
function toResult(status: number, body: Buffer): SendResult {
  if (status >= 200 && status < 300) return { isAccepted: true, response: `http_${status}` }
  if (status !== 422) return rejection(`http_${status}`)
  return rejection(`http_${status}`, true, readObject(body).error === 'opted_out')
}

function isSigned(text: string, signature: string | string[] | undefined, secret: string): boolean {
  const expected = createHmac('sha256', secret).update(text).digest()
  const given = Buffer.from(typeof signature === 'string' ? signature : '', 'base64')
  return given.length === expected.length && timingSafeEqual(given, expected)
}

function toReport({ event, from, text }: Record<string, unknown>): TextReport {
  if (event === 'failed') return { kind: 'failed', reason: 'failed' }
  const word = String(text ?? '')
    .trim()
    .toLowerCase()
  if (event !== 'reply' || typeof from !== 'string' || !/^(stop|start)$/.test(word))
    return { kind: 'other' }
  return { kind: 'choice', phone: from, isStopped: word === 'stop' }
}

function readObject(body: Buffer): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(body.toString())
    return typeof value === 'object' && value !== null ? { ...value } : {}
  } catch {
    return {}
  }
}
