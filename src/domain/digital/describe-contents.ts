import type { TxContext } from '#platform/postgres/database'
import * as codeStore from './codes/code-store.ts'
import * as contentStore from './contents/content-store.ts'
import { needsCode } from './contents/contents.ts'
import * as fileStore from './contents/file-store.ts'
import * as itemStore from './items/item-store.ts'
import { type ContentRow, type Delivery, type FileRow, linkContext } from './tables.ts'

/** The content of a digital variant as users of the account see it: no code, and of a link only its host. */
export interface ContentSummary {
  /** Null for a variant that is older than digital contents, until an admin chooses a delivery. */
  delivery: Delivery | null
  is_link_per_gift: boolean
  needs_code: boolean
  link_host: string | null
  file: { name: string; size: number; content_type: string; created_at: Date } | null
  instructions: string
  low_stock_threshold: number
  counts: Omit<codeStore.CodeCounts, 'variant_id'> & { waiting: number; downloads: number }
  /** Whether few codes are left. */
  is_low: boolean
}

/** Returns the contents of these digital variants. */
export async function describeContents(
  ctx: TxContext,
  variant_ids: readonly string[],
): Promise<ReadonlyMap<string, ContentSummary>> {
  const contents = await contentStore.find(ctx, variant_ids)
  const files = await fileStore.findFiles(
    ctx,
    contents.flatMap(({ file_id }) => file_id ?? []),
  )
  const counts = await countAll(ctx, variant_ids)
  const byId = new Map(contents.map((content) => [content.id, content]))
  return new Map(
    variant_ids.map((id) => {
      const content = byId.get(id)
      const file = files.find((each) => each.id === content?.file_id)
      return [id, summarize(ctx, content, file, counts(id))]
    }),
  )
}

async function countAll(ctx: TxContext, variant_ids: readonly string[]) {
  const codes = await codeStore.count(ctx, variant_ids)
  const waiting = await itemStore.countWaiting(ctx, variant_ids)
  const given = await itemStore.countGiven(ctx, variant_ids)
  return (id: string) => {
    const code = codes.find(({ variant_id }) => variant_id === id)
    const items = given.find(({ variant_id }) => variant_id === id)
    return {
      free: code?.free ?? 0,
      given: code?.given ?? items?.given ?? 0,
      revoked: code?.revoked ?? 0,
      expired: code?.expired ?? 0,
      waiting: waiting.find(({ variant_id }) => variant_id === id)?.count ?? 0,
      downloads: items?.downloads ?? 0,
    }
  }
}

function summarize(
  { deployment }: TxContext,
  content: ContentRow | undefined,
  file: FileRow | undefined,
  counts: ContentSummary['counts'],
): ContentSummary {
  const isCodeNeeded = content !== undefined && needsCode(content)
  const threshold = content?.low_stock_threshold ?? 0
  const link = content?.encrypted_link ?? null
  return {
    delivery: content?.delivery ?? null,
    is_link_per_gift: content?.is_link_per_gift ?? false,
    needs_code: isCodeNeeded,
    link_host:
      link === null || content === undefined
        ? null
        : new URL(deployment.cipher.decrypt(link, linkContext(content.id))).host,
    file:
      file === undefined
        ? null
        : {
            name: file.name,
            size: file.size,
            content_type: file.content_type,
            created_at: file.created_at,
          },
    instructions: content?.instructions ?? '',
    low_stock_threshold: threshold,
    counts,
    is_low: isCodeNeeded && counts.free <= threshold,
  }
}
