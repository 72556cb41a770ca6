import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import * as catalogue from '#catalogue'
import * as digital from '#digital'
import * as fulfilment from '#fulfilment'
import { adminContract, adminRoutes } from '#http/admin'
import { findContractViolations, findOperation } from '#test/admin-contract'
import { createAdminTestApp } from '#test/admin-harness'
import { pluck } from '#test/pluck'

const testApp = await createAdminTestApp()

const json = (status: number, body: unknown) => ({
  status,
  headers: new Headers({ 'content-type': 'application/json' }),
  json: body,
})

const id = '01900000-0000-7000-8000-000000000001'
const warehouse = { id, name: 'Berlin', country: 'DE', address: null }

describe('the contract of the admin API', () => {
  it('has a handler for each operation', () => {
    const bound = new Set(adminRoutes.map(({ operation }) => operation))
    const unbound = Object.entries(adminContract).filter(
      ([, value]) => typeof value === 'object' && 'summary' in value && !bound.has(value),
    )
    assert.deepEqual(
      unbound.map(([name]) => name),
      [],
    )
  })

  it('has a name for each operation that a route binds', () => {
    const named = new Set<unknown>(Object.values(adminContract))
    const unnamed = adminRoutes.filter(({ operation }) => !named.has(operation))
    assert.deepEqual(
      unnamed.map(({ method, path }) => `${method} ${path}`),
      [],
    )
  })

  it('parses the query before the handler, with the errors of the public API', async () => {
    const client = await testApp.signIn(testApp.admin)
    const { status, json } = await client.get('/recipients?limit=0&status=lost&color=red')
    assert.equal(status, 400)
    assert.deepEqual(pluck(json.errors, 'param', 'message'), [
      ['limit', 'must be a whole number of at least 1'],
      ['status', 'must be one of thanked, declined, bounced'],
      ['color', 'is not a parameter of this operation'],
    ])
  })

  it('returns null as the last change of an object without an audit entry', async () => {
    const client = await testApp.signIn(testApp.admin)
    const { status, json } = await client.get('/audit/latest/01900000-0000-7000-8000-000000000000')
    assert.deepEqual([status, json], [200, null])
  })
})

describe('the limits of the contract', () => {
  const { takeNextParcels, printDocument, importTracking } = adminContract
  const { importCodes, importCatalogue } = adminContract
  // biome-ignore format: aligned columns
  const limits: [name: string, schema: object, keyword: string, limit: number][] = [
    ['parcels that a packer takes', takeNextParcels.body.properties.count,    'maximum',  fulfilment.maxLeases],
    ['parcels of a document',       printDocument.body.properties.parcel_ids, 'maxItems', fulfilment.maxParcelsPerDocument],
    ['rows of a tracking import',   importTracking.body.properties.rows,      'maxItems', fulfilment.importLimits.rowsPerRequest],
    ['text of codes', importCodes.body.properties.text, 'maxLength', digital.importLimits.maxBytes],
    ['catalogue file as base64', importCatalogue.body.properties.content, 'maxLength', Math.ceil(catalogue.importLimits.maxBytes / 3) * 4 + 4],
  ]
  for (const [name, schema, keyword, limit] of limits)
    it(`are those of the domain: ${name}`, () => {
      assert.equal((schema as Record<string, unknown>)[keyword], limit)
    })
})

describe('the check of responses', () => {
  const violations = (body: unknown, status = 201) =>
    findContractViolations('POST', '/warehouses', json(status, body))

  it('accepts the declared reply', () => {
    assert.deepEqual(violations(warehouse), [])
  })

  // biome-ignore format: aligned columns
  const invalid: [name: string, body: unknown, status: number, message: RegExp][] = [
    ['a missing member',   { id, name: 'Berlin' },               201, /required property 'country'/],
    ['an unknown member',  { ...warehouse, secret: 'x' },        201, /additional properties .*secret/],
    ['a wrong type',       { ...warehouse, name: null },         201, /\/name must be string/],
    ['another status',     warehouse,                            202, /returns 202/],
  ]
  for (const [name, body, status, message] of invalid)
    it(`rejects ${name}`, () => {
      assert.match(violations(body, status).join(), message)
    })

  it('rejects unknown members of nested objects', () => {
    const body = {
      data: [{ ...warehouse, is_used: false, has_stock: false, x: 1 }],
      has_more: false,
    }
    const found = findContractViolations('GET', '/warehouses?limit=5', json(200, body))
    assert.match(found.join(), /\/data\/0 must NOT have additional properties/)
  })

  it('finds the operation of a path, with fixed segments before parameters', () => {
    assert.equal(findOperation('POST', '/endpoints/check')?.path, '/endpoints/check')
    assert.equal(findOperation('GET', '/endpoints/1/test?x=/a')?.path, '/endpoints/:id/test')
    assert.equal(findOperation('GET', '/nothing'), undefined)
  })
})
