import type { TextInbox, TextReport } from '#email'
import { hasValidSignature } from './twilio-signature.ts'

/**
 * The words in the list of Twilio that stop text messages. The second pattern has the words that allow text
 * messages again.
 */
const stopWords = /^(stop|stopall|unsubscribe|cancel|end|quit|optout|revoke) ?[.!]?$/i
const startWords = /^(start|unstop) ?[.!]?$/i

/** The statuses of a message that did not arrive. */
const failedStatuses: ReadonlySet<string> = new Set(['failed', 'undelivered', 'canceled'])

/** Reads status callbacks, and replies such as STOP. Each request must have a valid signature. */
export const createInbox = (token: string): TextInbox => ({
  noReply: {
    type: 'text/xml; charset=utf-8',
    body: '<?xml version="1.0" encoding="UTF-8"?><Response/>',
  },
  parse({ url, headers, body }) {
    const params = new URLSearchParams(body.toString())
    const signature = headers['x-twilio-signature']
    return typeof signature === 'string' && hasValidSignature(token, url, params, signature)
      ? toReport(params)
      : { kind: 'forged' }
  },
})

function toReport(params: URLSearchParams): TextReport {
  const status = params.get('MessageStatus')
  if (status !== null) return toStatus(status, params.get('ErrorCode') ?? '')
  const isStopped = readChoice(params)
  const phone = params.get('From') ?? ''
  return isStopped === undefined ? { kind: 'other' } : { kind: 'choice', phone, isStopped }
}

const toStatus = (status: string, error: string): TextReport =>
  failedStatuses.has(status)
    ? { kind: 'failed', reason: /^\d{1,6}$/.test(error) ? `${status}, error ${error}` : status }
    : { kind: 'other' }

/**
 * Reads the choice of a recipient from a reply. Returns true for STOP, false for START, and undefined for any
 * other reply.
 */
function readChoice(params: URLSearchParams): boolean | undefined {
  const type = params.get('OptOutType')
  const body = (params.get('Body') ?? '').trim().replace(/\s+/g, ' ')
  if (type === 'STOP' || stopWords.test(body)) return true
  return type === 'START' || startWords.test(body) ? false : undefined
}
