import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import * as accounts from '#accounts'
import * as apiKeys from '#api-keys'
import { endpointExamples } from '#contract/endpoint-examples'
import { ALL_ACCOUNTS, inTransaction } from '#platform/postgres/database'
import { giftBody } from '#test/api-harness'
import { contractGroups } from '#test/contract-groups'
import { createContractHarness, jsonContent, operationBy } from '#test/contract-harness'
import type { FieldErrorRow } from '#test/contract-requests'
import { createContractSuite } from '#test/contract-suite'
import { createSelfSignedCertificate } from '#test/self-signed-certificate'
import * as webhooks from '#webhooks'

/* The contract tests of webhook endpoints and deliveries. */

const harness = await createContractHarness()
const { testApp, defaultHeaders, create, sendAndCheck, contract } = harness
const operations = contractGroups.endpoints ?? []

const url = 'https://hooks.larkfield.example/bestow'
const createEndpoint = (): Promise<{ id: string }> => create('/endpoints', { url })
const endpoint = await createEndpoint()
const createSigningEndpoint = (): Promise<{ id: string }> =>
  create('/endpoints', { url, ed25519: true })
const signingEndpoint = await createSigningEndpoint()
const createDelivery = (): Promise<{ id: string }> => create(`/endpoints/${endpoint.id}/test`, {})
const delivery = await createDelivery()
const otherEndpoint = await createEndpoint()
const pausedEndpoint = await createEndpoint()
await create('/gift_requests', giftBody(testApp))
const [giftDelivery] = (
  await testApp.api.get(`/deliveries?endpoint_id=${endpoint.id}&is_test=false`)
).json.data as { id: string }[]
assert.ok(giftDelivery)
await testApp.run((ctx) => webhooks.disableEndpoint(ctx, pausedEndpoint.id))

const body = (more: object) => ({ url, ...more })
const longText = 'x'.repeat(256)
const header = (name: string, value = 'x') => ({ name, value })
const [tls, otherTls] = [createSelfSignedCertificate(), createSelfSignedCertificate()]
const tooManyEvents = Array.from({ length: 51 }, () => 'gift_request_created')

/** Returns the errors that both a new endpoint and a change of an endpoint can get. */
const settingRows = (id: string): FieldErrorRow[] => [
  [id, 'unknown_parameter', body({ colour: 'red' })],
  [id, 'required', body({ url: '' })],
  [id, 'invalid', body({ events: ['gift_request_lost'] })],
  [id, 'invalid', body({ payload_version: '1999-01' })],
  [id, 'invalid_format', body({ url: 'nowhere' })],
  [id, 'too_long', body({ description: longText })],
  [id, 'too_many', body({ events: tooManyEvents })],
  [id, 'not_allowed', body({ url: 'https://127.0.0.1/hook' })],
  [id, 'not_allowed', body({ headers: [{ name: 'Host', value: 'a.example' }] })],
  [id, 'required', body({ headers: [{ name: 'X-Api-Key' }] })],
  [id, 'invalid_format', body({ headers: [{ name: 'X-Api-Key', value: 'a\r\nX-B: 1' }] })],
  [id, 'unknown_parameter', body({ headers: [{ name: 'X-A', value: 'a', secret: true }] })],
  [id, 'too_many', body({ headers: Array.from({ length: 11 }, (_, n) => header(`X-${n}`)) })],
  [id, 'too_long', body({ headers: [header('X-A', 'a'.repeat(4_097))] })],
  [id, 'invalid', body({ headers: 'X-Api-Key: a' })],
  [id, 'invalid', body({ max_per_second: 0 })],
  [id, 'invalid', body({ max_per_second: 1_001 })],
  [id, 'invalid', body({ filter: 'event.type =' })],
  [id, 'invalid', body({ filter: 'body.status.matches("(a+)+$")' })],
  [id, 'too_long', body({ filter: 'x'.repeat(1_001) })],
  [id, 'invalid', body({ ordered: 'yes' })],
  [id, 'invalid', body({ ed25519: 'yes' })],
  [id, 'invalid_format', body({ ca: 'no PEM' })],
  [id, 'required', body({ client_certificate: tls.cert })],
  [id, 'required', body({ client_key: tls.key })],
  [id, 'invalid', body({ client_certificate: tls.cert, client_key: otherTls.key })],
]

