import { ApiError, throwIfAny } from '#contract'
import { isId, newId } from '#platform/lib/ids'
import type { TxContext } from '#platform/postgres/database'
import * as noteStore from './contact-note-store.ts'

/** A note of the account's users about a recipient. Recipients do not see it, but an export of their data contains it. */
export interface ContactNote {
  id: string
  author: { id: string; name: string }
  text: string
  created_at: Date
}

const maxNotes = 500
const maxTextLength = 5_000

export const contactNoteContext = (id: string): string =>
  `gifting.contact_note.encrypted_text ${id}`

/** Returns the notes about a contact, newest first. */
export async function listContactNotes(ctx: TxContext, contact_id: string): Promise<ContactNote[]> {
  const rows = await noteStore.list(ctx, contact_id, maxNotes)
  return rows.map(({ id, author_id, author_name, encrypted_text, created_at }) => ({
    id,
    author: { id: author_id, name: author_name },
    text: ctx.deployment.cipher.decrypt(encrypted_text, contactNoteContext(id)),
    created_at,
  }))
}

/** Adds a note. Returns undefined if the account has no such contact. */
export async function addContactNote(
  ctx: TxContext,
  contact_id: string,
  author: { id: string; name: string },
  text: string,
): Promise<ContactNote | undefined> {
  const trimmed = text.trim()
  validateText(trimmed)
  const count = isId(contact_id) ? await noteStore.lockAndCount(ctx, contact_id) : undefined
  if (count === undefined) return undefined
  if (count >= maxNotes)
    throw new ApiError('not_allowed', {
      message: `A recipient can have at most ${maxNotes} notes. Delete one that is no longer needed.`,
    })
  const id = newId(ctx.now)
  const encrypted_text = ctx.deployment.cipher.encrypt(trimmed, contactNoteContext(id))
  noteStore.insert(ctx, contact_id, {
    ...{ id, encrypted_text },
    ...{ author_id: author.id, author_name: author.name },
  })
  return { id, author, text: trimmed, created_at: ctx.now }
}

function validateText(text: string): void {
  if (text === '') throwIfAny([{ code: 'required', param: 'text', message: 'must not be empty' }])
  if (text.length > maxTextLength)
    throwIfAny([
      {
        code: 'too_long',
        param: 'text',
        message: `must have at most ${maxTextLength} characters`,
      },
    ])
}

/** Deletes a note: an author's own, or any without an author. Returns whether there was one. */
export const deleteContactNote = async (
  ctx: TxContext,
  contact_id: string,
  id: string,
  author_id?: string,
): Promise<boolean> =>
  isId(contact_id) && isId(id) && (await noteStore.remove(ctx, contact_id, id, author_id))
