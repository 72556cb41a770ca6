import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { createTestApp, giftBody } from '#test/api-harness'

/* The tests of instants outside 1970 to 9999 in every time of a query string or a body. */

const testApp = await createTestApp()
const { api } = testApp
await api.post('/gift_requests', giftBody(testApp))

interface Parameter {
  name: string
  in: string
  schema?: { format?: string }
}
const { paths, components } = JSON.parse(readFileSync('openapi/2026-05.json', 'utf8'))
const resolve = (parameter: { $ref?: string } & Parameter): Parameter =>
  parameter.$ref === undefined
    ? parameter
    : components.parameters[parameter.$ref.split('/').at(-1) ?? '']

const timeParameters = Object.entries<{ get?: { parameters?: Parameter[] } }>(paths).flatMap(
  ([path, { get }]) =>
    (get?.parameters ?? [])
      .map(resolve)
      .filter((parameter) => parameter.in === 'query' && parameter.schema?.format === 'date-time')
      .map(({ name }) => ({ path, name })),
)

const zeroTimes = [
  '0000-01-01T00:00:00Z',
  '0001-01-01T00:00:00Z',
  '1753-01-01T00:00:00Z',
  '1969-12-31T23:59:59.999Z',
  '1970-01-01T00:00:00+14:00',
]
const latestTimes = ['9999-12-31T23:59:59.999Z', '9999-12-31T23:59:59-14:00']

async function read(path: string, name: string, time: string): Promise<string> {
  const { status, text } = await api.get(`${path}?${name}=${encodeURIComponent(time)}`)
  assert.equal(status, 200, `${path} ${name}=${time}: ${text}`)
  return text.replaceAll(/[^"]*(?:created|updated|donated)_(?:after|before)=[^"]*/g, '')
}

describe('times of query strings', () => {
  it('are found in the document', () => {
    assert.ok(timeParameters.length >= 15, `only ${timeParameters.length}`)
  })

  for (const { path, name } of timeParameters)
    it(`GET ${path} reads ${name} before 1970 as the beginning, and after 9999 as the end`, async () => {
      const beginning = await read(path, name, '1970-01-01T00:00:00Z')
      for (const time of zeroTimes)
        assert.equal(await read(path, name, time), beginning, `${name}=${time}`)
      const end = await read(path, name, '9999-01-01T00:00:00Z')
      for (const time of latestTimes) assert.equal(await read(path, name, time), end, time)
    })
})

describe('times of bodies', () => {
  for (const expires_at of [...zeroTimes, '9999-12-31T23:59:59-14:00'])
    it(`rejects expires_at ${expires_at} with the bounds`, async () => {
      const { status, json } = await api.post('/gift_requests', giftBody(testApp, { expires_at }))
      assert.equal(status, 422)
      assert.deepEqual(
        json.errors.map(({ param, message }: Record<string, string>) => [param, message]),
        [
          [
            'expires_at',
            'must be a timestamp such as 2026-05-01T10:30:00.000Z, from 1970 to 9999 in UTC',
          ],
        ],
      )
    })

  it('accepts the last moment of 9999', async () => {
    const expires_at = '9999-12-31T23:59:59.999Z'
    const created = await api.post('/gift_requests', giftBody(testApp, { expires_at }))
    assert.equal(created.status, 201, created.text)
    const { json } = await api.get(`/gift_requests/${created.json.id}/details`)
    assert.equal(json.expires_at, expires_at)
  })
})
