import { eventTypes } from '#contract'
import {
  type Case,
  created,
  delivery,
  exampleBody,
  forged,
  genuine,
  headers,
  headersOf,
  now,
  other,
  rejected,
  secret,
  signature,
  standard,
  statusOf,
} from './delivery-case.ts'

export function genuineDeliveries(): Case[] {
  const examples = (['2026-05', '2025-10'] as const).flatMap((version) =>
    eventTypes.map((type) =>
      delivery(
        `${type} in ${version}`,
        { body: exampleBody(version, type), type, version },
        {
          versions: ['2026-05', '2025-10'],
          expected: { ...genuine, type, version, status: statusOf(type) },
        },
      ),
    ),
  )
  const upper = Object.entries(headers).map(([name, value]) => [name.toUpperCase(), value])
  const unicode = '{"status":"submitted","name":"Zoë 李 🎁 \\u2028 e\u0301"}'
  return [
    ...examples,
    delivery('unicode in the body', { body: unicode }),
    delivery('whitespace and line breaks in the body', {
      body: '{\r\n "status" : "submitted"\n}\n',
    }),
    delivery('header names in upper case', {}, { headers: Object.fromEntries(upper) }),
    delivery(
      'signature in upper case',
      {},
      {
        headers: { ...headers, 'service-webhook-signature': signature.toUpperCase() },
      },
    ),
    delivery(
      'an event type of a later version',
      { type: 'gift_request_painted' },
      {
        expected: { ...genuine, type: 'gift_request_painted' },
      },
    ),
    delivery(
      'no headers for type and version',
      {},
      {
        headers: Object.fromEntries(
          Object.entries(headers).filter(([name]) => !/event-type|api-version/.test(name)),
        ),
      },
    ),
    delivery('only the headers of Standard Webhooks', {}, { headers: standard }),
    delivery(
      'several signatures of Standard Webhooks',
      {},
      {
        headers: {
          ...standard,
          'webhook-signature': `v1,AAAA v2,x ${standard['webhook-signature']}`,
        },
      },
    ),
  ]
}

export function rotations(): Case[] {
  const rotated = {
    ...headersOf({ ...created, secret: other }),
    'service-webhook-signature-previous': signature,
  }
  return [
    delivery('rotated, receiver with the old secret', {}, { headers: rotated }),
    delivery('rotated, receiver with the new secret', {}, { headers: rotated, secrets: [other] }),
    delivery('receiver with both secrets', {}, { secrets: [other, secret] }),
    delivery(
      'rotated, previous signature is forged',
      {},
      {
        headers: { ...rotated, 'service-webhook-signature-previous': '0'.repeat(64) },
        ...forged,
      },
    ),
  ]
}

export function staleDeliveries(): Case[] {
  const at = (seconds: number) => String(now + seconds)
  const sentAt = (seconds: number) => ({ expected: { ...genuine, sent_at: now + seconds } })
  return [
    delivery('300 seconds old', { timestamp: at(-300) }, sentAt(-300)),
    delivery('301 seconds old', { timestamp: at(-301) }, rejected('stale')),
    delivery('300 seconds ahead', { timestamp: at(300) }, sentAt(300)),
    delivery('301 seconds ahead', { timestamp: at(301) }, rejected('stale')),
    delivery(
      'an hour old, with a larger tolerance',
      { timestamp: at(-3600) },
      {
        tolerance: 7200,
        ...sentAt(-3600),
      },
    ),
    delivery('an hour old and forged', { timestamp: at(-3600), secret: other }, forged),
    ...[
      'yesterday',
      '1780000000.5',
      ' 1780000000',
      '1.78e9',
      '٢٣',
      '-1780000000',
      '9'.repeat(30),
    ].map((timestamp) =>
      delivery(`signed timestamp '${timestamp}'`, { timestamp }, rejected('stale')),
    ),
    delivery(
      'a timestamp that was renewed',
      { timestamp: at(-3600) },
      {
        headers: {
          ...headersOf({ ...created, timestamp: at(-3600) }),
          'service-webhook-dispatch-timestamp': at(0),
        },
        ...forged,
      },
    ),
  ]
}
