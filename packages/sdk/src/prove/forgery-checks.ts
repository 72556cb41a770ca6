import type { TestDelivery } from '../testing.ts'
import { ago, type Check, firstDefect, minute, otherSecret, withHeaders } from './check.ts'

/** The checks that a receiver rejects every forged delivery. */
export const forgeryChecks: readonly Check[] = [
  {
    id: 'rejects_unsigned',
    title: 'Rejects a delivery without a signature',
    why: 'Without verification, anyone who knows the URL can send events.',
    fix: 'Answer 403 if the signature is missing or empty.',
    severity: 'failed',
    run: async (probe) => {
      const delivery = await probe.sign()
      const names = ['service-webhook-signature', 'webhook-signature']
      const without = (value: string | undefined) =>
        withHeaders(delivery, Object.fromEntries(names.map((name) => [name, value])))
      return firstDefect([
        () => probe.reject(without(undefined), 'no header'),
        () => probe.reject(without(''), 'an empty header'),
      ])
    },
  },
  {
    id: 'rejects_wrong_secret',
    title: 'Rejects a delivery signed with another secret',
    why: 'A signature of another endpoint must not be valid for yours.',
    fix: 'Compute the HMAC-SHA256 of `{timestamp}.{body}` with your secret, and compare it with the header.',
    severity: 'failed',
    run: async (probe) => probe.reject(await probe.sign({ secret: otherSecret })),
  },
  {
    id: 'rejects_changed_body',
    title: 'Rejects a body with one changed byte',
    why: 'The signature protects the body only if every byte counts.',
    fix: 'Compute the signature over the whole body, not over an id or a part of it.',
    severity: 'failed',
    run: async (probe) => {
      const delivery = await probe.sign()
      const { body } = delivery
      // The changed body is still JSON, so only the signature can be the reason to reject it.
      const changed = body.replace(/"id":"(.)/, (_, digit) => `"id":"${digit === '0' ? '1' : '0'}`)
      return firstDefect([
        () => probe.reject({ ...delivery, body: changed }, 'in an id'),
        () => probe.reject({ ...delivery, body: `${body} ` }, 'at the end'),
      ])
    },
  },
  {
    id: 'compares_whole_signature',
    title: 'Compares the whole signature',
    why: 'A comparison of a part of the signature can be passed by trying values.',
    fix: 'Compare all 64 hexadecimal digits in constant time, after a check of the length.',
    severity: 'failed',
    run: async (probe) => {
      const delivery = await probe.sign()
      const flip = (text: string, from: number) =>
        text.slice(0, from) +
        [...text.slice(from)].map((each) => (each === 'a' ? 'b' : 'a')).join('')
      const flipStart = (text: string) =>
        [...text.slice(0, -8)].map((each) => (each === 'a' ? 'b' : 'a')).join('') + text.slice(-8)
      return firstDefect([
        () =>
          probe.reject(
            withSignatures(
              delivery,
              (hex) => flip(hex, 8),
              (text) => flip(text, 6),
            ),
            'only the first digits are right',
          ),
        () =>
          probe.reject(
            withSignatures(delivery, flipStart, flipStart),
            'only the last digits are right',
          ),
        () =>
          probe.reject(
            withSignatures(
              delivery,
              (hex) => hex.slice(0, 32),
              (text) => text.slice(0, 20),
            ),
            'the second half is missing',
          ),
      ])
    },
  },
  {
    id: 'signs_timestamp',
    title: 'Rejects a changed timestamp',
    why: 'If the timestamp is not part of the signed text, an old delivery can be sent again with a new timestamp.',
    fix: 'Sign `{timestamp}.{body}`, with the timestamp exactly as in the header.',
    severity: 'failed',
    run: async (probe) => {
      const delivery = await probe.sign()
      const later = String(Number(delivery.headers['service-webhook-dispatch-timestamp']) - 7)
      const names = ['service-webhook-dispatch-timestamp', 'webhook-timestamp']
      return probe.reject(
        withHeaders(delivery, Object.fromEntries(names.map((name) => [name, later]))),
      )
    },
  },
  {
    id: 'rejects_replay',
    title: 'Rejects a replay after six minutes',
    why: 'A delivery that was recorded on its way stays valid for ever without a limit on its age.',
    fix: 'After the signature matches, reject a timestamp that differs from your clock by more than 300 seconds, in either direction.',
    severity: 'failed',
    run: (probe) =>
      firstDefect([
        async () => probe.reject(await probe.sign({ sentAt: ago(6 * minute) }), 'six minutes ago'),
        async () =>
          probe.reject(await probe.sign({ sentAt: ago(-6 * minute) }), 'six minutes ahead'),
      ]),
  },
  {
    id: 'verifies_before_parsing',
    title: 'Verifies the signature before it parses the body',
    why: 'A parser that reads unverified bytes can be attacked, and an error in it looks like a failure of your server.',
    fix: 'Verify first, then parse. Answer 403 to a forged delivery, whatever its body contains.',
    severity: 'failed',
    run: async (probe) => {
      const forge = (body: object | string) => probe.sign({ secret: otherSecret, body })
      const { status: expected } = await probe.send(await forge(probe.body()))
      const forgedText = await forge('{"id": ')
      const { status } = await probe.send(forgedText)
      return status === expected
        ? probe.reject(forgedText)
        : `a forged body that is not JSON gets ${status ?? 'no response'}, other forged deliveries get ${expected ?? 'none'}`
    },
  },
]

/** Returns the delivery after a change to both of its signatures. */
function withSignatures(
  delivery: TestDelivery,
  changeHex: (hex: string) => string,
  changeBase64: (base64: string) => string,
): TestDelivery {
  const { headers } = delivery
  const hex = headers['service-webhook-signature'] ?? ''
  const base64 = (headers['webhook-signature'] ?? '').replace(/^v1,/, '')
  return withHeaders(delivery, {
    'service-webhook-signature': changeHex(hex),
    'webhook-signature': `v1,${changeBase64(base64)}`,
  })
}
