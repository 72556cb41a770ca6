import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { inspect } from 'node:util'
import * as sdk from '#sdk'
import { giftBody } from '#test/api-harness'
import { startFlakyProxy } from '#test/flaky-proxy'
import { createSdkTestApp } from '#test/sdk-harness'

const testApp = await createSdkTestApp()
const { bestow } = testApp

/** Returns the error of a call. The call must fail. */
async function catchError(call: PromiseLike<unknown>): Promise<sdk.BestowError> {
  try {
    await call
  } catch (error) {
    if (sdk.isBestowError(error)) return error
    throw error
  }
  throw new Error('the call did not fail')
}

const recipient = { first_name: '', last_name: 'Larkin', email: 'invalid' }

describe('an API error', () => {
  it('contains all field errors', async () => {
    const body = { campaign_id: testApp.campaign('email').id, recipient, colour: 'plum' }
    const error = await catchError(bestow.giftRequests.create(body))
    assert.ok(error instanceof sdk.ValidationError)
    assert.equal(error.errors.length, 3)
    assert.equal(error.at('recipient.email')[0]?.code, 'invalid_format')
    assert.deepEqual(error.at('/recipient/email'), error.at('recipient.email'))
    assert.equal(error.at('colour')[0]?.code, 'unknown_parameter')
    assert.deepEqual(error.at('recipient'), [])
    assert.match(error.message, /recipient\.email must be/)
    assert.ok(error.requestId !== undefined && error.message.includes(error.requestId))
    assert.match(error.idempotencyKey ?? '', /^sdk-/)
  })

  it('of an invalid query is a ValidationError', async () => {
    const error = await catchError(bestow.giftRequests.list({ limit: 0 }))
    assert.ok(error instanceof sdk.ValidationError)
    assert.deepEqual([error.status, error.errors[0]?.param], [400, 'limit'])
  })

  it('has the class of its status and code', async () => {
    const gift = await bestow.giftRequests.create(giftBody(testApp))
    await bestow.giftRequests.cancel(gift.id)
    const cases = [
      [() => bestow.giftRequests.cancel(gift.id), sdk.ConflictError, 'invalid_transition'],
      [() => bestow.giftRequests.get('x'), sdk.NotFoundError, 'not_found'],
      [
        () => testApp.createClient({ token: 'svc-v1-staging-x' }).about(),
        sdk.AuthenticationError,
        'unauthorized',
      ],
      [
        () => testApp.createClient({ apiVersion: '2020-01' as '2026-05' }).about(),
        sdk.UnsupportedVersionError,
        'unsupported_api_version',
      ],
    ] as const
    for (const [call, Kind, code] of cases) {
      const error = await catchError(call())
      assert.ok(error instanceof Kind, error.message)
      assert.deepEqual([error.name, error.code], [Kind.name, code])
    }
  })

  // biome-ignore format: columns
  const kinds: [status: number, Kind: typeof sdk.BestowError][] = [
    [403, sdk.PermissionError],
    [409, sdk.ConflictError],
    [413, sdk.BestowError],
    [429, sdk.RateLimitError],
    [500, sdk.ServerError],
    [599, sdk.ServerError],
  ]
  it('has a class even if a proxy sent it', async () => {
    const proxy = await startFlakyProxy()
    const client = testApp.createClient({ baseUrl: proxy.url, maxRetries: 0 })
    for (const [status, Kind] of kinds) {
      proxy.planFaults({ status, body: 'null' })
      assert.equal((await catchError(client.about())).constructor, Kind)
    }
  })

  it('in JSON:API has field errors', async () => {
    const older = new sdk.Bestow({ ...testApp, token: testApp.token, apiVersion: '2025-10' })
    const error = await catchError(
      older.giftRequests.create({
        data: {
          type: 'gift_requests',
          attributes: { campaign_id: 'x', first_name: 'A', last_name: 'Larkin' },
        },
      }),
    )
    assert.ok(error instanceof sdk.ValidationError)
    assert.match(error.message, /first_name/)
    assert.equal(error.at('data.attributes.first_name').length, 1)
    assert.equal(error.at('/data/attributes/first_name').length, 1)
  })
})

describe('a BestowError', () => {
  it('is recognized across two copies of the package', async () => {
    const path = new URL('../../packages/sdk/src/errors.ts?second', import.meta.url).href
    const second: typeof import('#sdk/errors') = await import(path)
    const error = new second.RateLimitError('slow down')
    assert.equal(error instanceof sdk.RateLimitError, false)
    assert.equal(sdk.isBestowError(error), true)
    assert.equal(error.name, 'RateLimitError')
    for (const other of [new Error('x'), null, 'x', {}]) {
      assert.equal(sdk.isBestowError(other), false)
    }
  })

  it('contains no secrets in any printed form', async () => {
    const unreachable = testApp.createClient({ baseUrl: 'http://127.0.0.1:1', maxRetries: 0 })
    const failures = [
      await catchError(unreachable.giftRequests.create(giftBody(testApp))),
      await catchError(bestow.giftRequests.get('x')),
    ]
    for (const error of failures) {
      const printed = `${inspect(error, { depth: 9, showHidden: true })}${JSON.stringify(error)}`
      assert.ok(!printed.includes(testApp.token))
      assert.match(JSON.stringify(error), /"attempts":1/)
    }
    assert.ok(!inspect(bestow, { depth: 9, showHidden: true }).includes(testApp.token))
    assert.ok(!JSON.stringify(bestow).includes(testApp.token))
  })

  it('causes no unhandled rejection if the caller handles one of the promises', async () => {
    const call = bestow.giftRequests.get('x')
    await assert.rejects(call.withResponse(), sdk.NotFoundError)
    let ended = false
    const value = await call
      .finally(() => {
        ended = true
      })
      .catch(() => 'caught')
    assert.deepEqual([ended, value], [true, 'caught'])
  })
})
