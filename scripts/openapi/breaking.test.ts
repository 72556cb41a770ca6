import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { breakingChanges } from './breaking.ts'
import { findBreakingChanges, readReleaseFolder } from './previous-release.ts'
import type { JsonObject } from './schemas.ts'

const document = () => ({
  paths: {
    '/gifts': {
      get: {
        parameters: [{ name: 'limit', in: 'query', schema: { type: 'integer', maximum: 100 } }],
        responses: {
          '200': {
            headers: { 'Request-Id': {} },
            content: { 'application/json': { schema: { $ref: '#/components/schemas/Gift' } } },
          },
          '404': {},
        },
      },
      post: {
        requestBody: {
          content: {
            'application/json': { schema: { $ref: '#/components/schemas/NewGift' } },
          },
        },
        responses: { '201': {} },
      },
    },
  },
  webhooks: {
    created: {
      post: {
        parameters: [
          { name: 'Event-Id', in: 'header', required: true, schema: { type: 'string' } },
        ],
        requestBody: {
          required: true,
          content: { 'application/json': { schema: { $ref: '#/components/schemas/Gift' } } },
        },
      },
    },
  },
  components: {
    schemas: {
      Gift: {
        type: 'object',
        required: ['id', 'status'],
        properties: {
          id: { type: 'string', format: 'uuid' },
          status: { type: 'string', enum: ['open', 'done'] },
          note: { type: ['string', 'null'] },
          sender: {
            anyOf: [{ type: 'object', properties: { name: { type: 'string' } } }, { type: 'null' }],
          },
          tags: { type: 'array', items: { type: 'string' } },
        },
      },
      NewGift: {
        type: 'object',
        required: ['to'],
        properties: {
          to: { type: 'string', maxLength: 255 },
          note: { type: ['string', 'null'] },
          mode: { type: 'string', enum: ['one', 'all'] },
          count: { type: 'integer', minimum: 1 },
        },
      },
    },
  },
})
type Document = ReturnType<typeof document>

/** Returns the breaking changes of a document after a modification. */
// biome-ignore lint/suspicious/noExplicitAny: each case reaches somewhere else
function findBreaking(change: (doc: any) => unknown): string[] {
  const doc: Document = document()
  change(doc)
  return breakingChanges(document() as unknown as JsonObject, doc as unknown as JsonObject)
}

