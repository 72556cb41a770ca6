import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createAdminTestApp } from '#test/admin-harness'
import { createScimClient } from '#test/scim-fixture'

const testApp = await createAdminTestApp()
const scim = await createScimClient(testApp)
const { id } = await scim.create('Users', {
  userName: "o'neil@example.org",
  externalId: 'a"b',
  name: { givenName: 'Ada', familyName: 'O’Neil' },
})

const search = (filter: string) => scim.get(`/Users?filter=${encodeURIComponent(filter)}`)

describe('a filter', () => {
  // biome-ignore format: read down the columns
  const matches: [filter: string, count: number][] = [
    [`userName eq "o'neil@example.org"`,                              1],
    [`userName EQ "O'NEIL@example.org"`,                              1],
    [`urn:ietf:params:scim:schemas:core:2.0:User:userName sw "O'"`,   1],
    [`name.familyName co "neil"`,                                     1],
    [`name.givenName eq "ada" and emails.value ew "example.org"`,     1],
    [`emails[type eq "work" and value co "@example.org"]`,            1],
    [`externalId pr`,                                                 1],
    [`not (externalId pr)`,                                           2],
    [`externalId eq null`,                                            2],
    [`externalId ne "x"`,                                             3],
    [`active eq true and externalId pr`,                              1],
    [`active eq "False"`,                                             0],
    [`userName eq "' or 1=1 --"`,                                     0],
    [`userName eq "%"`,                                               0],
    [`id eq "x"`,                                                     0],
    [`(userName sw "a" or userName sw "o") and (externalId pr)`,      1],
  ]
  for (const [filter, count] of matches)
    it(`matches ${filter}`, async () => {
      const { status, json } = await search(filter)
      assert.equal(status, 200, JSON.stringify(json))
      assert.equal(json.totalResults, count)
    })

  const rejected = [
    'userName eq',
    'userName',
    'userName eq "a',
    '((((((((',
    "userName eq 'x'; drop table access.user",
    'password eq "x"',
    'role eq "admin"',
    '__proto__ eq "x"',
    'constructor pr',
    'meta.lastModified gt "2011-05-13T04:42:34Z"',
    'userName gt "a"',
    'userName eq "a\u0000"',
    `userName eq "${'a'.repeat(1_000)}"`,
    Array.from({ length: 21 }, () => 'id eq "x"').join(' or '),
    Array.from({ length: 10 }, () => '(id eq "x" or id eq "y")').join(' and '),
    `${'('.repeat(400)}id pr${')'.repeat(400)} x`,
    `id eq ${'a.'.repeat(400)}[`,
    `${'a '.repeat(490)}`,
    '[[[[]]]]',
  ]
  for (const filter of rejected)
    it(`is rejected soon: ${filter.slice(0, 50)}`, async () => {
      const startedAt = performance.now()
      const { status, json } = await search(filter)
      assert.equal(status, 400, JSON.stringify(json))
      assert.equal(json.scimType, 'invalidFilter')
      assert.ok(performance.now() - startedAt < 2_000)
    })
})

describe('a page', () => {
  // biome-ignore format: read down the columns
  const pages: [query: string, startIndex: number, itemsPerPage: number][] = [
    ['startIndex=2&count=1',    2, 1],
    ['startIndex=-5&count=2',   1, 2],
    ['count=0',                 1, 0],
    ['count=-1',                1, 0],
    ['count=100000',            1, 3],
    ['startIndex=999999999999', 1_000_000_000, 0],
  ]
  for (const [query, startIndex, itemsPerPage] of pages)
    it(`has the range ${query}`, async () => {
      const { json } = await scim.get(`/Users?${query}`)
      assert.deepEqual(
        [json.totalResults, json.startIndex, json.itemsPerPage],
        [3, startIndex, itemsPerPage],
      )
      assert.equal(json.Resources.length, itemsPerPage)
    })

  it('needs integers, once', async () => {
    for (const query of [
      'count=x',
      'startIndex=1.5',
      'count=1&count=2',
      'attributes=a&attributes=b',
    ])
      assert.equal((await scim.get(`/Users?${query}`)).json.scimType, 'invalidValue')
  })
})

describe('a body', () => {
  it('has at most 64 kB, and JSON of limited depth', async () => {
    const large = JSON.stringify({ userName: 'x'.repeat(70_000) })
    assert.equal((await scim.send('POST', '/Users', large)).status, 413)
    for (const text of ['['.repeat(30_000), `{"a":`.repeat(5_000), '{', 'null', ''])
      assert.equal((await scim.send('POST', '/Users', text)).status, 400)
  })

  // biome-ignore format: read down the columns
  const operations: [operation: unknown, scimType: string][] = [
    [{ op: 'move', path: 'userName', value: 'x' },                       'invalidSyntax'],
    [{ op: 'remove' },                                                   'noTarget'],
    [{ op: 'replace', value: 'x' },                                      'invalidValue'],
    [{ op: 'replace', path: 7, value: 'x' },                             'invalidPath'],
    [{ op: 'remove', path: 'userName' },                                 'mutability'],
    [{ op: 'replace', path: 'active', value: 'maybe' },                  'invalidValue'],
    [{ op: 'replace', path: 'displayName', value: { a: 1 } },            'invalidValue'],
    [{ op: 'replace', path: 'displayName', value: 'x'.repeat(300) },     'invalidValue'],
    [{ op: 'replace', path: 'emails[type eq', value: 'x@example.org' },  'invalidFilter'],
    [{ op: 'replace', path: 'emails[value eq "a" or value eq "b"', value: 'x' }, 'invalidFilter'],
    [{ op: 'replace', path: 'emails', value: [{ value: 'no address' }] }, 'invalidValue'],
    [null,                                                               'invalidValue'],
  ]
  for (const [operation, scimType] of operations)
    it(`is rejected with ${JSON.stringify(operation).slice(0, 60)}`, async () => {
      const { status, json } = await scim.patch(`/Users/${id}`, operation as object)
      assert.equal(status, 400, JSON.stringify(json))
      assert.deepEqual(json.schemas, ['urn:ietf:params:scim:api:messages:2.0:Error'])
      assert.equal(json.status, '400')
      assert.equal(json.scimType, scimType)
    })

  it('cannot change a role, the id or a prototype', async () => {
    const before = (await scim.get(`/Users/${id}`)).json
    const value = {
      roles: [{ value: 'admin' }],
      role: 'admin',
      id: 'x',
      meta: null,
      groups: ['x'],
      is_operator: true,
    }
    const text = JSON.stringify(value).replace('{', '{"__proto__":{"role":"admin"},')
    const body = `{"schemas":["urn:ietf:params:scim:api:messages:2.0:PatchOp"],"Operations":[{"op":"add","value":${text}},{"op":"add","path":"__proto__.role","value":"admin"}]}`
    const changed = await scim.send('PATCH', `/Users/${id}`, body)
    assert.equal(changed.status, 200)
    const { meta: _, ...rest } = changed.json
    const { meta: __, ...expected } = before
    assert.deepEqual(rest, expected)
  })
})

it('answers unknown paths and methods in the form of RFC 7644', async () => {
  for (const [method, path] of [
    ['GET', '/Bulk'],
    ['POST', '/Bulk'],
    ['GET', `/Users/${'x'.repeat(36)}`],
    ['GET', '/Users/%00'],
  ] as const) {
    const { status, json } = await scim.send(method, path, method === 'POST' ? {} : undefined)
    assert.equal(status, 404)
    assert.deepEqual(json.schemas, ['urn:ietf:params:scim:api:messages:2.0:Error'])
  }
})
