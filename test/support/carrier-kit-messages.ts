import assert from 'node:assert/strict'
import type { ParsedMessage, WebhookInbox } from '#fulfilment'
import type { CarrierCheck, CarrierSubject, CheckContext } from './carrier-subject.ts'

const times = ['2026-05-01T08:00:00Z', '2026-05-02T08:00:00Z', '2026-05-03T08:00:00Z']
const scans = times.map((at, index) => ({ id: String(index + 1), at }))

type Messages = NonNullable<CarrierSubject['messages']>

function open({ carrier, messages }: CheckContext): { inbox: WebhookInbox; messages: Messages } {
  assert.ok(carrier.inbox, 'the carrier has no inbox')
  assert.ok(messages)
  return { inbox: carrier.inbox, messages }
}

const parseSigned = (inbox: WebhookInbox, { sign }: Messages, body: string) =>
  inbox.parse({ headers: sign(body), body: Buffer.from(body) })

function readTracking(parsed: ParsedMessage) {
  assert.ok(parsed.kind === 'tracking', `no tracking: ${JSON.stringify(parsed)}`)
  return parsed.tracking
}

/** The checks of the webhook messages of a carrier. */
export const messageChecks: readonly CarrierCheck[] = [
  {
    name: 'has an inbox that no one can guess',
    needs: 'messages',
    async run(context) {
      const { inbox } = open(context)
      assert.match(inbox.key, /^[A-Za-z0-9_-]{20,100}$/)
      for (const secret of context.secrets ?? []) assert.ok(!inbox.key.includes(secret))
    },
  },
  {
    name: 'rejects messages that are not signed, or altered',
    needs: 'messages',
    async run(context) {
      const { inbox, messages } = open(context)
      const body = messages.write('parcel-1', scans)
      const headers = messages.sign(body)
      const altered = messages.write('parcel-2', scans)
      const broken = Object.fromEntries(
        Object.entries(headers).map(([name, value]) => [
          name,
          String(value).replace(/\w/, (first) => (first === 'a' ? 'b' : 'a')),
        ]),
      )
      for (const forgery of [
        { headers: {}, body: Buffer.from(body) },
        { headers, body: Buffer.from(altered) },
        { headers: broken, body: Buffer.from(body) },
        { headers, body: Buffer.alloc(0) },
      ])
        assert.deepEqual(await inbox.parse(forgery), { kind: 'forged' })
    },
  },
  {
    name: 'reads the scans of a message',
    needs: 'messages',
    async run(context) {
      const { inbox, messages } = open(context)
      const body = messages.write('parcel-1', scans)
      const tracking = readTracking(await parseSigned(inbox, messages, body))
      assert.equal(tracking.carrier_ref, 'parcel-1')
      assert.deepEqual(
        tracking.scans.map(({ occurred_at }) => occurred_at.getTime()).toSorted((a, b) => a - b),
        times.map((at) => Date.parse(at)),
      )
    },
  },
  {
    name: 'names a scan alike in every message that repeats it',
    needs: 'messages',
    async run(context) {
      const { inbox, messages } = open(context)
      const read = async (sent: typeof scans) => {
        const body = messages.write('parcel-1', sent)
        const { scans: found } = readTracking(await parseSigned(inbox, messages, body))
        return found.map(({ message_id, occurred_at }) => `${occurred_at.getTime()} ${message_id}`)
      }
      const all = (await read(scans)).toSorted()
      assert.equal(new Set(all).size, scans.length, 'two scans have one id')
      assert.deepEqual((await read(scans)).toSorted(), all)
      assert.deepEqual((await read(scans.toReversed())).toSorted(), all)
      const [last = ''] = await read(scans.slice(-1))
      assert.ok(all.includes(last), 'a scan has another id without the earlier ones')
    },
  },
  {
    name: 'passes on only scans at real times',
    needs: 'messages',
    async run(context) {
      const { inbox, messages } = open(context)
      for (const at of ['yesterday', '', '2026-02-31T99:99:99Z', '+275760-09-14T00:00:00Z']) {
        const body = messages.write('parcel-1', [{ id: '1', at }])
        const parsed = await parseSigned(inbox, messages, body)
        const found = parsed.kind === 'tracking' ? parsed.tracking.scans : []
        for (const { occurred_at } of found)
          assert.ok(!Number.isNaN(occurred_at.getTime()), `accepts the time ${at}`)
      }
      const body = messages.write('parcel-1', [{ id: '1', at: '9999-12-31T23:59:59Z' }])
      const parsed = await parseSigned(inbox, messages, body)
      assert.ok(['tracking', 'invalid'].includes(parsed.kind))
    },
  },
  {
    name: 'survives a signed message that is no message',
    needs: 'messages',
    async run(context) {
      const { inbox, messages } = open(context)
      for (const body of ['', 'null', '[]', '{}', '"text"', '{"result":null}', 'not JSON']) {
        const { kind } = await parseSigned(inbox, messages, body)
        assert.ok(kind !== 'tracking', `reads ${body}`)
      }
    },
  },
]
