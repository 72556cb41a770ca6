import assert from 'node:assert/strict'
import { it } from 'node:test'
import { operationsIn } from '#contract/operations'
import { createTestApp, directGiftBody, giftBody } from '#test/api-harness'
import { listen, replaceExampleIds, sendRequest } from '#test/http-server'
import { loadContract } from '#test/openapi-contract'

/* The tests of API version 2025-10, which matches its own document: operations, examples, errors. */

const contract = loadContract('2025-10')
const testApp = await createTestApp()
const origin = await listen(testApp.app)
const headers = { authorization: `Bearer ${testApp.token}`, 'service-api-version': '2025-10' }
const contentHeaders = { ...headers, 'content-type': 'application/vnd.api+json' }

const create = async (path: string, body: object) =>
  JSON.parse((await testApp.api.post(path, body)).text)
const ids: Record<string, string> = {
  '/gift_requests': (await create('/gift_requests', directGiftBody(testApp))).id,
  '/campaigns': testApp.campaign('email').id,
  '/one_links': (
    await create('/one_links', { campaign_id: testApp.campaign('one_link').id, quantity: 1 })
  ).id,
  '/events': (await testApp.api.get('/events')).json.data[0].id,
}

for (const operation of operationsIn('2025-10')) {
  const id = Object.entries(ids).find(([path]) => operation.path.includes(path))?.[1] ?? ''
  const path = `/api${operation.path.replace('{id}', id)}`
  const { method } = operation
  const pointer = contract.operations.get(operation.id)?.pointer ?? ''
  const body = contract.document.paths[operation.path][method.toLowerCase()].requestBody
  const examples = Object.entries<{ value: unknown }>(
    body?.content['application/vnd.api+json'].examples ?? {},
  )

  for (const [name, { value }] of examples) {
    it(`accepts its example: ${operation.id} ${name}`, async () => {
      const text = replaceExampleIds(testApp, JSON.stringify(value))
      const at = operation.id === 'advanceGiftRequest' ? await pathOfNewGift(path, id) : path
      const response = await sendRequest(origin, {
        method,
        path: at,
        headers: contentHeaders,
        body: text,
      })
      assert.deepEqual(contract.check(operation.id, response), [], pointer)
    })
  }

  if (examples.length === 0) {
    it(`responds: ${operation.id}`, async () => {
      const at = operation.path.endsWith('/cancel') ? await pathOfNewGift(path, id) : path
      assert.deepEqual(
        contract.check(operation.id, await sendRequest(origin, { method, path: at, headers })),
        [],
      )
    })
  }

  it(`returns documented errors: ${operation.id}`, async () => {
    const { authorization: _, ...anonymous } = headers
    const unauthorized = await sendRequest(origin, { method, path, headers: anonymous })
    assert.deepEqual(contract.check(operation.id, unauthorized), ['unauthorized'])
    if (!operation.path.includes('{id}')) return
    const unknown = path.replace(id, crypto.randomUUID())
    const sent =
      examples.length > 0
        ? { headers: contentHeaders, body: JSON.stringify(examples[0]?.[1].value) }
        : { headers }
    const response = await sendRequest(origin, { method, path: unknown, ...sent })
    assert.deepEqual(contract.check(operation.id, response), ['not_found'])
  })
}

async function pathOfNewGift(path: string, id: string): Promise<string> {
  const { id: freshId } = await create('/gift_requests', giftBody(testApp))
  return path.replace(id, freshId)
}

it('returns links to the next page and field errors', async () => {
  const page = await sendRequest(origin, {
    method: 'GET',
    path: '/api/gift_requests?limit=1',
    headers,
  })
  contract.check('listGiftRequests', page)
  assert.match(JSON.parse(page.text).links.next, /after=/)
  const bad = { data: { type: 'gift_requests', attributes: { first_name: 'A' } } }
  const response = await sendRequest(origin, {
    method: 'POST',
    path: '/api/gift_requests',
    headers: contentHeaders,
    body: JSON.stringify(bad),
  })
  assert.ok(contract.check('createGiftRequest', response).includes('required'))
})

it('rejects a request without a version', async () => {
  const { 'service-api-version': _, ...without } = contentHeaders
  const response = await sendRequest(origin, {
    method: 'GET',
    path: '/api/gift_requests',
    headers: without,
  })
  assert.deepEqual(contract.check('listGiftRequests', response), ['unsupported_api_version'])
})