const rows: readonly FieldErrorRow[] = [
  ...settingRows('createEndpoint'),
  ...settingRows('updateEndpoint'),
  ['createEndpoint', 'required', {}],
  ['deleteEndpoint', 'unknown_parameter', { why: 'old' }],
  ['rotateEndpointSecret', 'unknown_parameter', { secret: 'mine' }],
  ['rotateEndpointSecret', 'invalid', { overlap_seconds: 604_801 }],
  ['rotateEndpointKey', 'unknown_parameter', { key: 'mine' }],
  ['rotateEndpointKey', 'invalid', { overlap_seconds: -1 }],
  ['sendTestEvent', 'unknown_parameter', { gift: 1 }],
  ['sendTestEvent', 'invalid', { type: 'gift_request_lost' }],
  ['resendDelivery', 'unknown_parameter', { why: 'lost' }],
  ['resendDelivery', 'invalid', { endpoint_id: 5 }],
  ['resendDelivery', 'invalid_reference', { endpoint_id: 'orders' }],
  ['resendDelivery', 'invalid_reference', { endpoint_id: crypto.randomUUID() }],
  ['resendDelivery', 'not_allowed', { endpoint_id: pausedEndpoint.id }],
  ['recoverDeliveries', 'unknown_parameter', { since: '2026-05-01T00:00:00Z', until: 'now' }],
  ['recoverDeliveries', 'required', {}],
  ['recoverDeliveries', 'invalid_format', { since: 'yesterday' }],
  ['recoverDeliveries', 'invalid', { since: 5 }],
  ['recoverDeliveries', 'invalid', { since: '2026-05-01T00:00:00Z' }, '?dry_run=perhaps'],
  ...['state=lost', 'is_test=perhaps', 'created_after=soon', 'response_status=200'].map(
    (filter): FieldErrorRow => ['listDeliveries', 'invalid', undefined, `?${filter}`],
  ),
]

const suite = createContractSuite({
  harness,
  operations,
  params: {
    '/endpoints/{id}': { id: endpoint.id },
    '/endpoints/{id}/rotate_key': { id: signingEndpoint.id },
    '/deliveries/{id}': { id: delivery.id },
    '/deliveries/{id}/resend': { id: giftDelivery.id },
  },
  exampleIds: { [endpointExamples.otherId]: otherEndpoint.id },
  fresh: {
    rotateEndpointKey: createSigningEndpoint,
    deleteEndpoint: createEndpoint,
    updateEndpoint: createEndpoint,
  },
  rows,
})

suite.describeAll()

describe('endpoints', () => {
  it('need the Enterprise tier for changes', async () => {
    const account = await inTransaction(testApp.db, ALL_ACCOUNTS, (ctx) =>
      accounts.createAccount(ctx, { name: 'Small', tier: 'on_demand' }),
    )
    const { token } = await testApp.run(
      (ctx) => apiKeys.createToken(ctx, { scopes: ['endpoints:read', 'endpoints:write'] }),
      account.id,
    )
    const headers = { ...defaultHeaders, authorization: `Bearer ${token}` }
    const needing = operations.filter(({ errors }) =>
      errors.some(({ code }) => code === 'plan_required'),
    )
    assert.equal(needing.length, 7)
    for (const operation of needing) {
      const good = suite.validRequest(operation)
      const request = { ...good, headers: { ...good.headers, ...headers } }
      assert.deepEqual(await sendAndCheck(operation.id, request), ['plan_required'])
    }
    const list = { ...suite.validRequest(operationBy('listEndpoints')), headers }
    assert.deepEqual(await sendAndCheck('listEndpoints', list), [])
  })

  it('are changed only with the ETag of the current state', async () => {
    const { id } = await createEndpoint()
    const getRequest = suite.validRequest(operationBy('getEndpoint'), { id })
    const response = await fetch(`${harness.origin}${getRequest.path}`, { headers: defaultHeaders })
    const etag = response.headers.get('etag') ?? ''
    const change = (description: string) => ({
      ...suite.validRequest(operationBy('updateEndpoint'), { id }),
      headers: { ...defaultHeaders, ...jsonContent, 'if-match': etag },
      body: JSON.stringify({ description }),
    })
    assert.deepEqual(await sendAndCheck('updateEndpoint', change('first')), [])
    assert.deepEqual(await sendAndCheck('updateEndpoint', change('second')), ['invalid_transition'])
  })

  it('receive no test event while they are disabled, and a parked delivery is not resent', async () => {
    const { id } = await createEndpoint()
    const { id: waiting } = await create(`/endpoints/${id}/test`, {})
    const disable = {
      ...suite.validRequest(operationBy('updateEndpoint'), { id }),
      headers: { ...defaultHeaders, ...jsonContent },
      body: '{"enabled":false}',
    }
    assert.deepEqual(await sendAndCheck('updateEndpoint', disable), [])
    for (const [operation, params] of [
      ['sendTestEvent', { id }],
      ['resendDelivery', { id: waiting }],
    ] as const) {
      const request = { ...suite.validRequest(operationBy(operation), params), body: '{}' }
      assert.deepEqual(await sendAndCheck(operation, request), ['invalid_transition'])
    }
  })

  it('have no Ed25519 key to rotate while the signature is off', async () => {
    const request = suite.validRequest(operationBy('rotateEndpointKey'), { id: endpoint.id })
    assert.deepEqual(await sendAndCheck('rotateEndpointKey', request), ['invalid_transition'])
  })

  it('support a dry run of a recovery', async () => {
    const good = suite.validRequest(operationBy('recoverDeliveries'))
    const request = { ...good, path: `${good.path}?dry_run=true` }
    assert.deepEqual(await sendAndCheck('recoverDeliveries', request), [])
  })

  it('appear in the document', () => {
    assert.ok(operations.every(({ id }) => contract.operations.has(id)))
  })
})

suite.describeCoverage()
