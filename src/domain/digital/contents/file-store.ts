import type { TxContext } from '#platform/postgres/database'
import { insertRow } from '#platform/postgres/table'
import type { FileRow } from '../tables.ts'

export const insertFile = (ctx: TxContext, file: FileRow): Promise<void> =>
  insertRow(ctx, 'digital.file', file)

export const insertChunk = (
  ctx: TxContext,
  chunk: { id: string; file_id: string; number: number; encrypted_content: Buffer },
): Promise<unknown> =>
  ctx.query(
    `insert into digital.file_chunk (account_id, id, file_id, number, encrypted_content) values ($1, $2, $3, $4, $5)`,
    [ctx.account_id, chunk.id, chunk.file_id, chunk.number, chunk.encrypted_content],
  )

export const findFiles = async (ctx: TxContext, ids: readonly string[]): Promise<FileRow[]> =>
  ids.length === 0
    ? []
    : ctx.query<FileRow>(
        `select account_id, id, variant_id, name, content_type, size, created_at from digital.file
          where account_id = $1 and id = any ($2)`,
        [ctx.account_id, ids],
      )

export const findChunks = (
  ctx: TxContext,
  file_id: string,
  after: number,
  limit: number,
): Promise<{ id: string; number: number; encrypted_content: Buffer }[]> =>
  ctx.query(
    `select id, number, encrypted_content from digital.file_chunk
      where account_id = $1 and file_id = $2 and number > $3 order by number limit $4`,
    [ctx.account_id, file_id, after, limit],
  )

/** Deletes the files of a variant except one. */
export const deleteOtherFiles = (
  ctx: TxContext,
  variant_id: string,
  id: string,
): Promise<unknown> =>
  ctx.query('delete from digital.file where account_id = $1 and variant_id = $2 and id <> $3', [
    ctx.account_id,
    variant_id,
    id,
  ])
