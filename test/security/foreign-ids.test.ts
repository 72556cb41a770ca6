import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { createTestApp, giftBody } from '#test/api-harness'

/*
 * The tests of foreign ids. One account calls each operation of the OpenAPI document that accepts an id in
 * its path, query or body, with ids of another account. The response must equal the response for an unknown
 * id. The operations come from the document, so that new operations are included.
 */

interface Operation {
  parameters?: { in: string; name: string }[]
  requestBody?: { content: Record<string, { examples?: Record<string, { value: object }> }> }
}

const document: { paths: Record<string, Record<string, Operation>> } = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../openapi/2026-05.json'), 'utf8'),
)

const testApp = await createTestApp()
const { api: otherApi, token: otherToken } = await testApp.createOtherAccount()
const campaign = testApp.campaign('email')
const { json: gift } = await testApp.api.post('/gift_requests', giftBody(testApp))
const { json: link } = await testApp.api.post('/one_links', {
  campaign_id: testApp.campaign('one_link').id,
  quantity: 2,
})
const { json: events } = await testApp.api.get('/events')

/** One id of each kind, all of the first account. */
const foreignIds = {
  'gift request': gift.id,
  campaign: campaign.id,
  'one-link': link.id,
  event: events.data[0].id,
  recipient: gift.recipient.id,
  sender: gift.sender.id,
  product: campaign.products[0]?.id ?? '',
  variant: campaign.products[0]?.variants[0]?.id ?? '',
  account: testApp.account.id,
}

const unknownId = '018f0000-0000-7000-8000-000000000000'
const uuidPattern = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g

/**
 * Returns an id that nothing has, and that has the same place in a list as `id`, because cursors are places.
 */
const neighbourOf = (id: string) => `${id.slice(0, -1)}${id.endsWith('0') ? '1' : '0'}`

const methods: readonly string[] = ['get', 'post', 'patch', 'put', 'delete']

const operations = Object.entries(document.paths).flatMap(([path, item]) =>
  Object.entries(item)
    .filter(([method]) => methods.includes(method))
    .map(([method, operation]) => ({
      name: `${method.toUpperCase()} ${path}`,
      method,
      path,
      operation,
    })),
)

/** Returns the parts of a response that do not differ between requests. */
const responseShape = ({ status, text }: { status: number; text: string }) => ({ status, text })

async function callOperation(method: string, path: string, body: string | undefined) {
  const headers = {
    authorization: `Bearer ${otherToken}`,
    'service-api-version': '2026-05',
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
  }
  return responseShape(await otherApi.send(method.toUpperCase() as 'GET', path, headers, body))
}

/**
 * Returns whether a response rejects the request. In a response with status 207, each row has its own status.
 */
const isRejected = ({ status, ...response }: { status: number }): boolean =>
  status >= 400 || (status === 207 && !/created|duplicate|valid\b/.test(JSON.stringify(response)))

/** Fills the parameters of a path: one parameter with an id, the other parameters with an unknown id. */
const fillPath = (path: string, id: string, name?: string) =>
  path.replaceAll(/\{(\w+)\}/g, (_all, each: string) =>
    name === undefined || each === name ? id : unknownId,
  )

const paramNames = (path: string) => [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)

describe('ids of another account', () => {
  it('are sent to all operations', () => {
    assert.ok(operations.length >= 15, String(operations.length))
    assert.ok(Object.values(foreignIds).every((id) => /^[0-9a-f-]{36}$/.test(id)))
  })

  for (const { name, method, path, operation } of operations) {
    const bodies = Object.values(operation.requestBody?.content ?? {}).flatMap(
      ({ examples = {} }) => Object.values(examples).map(({ value }) => JSON.stringify(value)),
    )
    const samples = bodies.length === 0 ? [undefined] : bodies

    for (const param of paramNames(path))
      it(`${name} returns 404 for them in its path as ${param}`, async () => {
        for (const body of samples)
          for (const [kind, id] of Object.entries(foreignIds)) {
            const response = await callOperation(method, fillPath(path, id, param), body)
            const unknown = await callOperation(method, fillPath(path, unknownId), body)
            assert.equal(response.status, 404, kind)
            assert.deepEqual(response, unknown, kind)
          }
      })

    for (const param of paramNames(path))
      it(`${name} returns 404 for a text that is not an id as ${param}`, async () => {
        for (const body of samples)
          for (const text of ['x', '%F2%AF%8C%89', "';--", '%00']) {
            const { status } = await callOperation(method, fillPath(path, text, param), body)
            assert.equal(status, 404, text)
          }
      })

    const filters = (operation.parameters ?? []).filter(
      ({ in: location, name }) => location === 'query' && /(^after$|_id$|^reference$)/.test(name),
    )
    for (const { name: filter } of filters)
      it(`${name} treats them as unknown in ${filter}`, async () => {
        const values = filter === 'reference' ? { reference: gift.reference } : foreignIds
        for (const [kind, id] of Object.entries(values)) {
          const response = await callOperation(
            method,
            `${fillPath(path, unknownId)}?${filter}=${id}`,
            undefined,
          )
          const other = { reference: 'GR-00000000', after: neighbourOf(id) }[filter] ?? unknownId
          assert.deepEqual(
            response,
            await callOperation(
              method,
              `${fillPath(path, unknownId)}?${filter}=${other}`,
              undefined,
            ),
            kind,
          )
        }
      })

    const withIds = bodies.filter((body) => uuidPattern.test(body))
    if (withIds.length > 0)
      it(`${name} treats them as unknown in its body`, async () => {
        const before = await testApp.countEvents()
        for (const body of withIds)
          for (const [kind, id] of Object.entries(foreignIds)) {
            const response = await callOperation(
              method,
              fillPath(path, unknownId),
              body.replace(uuidPattern, id),
            )
            const unknown = await callOperation(
              method,
              fillPath(path, unknownId),
              body.replace(uuidPattern, unknownId),
            )
            assert.ok(isRejected(response), `${kind}: ${response.status}`)
            assert.deepEqual(response, unknown, kind)
          }
        assert.equal(await testApp.countEvents(), before)
      })
  }

  it('belong to unchanged resources afterwards', async () => {
    assert.equal((await testApp.api.get(`/gift_requests/${gift.id}`)).json.status, 'submitted')
    assert.equal((await testApp.api.get(`/one_links/${link.id}`)).json.closed_at ?? null, null)
  })
})
