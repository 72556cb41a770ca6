import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Type } from 'typebox'
import { handle } from './handle.ts'
import { operation } from './operation.ts'
import { orNull, page, Timestamp } from './schemas.ts'

const Note = Type.Object({
  id: Type.String(),
  text: Type.String(),
  author: orNull(Type.Object({ name: Type.String() })),
  created_at: Timestamp,
})

const readNote = operation('GET', '/notes/:id', {
  permission: 'gift_requests:read',
  summary: 'read',
  reply: Note,
})
const listNotes = operation('GET', '/notes', {
  permission: 'gift_requests:read',
  summary: 'list',
  reply: page(Note),
})
const createNote = operation('POST', '/notes', {
  permission: 'gift_requests:read',
  summary: 'create',
  body: Type.Object({ text: Type.String() }),
  status: 201,
  reply: Note,
})
const deleteNote = operation('DELETE', '/notes/:id', {
  permission: 'gift_requests:read',
  summary: 'delete',
})

const note = { id: '1', text: 'Hello', author: null, created_at: new Date() }
const noteWithSecret = { ...note, secret: 'x' }
const noteWithSecretAuthor = { ...note, author: { name: 'Ada', password: 'x' } }

/*
 * These tests run in the type check of the repository. If an expected error does not occur, the type check
 * reports it.
 */
describe('the types of a handler', () => {
  it('allow the declared reply, with a date in place of a timestamp', () => {
    handle(readNote, async ({ params }) => ({ ...note, id: params.id }))
    handle(listNotes, () => ({ data: [note], has_more: false }))
    handle(deleteNote, () => {})
  })

  it('reject missing, wrong and undeclared members, also in nested objects', () => {
    // @ts-expect-error the text is missing
    handle(readNote, () => ({ id: '1', author: null, created_at: new Date() }))
    // @ts-expect-error the id is a number
    handle(readNote, () => ({ ...note, id: 1 }))
    // @ts-expect-error the secret is not declared
    handle(readNote, () => noteWithSecret)
    // @ts-expect-error the password of the author is not declared
    handle(readNote, async () => noteWithSecretAuthor)
    // @ts-expect-error the secret of an item is not declared
    handle(listNotes, () => ({ data: [noteWithSecret], has_more: false }))
    // @ts-expect-error the operation declares no reply
    handle(deleteNote, () => note)
  })

  it('reject params and body members that the operation does not have', () => {
    // @ts-expect-error the path has no such parameter
    handle(readNote, async ({ params }) => ({ ...note, id: params.note }))
    // @ts-expect-error the body has no title
    handle(createNote, async ({ body }) => ({ ...note, text: body.title }))
  })
})

describe('a bound handler', () => {
  it('returns the reply with the declared status', async () => {
    const route = handle(createNote, ({ body }) => ({ ...note, text: body.text }))
    const context = { body: { text: 'Hi' } } as unknown as Parameters<typeof route.handle>[0]
    assert.deepEqual(
      { ...((await route.handle(context)) as object) },
      {
        status: 201,
        body: { ...note, text: 'Hi' },
      },
    )
  })
})
