import assert from 'node:assert/strict'
import { generateKeyPairSync, sign } from 'node:crypto'
import { describe, it } from 'node:test'
import { type ApiVersion, type GiftRequest, isBestowError, webhooks } from '#sdk'
import { type DeliveryOptions, fixtures, signedDelivery } from '#sdk/testing'

const secret = 'svc-whsec-aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa'
const other = 'svc-whsec-bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb'
const signWebhook = (more: Partial<DeliveryOptions> = {}) => signedDelivery({ secret, ...more })

/** Returns the error of a delivery. The delivery must be rejected. */
async function rejectionReason(
  body: webhooks.RawBody,
  headers: webhooks.WebhookHeaders,
  options: Partial<webhooks.ConstructEventOptions> = {},
): Promise<webhooks.WebhookError> {
  try {
    await webhooks.constructEvent(body, headers, { secrets: secret, ...options })
  } catch (error) {
    assert.ok(error instanceof webhooks.WebhookError && isBestowError(error), String(error))
    return error
  }
  throw new Error('the delivery was accepted')
}

describe('a genuine delivery', () => {
  it('has one of five event types, each with its status', async () => {
    for (const type of webhooks.eventTypes) {
      const signedAt = Date.now()
      const { body, headers } = await signWebhook({ type, eventId: 'e71c' })
      const event = await webhooks.constructEvent(body, headers, { secrets: secret })
      assert.deepEqual([event.id, event.type, event.version], ['e71c', type, '2026-05'])
      assert.deepEqual(event.data, fixtures['2026-05'][type])
      const sentAt = event.sentAt.getTime()
      assert.ok(sentAt > signedAt - 1_000 && sentAt <= Date.now(), 'whole seconds')
    }
  })

  it('has a type that narrows', async () => {
    const { body, headers } = await signWebhook({ type: 'gift_request_delivered' })
    const event = await webhooks.constructEvent(body, headers, { secrets: secret })
    switch (event.type) {
      case 'gift_request_delivered': {
        const status: 'delivered' = event.data.status
        const gift: GiftRequest = event.data
        assert.equal(gift.status, status)
        break
      }
      case 'gift_request_created': {
        const status: 'submitted' = event.data.status
        assert.fail(status)
      }
    }
    // @ts-expect-error there is no such event
    const eaten: typeof event.type = 'gift_request_eaten'
    assert.notEqual(event.type, eaten)
  })

  it('is about what needs attention if the endpoint receives that', async () => {
    for (const version of ['2026-05', '2025-10'] as const) {
      const { body, headers } = await signWebhook({ type: 'attention.backordered', version })
      const options = { secrets: secret, versions: [version], attention: true } as const
      const event = await webhooks.constructEvent(body, headers, options)
      if (event.type !== 'attention.backordered') assert.fail(event.type)
      const item = event.version === '2026-05' ? event.data : event.data.data.attributes
      assert.equal(item.cause, 'out_of_stock')
      const wrong = { ...headers, 'service-webhook-event-type': 'attention.cleared' }
      const { reason } = await rejectionReason(body, wrong, { versions: [version] as never })
      assert.equal(reason, 'contradiction')
      const asGift = { ...headers, 'service-webhook-event-type': 'gift_request_delivered' }
      assert.equal(
        (await rejectionReason(body, asGift, { versions: [version] as never })).reason,
        'contradiction',
      )
    }
    const cleared = await signWebhook({ type: 'attention.cleared' })
    const event = await webhooks.constructEvent(cleared.body, cleared.headers, {
      secrets: secret,
      attention: true,
    })
    assert.equal(event.type, 'attention.cleared')
  })

  it('has the older payload version if the receiver accepts that version', async () => {
    for (const type of webhooks.eventTypes) {
      const { body, headers } = await signWebhook({ type, version: '2025-10' })
      const event = await webhooks.constructEvent(body, headers, {
        secrets: secret,
        versions: ['2025-10', '2026-05'],
      })
      assert.equal(event.type, type)
      if (event.version === '2026-05') assert.fail()
      assert.ok(event.data.data.attributes.state.length > 0)
    }
    const { body, headers } = await signWebhook({ version: '2025-10' })
    const { reason, status } = await rejectionReason(body, headers)
    assert.deepEqual([reason, status], ['other_version', 500])
  })

  it('is text or bytes, with headers of any kind', async () => {
    const { body, headers } = await signWebhook({
      body: '{"status":"submitted","name":"Zoë 李 🎁"}',
    })
    const bytes = Buffer.from(body)
    const upper = Object.entries(headers).map(([name, value]) => [name.toUpperCase(), value])
    for (const raw of [body, bytes, new Uint8Array(bytes), new Uint8Array(bytes).buffer]) {
      for (const headerInput of [headers, new Headers(headers), Object.fromEntries(upper)]) {
        assert.ok(await webhooks.constructEvent(raw, headerInput, { secrets: secret }))
      }
    }
  })

  it('is signed with one of the secrets, or with the secret before a rotation', async () => {
    const { body, headers } = await signWebhook()
    assert.ok(await webhooks.constructEvent(body, headers, { secrets: [other, secret] }))
    const rotated = await signWebhook({ secret: other, previousSecret: secret })
    assert.ok(await webhooks.constructEvent(rotated.body, rotated.headers, { secrets: secret }))
    assert.ok(await webhooks.constructEvent(rotated.body, rotated.headers, { secrets: other }))
  })

  it('may have only the headers of Standard Webhooks', async () => {
    const { body, headers } = await signWebhook({ standard: true, type: 'gift_request_dispatched' })
    const few = Object.fromEntries(
      Object.entries(headers).filter(([name]) => !name.startsWith('service-')),
    )
    const event = await webhooks.constructEvent(body, few, { secrets: [other, secret] })
    assert.equal(event.id, headers['service-webhook-event-id'])
    assert.equal(event.type, 'gift_request_dispatched')
    const signature = `v1,AAAA v2,${few['webhook-signature']} ${few['webhook-signature']}`
    const many = { ...few, 'webhook-signature': signature }
    assert.ok(await webhooks.constructEvent(body, many, { secrets: secret }))
    const hundreds = `${'v1,AAAA '.repeat(300)}${few['webhook-signature']}`
    const flooded = { ...few, 'webhook-signature': hundreds }
    assert.equal((await rejectionReason(body, flooded)).reason, 'bad_signature')
    assert.equal(
      (await rejectionReason(body, { ...few, 'webhook-id': 'x' })).reason,
      'bad_signature',
    )
    assert.equal((await rejectionReason(`${body} `, few)).reason, 'bad_signature')
  })

  it('is recognized as a duplicate', async () => {
    const { body, headers } = await signWebhook({ eventId: 'e71c' })
    const seen = new Set<string>()
    const first = await webhooks.constructEvent(body, headers, { secrets: secret, seen })
    assert.equal(first.isDuplicate, false)
    assert.equal(seen.size, 0)
    seen.add(first.id)
    assert.ok((await webhooks.constructEvent(body, headers, { secrets: secret, seen })).isDuplicate)
  })
})

