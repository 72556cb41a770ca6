import type { EventType } from '../generated/operations.ts'
import type { ApiVersion } from '../generated/versions.ts'
import { ago, type Check, firstDefect, hour, minute, otherSecret, withHeaders } from './check.ts'

/**
 * The checks that a receiver works with duplicates, a wrong order, delays, parallel deliveries and rotations.
 */
export const networkChecks: readonly Check[] = [
  {
    id: 'accepts_duplicates',
    title: 'Accepts a delivery that it has already processed',
    why: 'Deliveries arrive at least once. An error status for a duplicate makes the service send it again.',
    fix: 'Store the event id, skip the work for a known id, and answer 200.',
    severity: 'failed',
    run: async (probe) => {
      const eventId = crypto.randomUUID()
      const body = probe.body()
      return firstDefect([
        async () => probe.accept(await probe.sign({ eventId, body }), 'first'),
        async () => probe.accept(await probe.sign({ eventId, body }), 'second'),
        async () => probe.accept(await probe.sign({ eventId, body, sentAt: ago(minute) }), 'third'),
      ])
    },
  },
  {
    id: 'accepts_any_order',
    title: 'Accepts events in any order',
    why: 'Each event is delivered on a schedule of its own: delivered can arrive before redeemed.',
    fix: 'Do not require an earlier event. Read the current state with the API if you need it.',
    severity: 'failed',
    run: async (probe) => {
      const id = crypto.randomUUID()
      const types = [
        'gift_request_delivered',
        'gift_request_redeemed',
        'gift_request_created',
      ] as const
      const bodyOf = (type: EventType) => {
        const body = probe.body(type)
        Object.assign((body.data as object | undefined) ?? body, { id })
        return body
      }
      return firstDefect(
        types.map(
          (type) => async () => probe.accept(await probe.sign({ type, body: bodyOf(type) }), type),
        ),
      )
    },
  },
  {
    id: 'accepts_late',
    title: 'Accepts an event that happened twelve hours ago',
    why: 'A delivery that failed is sent again for hours. Its timestamp is new, and its body is old.',
    fix: 'Check the age of the header with the timestamp, not of members of the body.',
    severity: 'failed',
    run: async (probe) => {
      const body = probe.body('gift_request_delivered')
      const resource = (body.data ?? body) as { attributes?: object }
      const times = {
        created_at: ago(13 * hour).toISOString(),
        updated_at: ago(12 * hour).toISOString(),
      }
      Object.assign(resource.attributes ?? resource, times)
      return probe.accept(await probe.sign({ type: 'gift_request_delivered', body }))
    },
  },
  {
    id: 'tolerates_clock_difference',
    title: 'Accepts a timestamp that is four minutes old',
    why: 'Clocks differ, and networks delay deliveries. The suggested tolerance is five minutes.',
    fix: 'Accept a difference of up to 300 seconds.',
    severity: 'warning',
    run: async (probe) => probe.accept(await probe.sign({ sentAt: ago(4 * minute) })),
  },
  {
    id: 'accepts_parallel',
    title: 'Accepts deliveries in parallel',
    why: 'A large campaign sends many events at the same time.',
    fix: 'Answer first and process later, for example from a queue. Raise the limits on connections and workers.',
    severity: 'failed',
    run: async (probe) => {
      const deliveries = await Promise.all(
        Array.from({ length: probe.parallel }, () => probe.sign()),
      )
      const defects = await probe.acceptAll(deliveries)
      const [first] = defects
      return first === undefined
        ? undefined
        : `${defects.length} of ${probe.parallel} deliveries failed; the first: ${first}`
    },
  },
  {
    id: 'accepts_rotation',
    title: 'Accepts the next secret during a rotation',
    why: 'A receiver that knows both secrets loses no delivery when the endpoint switches to the next one.',
    fix: 'Configure both secrets during a rotation, and accept a signature by either.',
    severity: 'failed',
    skipReason: ({ nextSecret }) =>
      nextSecret === undefined ? 'no next secret was given' : undefined,
    run: (probe) =>
      firstDefect([
        async () =>
          probe.accept(await probe.sign({ secret: probe.nextSecret ?? '' }), 'next secret'),
        async () => probe.accept(await probe.sign(), 'current secret'),
      ]),
  },
  {
    id: 'accepts_previous_signature',
    title: 'Reads the signature by the previous secret',
    why: 'After an immediate rotation, a delivery also has a signature by the previous secret. A receiver that reads it needs no change at that moment.',
    fix: 'Accept a delivery if `Service-Webhook-Signature-Previous` or a signature in `webhook-signature` matches.',
    severity: 'warning',
    run: async (probe) => {
      const delivery = await probe.sign({ secret: otherSecret, previousSecret: probe.secret })
      const ours = await probe.sign({
        body: delivery.body,
        eventId: delivery.headers['webhook-id'],
        sentAt: new Date(Number(delivery.headers['webhook-timestamp']) * 1000),
      })
      const both = `${delivery.headers['webhook-signature']} ${ours.headers['webhook-signature']}`
      return probe.accept(withHeaders(delivery, { 'webhook-signature': both }))
    },
  },
  {
    id: 'accepts_older_version',
    title: 'Accepts the older payload version',
    why: 'Only endpoints with the older version receive it. It is useful to know before a change of the version.',
    fix: 'Read `Service-Webhook-API-Version`, or leave the endpoint at the version that the receiver supports.',
    severity: 'warning',
    run: async (probe) => {
      const version: ApiVersion = probe.version === '2025-10' ? '2026-05' : '2025-10'
      return probe.accept(await probe.sign({ version }), version)
    },
  },
]
