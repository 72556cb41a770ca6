import type { EventType } from '../generated/operations.ts'
import { type Check, firstDefect } from './check.ts'

/** The checks that a receiver accepts every valid delivery. */
export const acceptanceChecks: readonly Check[] = [
  {
    id: 'accepts_valid',
    title: 'Accepts a valid delivery of each event',
    why: 'A delivery without a 2xx status is sent again, and given up after five attempts.',
    fix: 'Verify the signature over the raw bytes of the body with the secret of this endpoint, and answer 200.',
    severity: 'failed',
    isPrerequisite: true,
    run: (probe) =>
      firstDefect(
        probe.eventTypes.map((type) => async () => probe.accept(await probe.sign({ type }), type)),
      ),
  },
  {
    id: 'verifies_raw_bytes',
    title: 'Verifies the raw bytes of the body',
    why: 'Parsing and writing JSON again can change bytes: spaces, escapes, the order of members. Then a valid signature does not match.',
    fix: 'Read the body as bytes before any JSON middleware, and compute the signature over these bytes.',
    severity: 'failed',
    run: async (probe) => {
      const text = JSON.stringify(probe.body(), undefined, 1)
      const body = `${text.slice(0, -2)},\n "metadata_of_proof" : {"caf\\u00e9":"\\/", "2":1.0, "1":1e2}\n}\n`
      return probe.accept(await probe.sign({ body }))
    },
  },
  {
    id: 'accepts_unicode',
    title: 'Accepts names in any script',
    why: 'Recipients have names in all scripts, and messages contain emoji.',
    fix: 'Treat the body as UTF-8 bytes. Do not decode it as Latin-1, and do not compute the signature over decoded text.',
    severity: 'failed',
    run: async (probe) => {
      const names = [
        'Łukasz Żółć',
        '山田 太郎',
        'محمد علي',
        'Zoë 👩‍👩‍👧‍👦',
        'ﷺ'.repeat(20),
        'e\u0301\u0302',
      ]
      const body = { ...probe.body(), names_of_proof: names }
      return probe.accept(await probe.sign({ body }))
    },
  },
  {
    id: 'accepts_unknown_members',
    title: 'Accepts members that it does not know',
    why: 'Members are added to payloads without a new version.',
    fix: 'Ignore unknown members. Do not validate the body with a schema that forbids them.',
    severity: 'failed',
    run: async (probe) => {
      const body = { ...probe.body(), added_later: { nested: [null, true, 1.5] }, another: null }
      return probe.accept(await probe.sign({ body }))
    },
  },
  {
    id: 'accepts_unknown_event',
    title: 'Accepts an event type that it does not know',
    why: 'An endpoint can receive new event types. An error status makes the service retry them, and report the endpoint as failing.',
    fix: 'Answer 200 to events that you do not handle.',
    severity: 'failed',
    run: async (probe) =>
      probe.accept(
        await probe.sign({ type: 'gift_request_archived' as EventType, body: probe.body() }),
      ),
  },
  {
    id: 'accepts_large_body',
    title: 'Accepts a body of 90 KB',
    why: 'A gift request can have an offering of 64 KB, a message and metadata.',
    fix: 'Raise the limit for bodies to at least 256 KB.',
    severity: 'failed',
    run: async (probe) =>
      probe.accept(
        await probe.sign({ body: { ...probe.body(), padding_of_proof: 'x'.repeat(90_000) } }),
      ),
  },
  {
    id: 'accepts_lower_case_headers',
    title: 'Reads headers in any case',
    why: 'HTTP headers have no case: proxies and HTTP/2 change it.',
    fix: 'Compare header names without their case.',
    severity: 'failed',
    run: async (probe) => {
      const delivery = await probe.sign()
      const other = await probe.sign()
      const upper = Object.entries(other.headers).map(([name, value]) => [
        name.toUpperCase(),
        value,
      ])
      return firstDefect([
        () => probe.accept(delivery, 'lower case'),
        () => probe.accept({ ...other, headers: Object.fromEntries(upper) }, 'upper case'),
      ])
    },
  },
]