describe('a breaking change', () => {
  // biome-ignore format: read down the columns
  // biome-ignore lint/suspicious/noExplicitAny: each case reaches somewhere else
  const breaking: [name: string, change: (doc: any) => unknown, expected: RegExp][] = [
    ['an operation removed',      (doc) => delete doc.paths['/gifts'].post,                                     /^POST \/gifts: removed$/],
    ['a path removed',            (doc) => delete doc.paths['/gifts'],                                          /^GET \/gifts: removed$/],
    ['a webhook removed',         (doc) => delete doc.webhooks.created,                                         /^webhook POST created: removed$/],
    ['a parameter removed',       (doc) => doc.paths['/gifts'].get.parameters.pop(),                            /parameter query limit removed/],
    ['a parameter required',      (doc) => { doc.paths['/gifts'].get.parameters[0].required = true },           /limit is required now/],
    ['a new required parameter',  (doc) => doc.paths['/gifts'].get.parameters.push({ name: 'x', in: 'query', required: true }), /query x is required now/],
    ['a tighter parameter',       (doc) => { doc.paths['/gifts'].get.parameters[0].schema.maximum = 50 },       /limit: maximum is tighter/],
    ['a webhook header removed',  (doc) => doc.webhooks.created.post.parameters.pop(),                          /header Event-Id removed/],
    ['a response removed',        (doc) => delete doc.paths['/gifts'].get.responses['404'],                     /response 404 removed/],
    ['a header removed',          (doc) => delete doc.paths['/gifts'].get.responses['200'].headers['Request-Id'], /header Request-Id removed/],
    ['a media type removed',      (doc) => { doc.paths['/gifts'].get.responses['200'].content = {} },           /application\/json removed/],
    ['a body required',           (doc) => { doc.paths['/gifts'].post.requestBody.required = true },            /a body is required now/],
    ['a member removed',          (doc) => delete doc.components.schemas.Gift.properties.note,                  /response 200\.note removed/],
    ['a member may be missing',   (doc) => doc.components.schemas.Gift.required.pop(),                          /status may be missing now/],
    ['a member may be null',      (doc) => { doc.components.schemas.Gift.properties.id.type = ['string', 'null'] }, /id may be null now/],
    ['another response type',     (doc) => { doc.components.schemas.Gift.properties.id.type = 'integer' },      /id: type is now integer/],
    ['another format',            (doc) => { doc.components.schemas.Gift.properties.id.format = 'uri' },        /id: format changed/],
    ['a value removed',           (doc) => doc.components.schemas.Gift.properties.status.enum.pop(),            /value "done" removed/],
    ['inside a choice',           (doc) => delete doc.components.schemas.Gift.properties.sender.anyOf[0].properties.name, /sender\.name removed/],
    ['inside a list',             (doc) => { doc.components.schemas.Gift.properties.tags.items.type = 'integer' }, /tags\[\]: type/],
    ['a sent member removed',     (doc) => delete doc.components.schemas.NewGift.properties.note,               /body\.note removed/],
    ['a newly required member',   (doc) => doc.components.schemas.NewGift.required.push('note'),                /body\.note is required now/],
    ['a new required member',     (doc) => { doc.components.schemas.NewGift.properties.by = {}; doc.components.schemas.NewGift.required.push('by') }, /body\.by is required now/],
    ['null rejected',             (doc) => { doc.components.schemas.NewGift.properties.note.type = 'string' },  /note must not be null now/],
    ['a shorter text',            (doc) => { doc.components.schemas.NewGift.properties.to.maxLength = 100 },    /to: maxLength is tighter/],
    ['a limit added',             (doc) => { doc.components.schemas.NewGift.properties.count.maximum = 9 },     /count: maximum is tighter/],
    ['a pattern added',           (doc) => { doc.components.schemas.NewGift.properties.to.pattern = '^a' },     /to: pattern added/],
    ['a sent value removed',      (doc) => doc.components.schemas.NewGift.properties.mode.enum.pop(),           /value "all" removed/],
    ['a narrower type',           (doc) => { doc.components.schemas.NewGift.properties.to.type = 'integer' },   /to: type no longer string/],
    ['only certain values',       (doc) => { doc.components.schemas.NewGift.properties.to.enum = ['a'] },       /to: only certain values now/],
    ['others rejected',           (doc) => { doc.components.schemas.NewGift.additionalProperties = false },     /other members are rejected now/],
  ]
  for (const [name, change, expected] of breaking) {
    it(`is ${name}`, () => {
      const found = findBreaking(change)
      assert.ok(
        found.some((line) => expected.test(line)),
        `found ${JSON.stringify(found)}`,
      )
    })
  }

  // biome-ignore format: read down the columns
  // biome-ignore lint/suspicious/noExplicitAny: each case reaches somewhere else
  const harmless: [name: string, change: (doc: any) => unknown][] = [
    ['nothing at all',          () => {}],
    ['a new operation',         (doc) => { doc.paths['/more'] = { get: {} } }],
    ['a new parameter',         (doc) => doc.paths['/gifts'].get.parameters.push({ name: 'x', in: 'query' })],
    ['a new response',          (doc) => { doc.paths['/gifts'].get.responses['429'] = {} }],
    ['a new response member',   (doc) => { doc.components.schemas.Gift.properties.more = { type: 'string' } }],
    ['a member always there',   (doc) => doc.components.schemas.Gift.required.push('note')],
    ['a new value',             (doc) => doc.components.schemas.Gift.properties.status.enum.push('more')],
    ['a new request member',    (doc) => { doc.components.schemas.NewGift.properties.more = { type: 'string' } }],
    ['a longer text',           (doc) => { doc.components.schemas.NewGift.properties.to.maxLength = 500 }],
    ['a member not required',   (doc) => { doc.components.schemas.NewGift.required = [] }],
    ['another description',     (doc) => { doc.components.schemas.Gift.description = 'x' }],
    ['written without a name',  (doc) => { doc.paths['/gifts'].get.responses['200'].content['application/json'].schema = doc.components.schemas.Gift }],
  ]
  for (const [name, change] of harmless) {
    it(`is not ${name}`, () => assert.deepEqual(findBreaking(change), []))
  }
})

describe('the comparison with an earlier release', () => {
  const folder = mkdtempSync(join(tmpdir(), 'bestow-openapi-'))
  mkdirSync(join(folder, 'openapi'))
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ version: '1.4.0' }))
  writeFileSync(join(folder, 'openapi/v.json'), JSON.stringify(document()))
  const earlier = readReleaseFolder(folder)
  const now = JSON.stringify({ ...document(), paths: {} })
  const problems = findBreakingChanges(earlier, 'openapi/v.json', '1.5.0', now)
  rmSync(folder, { recursive: true })

  it('reports breaking changes unless the major version is raised', () => {
    assert.match(problems.join('\n'), /GET \/gifts: removed/)
    const major = { ...earlier, read: () => JSON.stringify(document()) }
    assert.deepEqual(findBreakingChanges(major, 'openapi/v.json', '2.0.0', now), [])
    assert.equal(findBreakingChanges(major, 'openapi/v.json', '1.5.0', now).length, 2)
  })

  it('accepts a new document', () => {
    const none = { ...earlier, read: () => undefined }
    assert.deepEqual(findBreakingChanges(none, 'openapi/v.json', '1.5.0', now), [])
  })
})
