import assert from 'node:assert/strict'
import { it } from 'node:test'
import { adminRoutes } from '../routes.ts'
import { createUserRateLimiter, toWeight } from './user-rate-limit.ts'

const weightOf = (method: string, path: string) => {
  const route = adminRoutes.find((each) => each.method === method && each.path === path)
  assert.ok(route !== undefined, path)
  return toWeight(route.operation)
}

// biome-ignore format: aligned columns
const weights: [method: string, path: string, weight: number][] = [
  ['POST', '/catalogue/import/check', 40],
  ['POST', '/catalogue/import',       40],
  ['POST', '/send/check',             10],
  ['POST', '/send',                   10],
  ['PUT',  '/greeting-media',         20],
  ['POST', '/occasions/forecast',     20],
  ['GET',  '/contacts/:id/occasions',  5],
  ['GET',  '/donations.csv',          20],
  ['GET',  '/gift-requests/counts',    1],
]
for (const [method, path, weight] of weights)
  it(`counts ${method} ${path} as ${weight}`, () => assert.equal(weightOf(method, path), weight))

it('counts what a response cost, and refuses the next request above the limit', async () => {
  const limit = createUserRateLimiter(10)
  const member = { user_id: 'u', account_id: 'a' } as Parameters<typeof limit.take>[0]
  const headers = new Map<string, unknown>()
  const reply = { header: (name: string, value: unknown) => headers.set(name, value) } as never
  await limit.take(member, reply, 40)
  assert.equal(await limit.charge(member, { bytes: 64_000 }), 0)
  assert.ok((await limit.charge(member, { bytes: 1_000_000, ms: 50 })) > 0)
  await assert.rejects(limit.take(member, reply, 1), { code: 'too_many_requests' })
  assert.ok(Number(headers.get('retry-after')) >= 1)
})
