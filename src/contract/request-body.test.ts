import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Type } from 'typebox'
import { singleLine } from './normalize.ts'
import { clearable } from './nullable.ts'
import { defineBody, defineChanges } from './request-body.ts'

const schema = Type.Object(
  {
    name: Type.Optional(Type.String({ minLength: 1, ...singleLine })),
    note: Type.Optional(clearable(Type.String({ maxLength: 5 }))),
    kind: Type.Optional(clearable(Type.Unsafe<'a' | 'b'>(Type.String({ enum: ['a', 'b'] })))),
  },
  { additionalProperties: false },
)

const problemsOf = (definition: ReturnType<typeof defineBody<typeof schema>>, body: unknown) =>
  definition.parse(body).fieldErrors.map(({ param, message }) => `${param} ${message}`)

describe('a body', () => {
  const body = defineBody(schema)

  it('treats null as an omitted member', () => {
    assert.deepEqual(body.parse({ name: ' Ada ', note: null }), {
      members: { name: 'Ada' },
      fieldErrors: [],
    })
  })

  it('reports every error', () => {
    assert.deepEqual(problemsOf(body, { name: 1, colour: 'red' }), [
      'colour is not a parameter of this operation',
      'name must be a string',
    ])
  })
})

describe('changes', () => {
  const changes = defineChanges(schema)

  it('keep null for members that can be cleared', () => {
    assert.deepEqual(changes.parse({ name: ' Ada ', note: null, kind: null }), {
      members: { name: 'Ada', note: null, kind: null },
      fieldErrors: [],
    })
  })

  it('reject null for other members', () => {
    assert.deepEqual(problemsOf(changes, { name: null }), ['name must not be null'])
  })

  it('name both types of a member that can be cleared', () => {
    assert.deepEqual(problemsOf(changes, { note: 1 }), ['note must be a string or null'])
    assert.deepEqual(problemsOf(changes, { note: 'too long' }), [
      'note must be at most 5 characters',
    ])
    assert.deepEqual(problemsOf(changes, { kind: 'c' }), ['kind must be one of a, b, null'])
  })
})
