import type { TxContext } from '#platform/postgres/database'

/** A row of gifting.contact_note. */
interface ContactNoteRow {
  id: string
  author_id: string
  author_name: string
  encrypted_text: Buffer
  created_at: Date
}

/** Returns the notes of a contact, newest first. */
export const list = (
  ctx: TxContext,
  contact_id: string,
  limit: number,
): Promise<ContactNoteRow[]> =>
  ctx.query<ContactNoteRow>(
    `select id, author_id, author_name, encrypted_text, created_at from gifting.contact_note
      where account_id = $1 and contact_id = $2 order by id desc limit $3`,
    [ctx.account_id, contact_id, limit],
  )

/** Locks a contact that is not erased, and returns the number of its notes. */
export async function lockAndCount(
  ctx: TxContext,
  contact_id: string,
): Promise<number | undefined> {
  const [contact] = await ctx.query(
    'select from gifting.contact where account_id = $1 and id = $2 and email_key is not null for update',
    [ctx.account_id, contact_id],
  )
  if (contact === undefined) return undefined
  return ctx.queryCount(
    'select count(*) from gifting.contact_note where account_id = $1 and contact_id = $2',
    [ctx.account_id, contact_id],
  )
}

export const insert = (
  ctx: TxContext,
  contact_id: string,
  note: Omit<ContactNoteRow, 'created_at'>,
): void =>
  ctx.enqueue(
    `insert into gifting.contact_note (account_id, id, contact_id, author_id, author_name, encrypted_text, created_at)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [
      ...[ctx.account_id, note.id, contact_id, note.author_id, note.author_name],
      ...[note.encrypted_text, ctx.now],
    ],
  )

/** Deletes a note of this author, or of any. Returns whether there was one. */
export const remove = (
  ctx: TxContext,
  contact_id: string,
  id: string,
  author_id: string | undefined,
): Promise<boolean> =>
  ctx.hasRows(
    `delete from gifting.contact_note
      where account_id = $1 and contact_id = $2 and id = $3 and ($4::uuid is null or author_id = $4) returning true`,
    [ctx.account_id, contact_id, id, author_id ?? null],
  )

/** Deletes the notes about the contact with this email address. The statement is not awaited. */
export const eraseByEmail = (ctx: TxContext, email_key: string): void =>
  ctx.enqueue(
    `delete from gifting.contact_note n using gifting.contact c
      where c.account_id = $1 and c.email_key = $2 and n.account_id = c.account_id and n.contact_id = c.id`,
    [ctx.account_id, email_key],
  )