describe('a delivery', () => {
  const invalidSignatures = ['x', '0'.repeat(64), '0'.repeat(63), 'é'.repeat(64)]
  it('with another signature is rejected', async () => {
    const { body, headers } = await signWebhook()
    for (const signature of invalidSignatures) {
      const forged = { ...headers, 'service-webhook-signature': signature }
      const { reason, status } = await rejectionReason(body, forged)
      assert.deepEqual([reason, status], ['bad_signature', 403])
    }
    assert.equal((await rejectionReason(body, headers, { secrets: other })).reason, 'bad_signature')
    assert.equal((await rejectionReason(body.replace('{', '{ '), headers)).reason, 'bad_signature')
    const { 'service-webhook-dispatch-timestamp': at, ...rest } = headers
    const later = { ...rest, 'service-webhook-dispatch-timestamp': `${Number(at) + 1}` }
    assert.equal((await rejectionReason(body, later)).reason, 'bad_signature')
  })

  it('without a header is rejected with the name of the header', async () => {
    const { body, headers } = await signWebhook()
    for (const name of ['signature', 'dispatch-timestamp', 'event-id']) {
      const missing = { ...headers, [`service-webhook-${name}`]: undefined }
      const { reason, message } = await rejectionReason(body, missing)
      assert.equal(reason, 'missing_header')
      assert.match(message, new RegExp(`service-webhook-${name}`))
    }
  })

  it('outside of the tolerance is rejected with both times, after the signature check', async () => {
    const now = Date.parse('2026-05-01T10:30:00Z')
    const clock = { now: () => now }
    for (const seconds of [-301, 301, 1e9]) {
      const sentAt = new Date(now + seconds * 1000)
      const { body, headers } = await signWebhook({ sentAt })
      const error = await rejectionReason(body, headers, clock)
      assert.deepEqual([error.reason, error.status], ['stale', 403])
      assert.deepEqual([error.sentAt, error.now], [sentAt, new Date(now)])
      assert.match(error.message, /local time is 2026-05-01T10:30:00\.000Z/)
      assert.equal((await rejectionReason(`${body} `, headers, clock)).reason, 'bad_signature')
    }
    for (const seconds of [-300, 300]) {
      const { body, headers } = await signWebhook({ sentAt: new Date(now + seconds * 1000) })
      assert.ok(await webhooks.constructEvent(body, headers, { secrets: secret, ...clock }))
      assert.equal(
        (await rejectionReason(body, headers, { ...clock, tolerance: 10 })).reason,
        'stale',
      )
    }
  })

  it('that was parsed before is an error of the receiver', async () => {
    const { body, headers } = await signWebhook()
    for (const raw of [JSON.parse(body), {}, null, undefined, 1]) {
      const { reason, status } = await rejectionReason(raw as string, headers)
      assert.deepEqual([reason, status], ['body_was_parsed', 500])
    }
  })

  it('cannot be verified without a clean secret', async () => {
    const { body, headers } = await signWebhook()
    const fault = async (secrets: string | string[]) =>
      (await rejectionReason(body, headers, { secrets })).reason
    for (const secrets of ['', [], ['', secret]]) assert.equal(await fault(secrets), 'no_secret')
    for (const secrets of [`${secret}\n`, [secret, ` ${other}`]]) {
      assert.equal(await fault(secrets), 'secret_has_whitespace')
    }
    const errorJson = JSON.stringify(
      await rejectionReason(body, headers, { secrets: `${secret}\n` }),
    )
    assert.ok(!errorJson.includes(secret))
  })

  it('with a changed event type is rejected', async () => {
    const versions: ApiVersion[] = ['2026-05', '2025-10']
    for (const version of versions) {
      const { body, headers } = await signWebhook({ type: 'gift_request_dispatched', version })
      const forged = { ...headers, 'service-webhook-event-type': 'gift_request_delivered' }
      const take = webhooks.constructEvent(body, forged, { secrets: secret, versions })
      await assert.rejects(take, { reason: 'contradiction', status: 403 })
    }
    const { body, headers } = await signWebhook({ body: 'not JSON' })
    assert.equal((await rejectionReason(body, headers)).reason, 'contradiction')
  })

  it('with an unknown event type is accepted', async () => {
    const { body, headers } = await signWebhook()
    const later = { ...headers, 'service-webhook-event-type': 'gift_request_admired' }
    const { type } = await webhooks.constructEvent(body, later, { secrets: secret })
    assert.equal(type satisfies string, 'gift_request_admired')
  })
})

