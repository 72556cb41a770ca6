import type { TxContext } from '#platform/postgres/database'
import type { MediaType } from './media-format.ts'

/** A photo or a video, without its content. */
export interface Media {
  id: string
  content_type: MediaType
  size: number
  width: number | null
  height: number | null
  /** Describes the content for those who do not see it. */
  alt: string
  created_at: Date
}

export const chunkContext = (id: string) => `greetings.media_chunk ${id}`

export const insert = (ctx: TxContext, media: Media): Promise<unknown> =>
  ctx.query(
    `insert into greetings.media (account_id, id, content_type, size, width, height, alt, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [
      ctx.account_id,
      media.id,
      media.content_type,
      media.size,
      media.width,
      media.height,
      media.alt,
      media.created_at,
    ],
  )

export const insertChunk = (
  ctx: TxContext,
  chunk: { id: string; media_id: string; number: number; encrypted_content: Buffer },
): Promise<unknown> =>
  ctx.query(
    `insert into greetings.media_chunk (account_id, id, media_id, number, encrypted_content)
     values ($1, $2, $3, $4, $5)`,
    [ctx.account_id, chunk.id, chunk.media_id, chunk.number, chunk.encrypted_content],
  )

/** Returns media of any accounts by id. */
export async function findByIds(
  ctx: TxContext,
  refs: readonly { account_id: string; id: string }[],
): Promise<ReadonlyMap<string, Media>> {
  if (refs.length === 0) return new Map()
  const rows = await ctx.query<Media>(
    `select m.id, m.content_type, m.size, m.width, m.height, m.alt, m.created_at
       from (select distinct * from unnest($1::uuid[], $2::uuid[]) as w (account_id, id)) w
       join greetings.media m on m.account_id = w.account_id and m.id = w.id`,
    [refs.map(({ account_id }) => account_id), refs.map(({ id }) => id)],
  )
  return new Map(rows.map((media) => [media.id, media]))
}

export const findChunk = (
  ctx: TxContext,
  media_id: string,
  number: number,
): Promise<{ id: string; encrypted_content: Buffer } | undefined> =>
  ctx.queryFirst<{ id: string; encrypted_content: Buffer }>(
    `select id, encrypted_content from greetings.media_chunk
      where account_id = $1 and media_id = $2 and number = $3`,
    [ctx.account_id, media_id, number],
  )

export const sumSizes = (ctx: TxContext): Promise<number> =>
  ctx.queryCount(
    'select coalesce(sum(size), 0)::float8 as total from greetings.media where account_id = $1',
    [ctx.account_id],
  )

/** Excludes media from the deletion until a time. The statement is not awaited. */
export const reserve = (ctx: TxContext, id: string, until: Date): void =>
  ctx.enqueue(
    `update greetings.media set reserved_until = greatest(reserved_until, $3) where account_id = $1 and id = $2`,
    [ctx.account_id, id, until],
  )

/** Deletes media that no greeting uses. The transaction covers all accounts. Returns how many. */
export const deleteUnused = (ctx: TxContext, before: Date, limit: number): Promise<number> =>
  ctx.countRows(
    `delete from greetings.media where (account_id, id) in (
       select m.account_id, m.id from greetings.media m
        where m.created_at < $1 and (m.reserved_until is null or m.reserved_until < $3)
          and not exists (select from greetings.campaign_greeting c where c.account_id = m.account_id and c.media_id = m.id)
          and not exists (select from greetings.gift_greeting g where g.account_id = m.account_id and g.media_id = m.id)
        order by m.created_at limit $2 for update skip locked)
     returning id`,
    [before, limit, ctx.now],
  )
