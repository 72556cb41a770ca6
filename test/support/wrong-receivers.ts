import { setTimeout as delay } from 'node:timers/promises'
import {
  ageOf,
  correctReceiver,
  isEqual,
  isGenuine,
  isRecent,
  matches,
  nextReceiverSecret,
  parse,
  type Respond,
  receiverSecret,
  sign,
} from '#test/handler-receiver'

/** Returns a correct receiver, except that it responds to a genuine delivery with `respond`. */
const genuineThen = (respond: Respond): Respond => {
  const correct = correctReceiver()
  return async (delivery) => {
    const status = await correct(delivery)
    return status === 200 ? respond(delivery) : status
  }
}

const knownMembers = [
  'id',
  'reference',
  'status',
  'campaign',
  'redemption_url',
  'web_url',
  'recipient',
  'sender',
  'shipping_address',
  'offering',
  'line_items',
  'email_message',
  'created_at',
  'updated_at',
  'metadata',
]

/** The wrong receivers: how each is wrong, the checks that report the defect, and the receiver. */
export const wrongReceivers: readonly [name: string, checks: readonly string[], () => Respond][] = [
  [
    'accepts everything',
    [
      'rejects_unsigned',
      'rejects_wrong_secret',
      'rejects_changed_body',
      'compares_whole_signature',
      'signs_timestamp',
      'rejects_replay',
      'verifies_before_parsing',
    ],
    () => () => 200,
  ],
  [
    'compares the first eight digits',
    ['compares_whole_signature'],
    () => (delivery) =>
      isRecent(delivery) &&
      matches(delivery, (given, expected) => given.slice(0, 8) === expected.slice(0, 8))
        ? 200
        : 403,
  ],
  [
    'compares as many digits as it gets',
    ['compares_whole_signature'],
    () => (delivery) =>
      isRecent(delivery) &&
      matches(delivery, (given, expected) => given !== '' && expected.startsWith(given))
        ? 200
        : 403,
  ],
  [
    'verifies only signed deliveries',
    ['rejects_unsigned'],
    () => (delivery) => (delivery.signature === '' || isGenuine(delivery) ? 200 : 403),
  ],
  [
    'parses the body before the verification',
    ['verifies_before_parsing'],
    () => {
      const correct = correctReceiver()
      return (delivery) => {
        try {
          parse(delivery)
        } catch {
          return 500
        }
        return correct(delivery)
      }
    },
  ],
  ['ignores the age', ['rejects_replay'], () => (delivery) => (matches(delivery) ? 200 : 403)],
  [
    'accepts timestamps of the future',
    ['rejects_replay'],
    () => (delivery) => (matches(delivery) && ageOf(delivery.timestamp) <= 300 ? 200 : 403),
  ],
  [
    'does not sign the timestamp it checks',
    ['signs_timestamp'],
    () => (delivery) => {
      // accepts a range of seconds around the header, so the header itself is not protected
      const isSigned = Array.from({ length: 21 }, (_, index) =>
        String(Number(delivery.timestamp) - 10 + index),
      ).some((timestamp) => matches({ ...delivery, timestamp }))
      return isSigned && isRecent(delivery) ? 200 : 403
    },
  ],
  [
    'writes the JSON again before the verification',
    ['verifies_raw_bytes', 'rejects_changed_body'],
    () => {
      const correct = correctReceiver()
      return (delivery) => {
        try {
          return correct({ ...delivery, body: Buffer.from(JSON.stringify(parse(delivery))) })
        } catch {
          return 403
        }
      }
    },
  ],
  [
    'reads the body as Latin-1',
    ['accepts_unicode'],
    () => {
      const correct = correctReceiver()
      return (delivery) =>
        correct({ ...delivery, body: Buffer.from(delivery.body.toString('ascii')) })
    },
  ],
  [
    'answers 409 to duplicates',
    ['accepts_duplicates'],
    () => {
      const seen = new Set<unknown>()
      return genuineThen(({ headers }) => {
        const id = headers['service-webhook-event-id']
        if (seen.has(id)) return 409
        seen.add(id)
        return 200
      })
    },
  ],
  [
    'rejects unknown events',
    ['accepts_unknown_event'],
    () =>
      genuineThen(({ headers }) =>
        /_(created|redeemed|dispatched|delivered|cancelled)$/.test(
          String(headers['service-webhook-event-type']),
        )
          ? 200
          : 400,
      ),
  ],
  [
    'rejects unknown members',
    ['accepts_unknown_members'],
    () =>
      genuineThen((delivery) =>
        Object.keys(parse(delivery)).every(
          (name) =>
            /_of_proof/.test(name) ||
            knownMembers.includes(name) ||
            name === 'data' ||
            name === 'included' ||
            name === 'jsonapi',
        )
          ? 200
          : 422,
      ),
  ],
  [
    'requires an order',
    ['accepts_any_order'],
    () => {
      const seen = new Set<unknown>()
      return genuineThen((delivery) => {
        const { id } = parse(delivery)
        const isFirst = !seen.has(id)
        seen.add(id)
        const type = delivery.headers['service-webhook-event-type']
        const isRedeemed = type === 'gift_request_redeemed'
        return isRedeemed && !isFirst ? 409 : 200
      })
    },
  ],
  [
    'reads the age from the body',
    ['accepts_late'],
    () =>
      genuineThen((delivery) => {
        const { created_at } = parse(delivery)
        const createdAt = Date.parse(String(created_at))
        // the examples of the contract are older than the check's delivery, which is twelve hours old
        const isExample = Date.now() - createdAt > 24 * 60 * 60_000
        return !isExample && Date.now() - createdAt > 60 * 60_000 ? 403 : 200
      }),
  ],
  [
    'has a tolerance of one minute',
    ['tolerates_clock_difference'],
    () => (delivery) =>
      isGenuine(delivery) && Math.abs(ageOf(delivery.timestamp)) <= 90 ? 200 : 403,
  ],
  [
    'processes ten deliveries at a time',
    ['accepts_parallel'],
    () => {
      let running = 0
      return genuineThen(async () => {
        if (running >= 10) return 503
        running++
        await delay(50)
        running--
        return 200
      })
    },
  ],
  [
    'limits bodies to 64 KB',
    ['accepts_large_body'],
    () => genuineThen(({ body }) => (body.length > 65_536 ? 413 : 200)),
  ],
  [
    'knows one secret',
    ['accepts_rotation'],
    () =>
      ({ headers, timestamp, body, signature }) =>
        [signature, String(headers['service-webhook-signature-previous'] ?? '')].some((each) =>
          isEqual(each, sign(timestamp, body)),
        ) && Math.abs(ageOf(timestamp)) <= 300
          ? 200
          : 403,
  ],
  [
    'reads one signature',
    ['accepts_previous_signature'],
    () =>
      ({ timestamp, body, signature }) =>
        [receiverSecret, nextReceiverSecret].some((secret) =>
          isEqual(signature, sign(timestamp, body, secret)),
        ) && Math.abs(ageOf(timestamp)) <= 300
          ? 200
          : 403,
  ],
  [
    'requires JSON',
    ['accepts_older_version'],
    () =>
      genuineThen(({ headers }) => (headers['content-type'] === 'application/json' ? 200 : 415)),
  ],
  [
    'answers 500 to forged deliveries',
    ['rejects_with_403'],
    () => (delivery) => (isGenuine(delivery) ? 200 : 500),
  ],
  [
    'blocks a sender after forged deliveries',
    ['accepts_duplicates', 'accepts_any_order', 'still_works'],
    () => {
      let forged = 0
      return (delivery) => {
        if (isGenuine(delivery) && forged < 3) return 200
        forged++
        return 403
      }
    },
  ],
  [
    'works before it answers',
    ['answers_quickly'],
    () =>
      genuineThen(async ({ headers }) => {
        if (headers['service-webhook-event-type'] === 'gift_request_cancelled') await delay(1_500)
        return 200
      }),
  ],
  ['redirects', ['accepts_valid'], () => () => 301],
  ['hangs', ['accepts_valid'], () => () => new Promise<number>(() => {})],
]