describe('a public key', () => {
  const pair = generateKeyPairSync('ed25519')
  const whpk = (key = pair.publicKey) =>
    `whpk_${key.export({ type: 'spki', format: 'der' }).subarray(-32).toString('base64')}`
  const publicKey = whpk()

  /** Replaces the HMAC headers by an Ed25519 signature. */
  async function signAsymmetrically(key = pair.privateKey, entries = (entry: string) => entry) {
    const { body, headers } = await signWebhook({ eventId: 'e71c' })
    const timestamp = headers['service-webhook-dispatch-timestamp']
    const signed = Buffer.concat([Buffer.from(`e71c.${timestamp}.`), Buffer.from(body)])
    const entry = `v1a,${sign(null, signed, key).toString('base64')}`
    const standard = {
      'webhook-id': 'e71c',
      'webhook-timestamp': String(timestamp),
      'webhook-signature': entries(entry),
    }
    return { body, headers: { ...headers, ...standard }, standard }
  }

  it('verifies the Ed25519 signature without a secret', async () => {
    const { body, headers, standard } = await signAsymmetrically()
    for (const each of [headers, standard]) {
      const event = await webhooks.constructEvent(body, each, { secrets: publicKey })
      assert.equal(event.id, 'e71c')
    }
    const other = whpk(generateKeyPairSync('ed25519').publicKey)
    const event = await webhooks.constructEvent(body, standard, { secrets: [other, publicKey] })
    assert.equal(event.id, 'e71c')
  })

  it('rejects other keys, changed bodies, and signatures of another scheme', async () => {
    const { body, standard } = await signAsymmetrically()
    const reject = async (bytes: webhooks.RawBody, headers: object, secrets = publicKey) =>
      (await rejectionReason(bytes, headers as webhooks.WebhookHeaders, { secrets })).reason
    assert.equal(await reject(`${body} `, standard), 'bad_signature')
    const forged = await signAsymmetrically(generateKeyPairSync('ed25519').privateKey)
    assert.equal(await reject(forged.body, forged.standard), 'bad_signature')
    const symmetric = await signAsymmetrically(pair.privateKey, (each) => each.replace('v1a', 'v1'))
    assert.equal(await reject(symmetric.body, symmetric.standard), 'bad_signature')
    assert.equal(await reject(body, {}), 'missing_header')
    assert.equal(await reject(body, standard, 'whpk_AAAA'), 'no_secret')
  })

  it('is never a secret for an HMAC, which everyone could compute', async () => {
    const { body, headers } = await signedDelivery({ secret: publicKey })
    const { reason } = await rejectionReason(body, headers, { secrets: [publicKey, secret] })
    assert.equal(reason, 'bad_signature')
  })

  it('is accepted beside a secret', async () => {
    const { body, headers } = await signWebhook({ eventId: 'e71c' })
    const event = await webhooks.constructEvent(body, headers, { secrets: [publicKey, secret] })
    assert.equal(event.id, 'e71c')
  })
})
