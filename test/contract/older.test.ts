import assert from 'node:assert/strict'
import { it } from 'node:test'
import { operations } from '#contract/operations'
import { aDirectGift, aGift, createWorld } from '#test/api-world'
import { readContract } from '#test/contract'
import { listen, send, withRealIds } from '#test/listening'

/* The older version answers what its own document says: every operation, its examples, its refusals. */

const contract = readContract('2025-10')
const world = await createWorld()
const origin = await listen(world.app)
const headers = { authorization: `Bearer ${world.token}`, 'service-api-version': '2025-10' }
const typed = { ...headers, 'content-type': 'application/vnd.api+json' }

const make = async (path: string, body: object) =>
  JSON.parse((await world.api.post(path, body)).text)
const ids: Record<string, string> = {
  '/gift_requests': (await make('/gift_requests', aDirectGift(world))).id,
  '/campaigns': world.campaign('email').id,
  '/one_links': (
    await make('/one_links', { campaign_id: world.campaign('one_link').id, quantity: 1 })
  ).id,
  '/events': (await world.api.get('/events')).json.data[0].id,
}

for (const operation of operations) {
  const id = Object.entries(ids).find(([path]) => operation.path.includes(path))?.[1] ?? ''
  const path = `/api${operation.path.replace('{id}', id)}`
  const { method } = operation
  const pointer = contract.operations.get(operation.id)?.pointer ?? ''
  const body = contract.document.paths[operation.path][method.toLowerCase()].requestBody
  const examples = Object.entries<{ value: unknown }>(
    body?.content['application/vnd.api+json'].examples ?? {},
  )

  for (const [name, { value }] of examples) {
    it(`takes its example: ${operation.id} ${name}`, async () => {
      const text = withRealIds(world, JSON.stringify(value))
      const at = operation.id === 'advanceGiftRequest' ? await another(path, id) : path
      const answer = await send(origin, { method, path: at, headers: typed, body: text })
      assert.deepEqual(contract.check(operation.id, answer), [], pointer)
    })
  }

  if (examples.length === 0) {
    it(`answers: ${operation.id}`, async () => {
      const at = operation.path.endsWith('/cancel') ? await another(path, id) : path
      assert.deepEqual(
        contract.check(operation.id, await send(origin, { method, path: at, headers })),
        [],
      )
    })
  }

  it(`refuses: ${operation.id}`, async () => {
    const { authorization: _, ...nobody } = headers
    const refused = await send(origin, { method, path, headers: nobody })
    assert.deepEqual(contract.check(operation.id, refused), ['unauthorized'])
    if (!operation.path.includes('{id}')) return
    const unknown = path.replace(id, crypto.randomUUID())
    const sent =
      examples.length > 0
        ? { headers: typed, body: JSON.stringify(examples[0]?.[1].value) }
        : { headers }
    const answer = await send(origin, { method, path: unknown, ...sent })
    assert.deepEqual(contract.check(operation.id, answer), ['not_found'])
  })
}

async function another(path: string, id: string): Promise<string> {
  const { id: fresh } = await make('/gift_requests', aGift(world))
  return path.replace(id, fresh)
}

it('tells where a page goes on, and what is wrong with a field', async () => {
  const page = await send(origin, { method: 'GET', path: '/api/gift_requests?limit=1', headers })
  contract.check('listGiftRequests', page)
  assert.match(JSON.parse(page.text).links.next, /after=/)
  const bad = { data: { type: 'gift_requests', attributes: { first_name: 'A' } } }
  const answer = await send(origin, {
    method: 'POST',
    path: '/api/gift_requests',
    headers: typed,
    body: JSON.stringify(bad),
  })
  assert.ok(contract.check('createGiftRequest', answer).includes('required'))
})

it('answers 401 to whoever leaves the version out', async () => {
  const { 'service-api-version': _, ...without } = typed
  const answer = await send(origin, { method: 'GET', path: '/api/gift_requests', headers: without })
  assert.deepEqual(contract.check('listGiftRequests', answer), ['unsupported_api_version'])
})
