import type { TxContext } from '#platform/postgres/database'
import * as codeStore from '../codes/code-store.ts'
import { findVisibleEnd } from '../codes/list-codes.ts'
import * as contentStore from '../contents/content-store.ts'
import * as fileStore from '../contents/file-store.ts'
import {
  type CodeRow,
  type ContentRow,
  codeContext,
  type Delivery,
  type FileRow,
  type ItemRow,
  linkContext,
  pinContext,
} from '../tables.ts'
import * as itemStore from './item-store.ts'

/** A digital item of a gift, without its content. */
export interface GivenItem {
  id: string
  line_item_id: string
  variant_id: string
  delivery: Delivery
  needs_code: boolean
  /** Null while the item waits for a code. */
  given_at: Date | null
  revealed_at: Date | null
  replaced_at: Date | null
  downloads: number
}

/** What a revealed item contains. Only the recipient sees it. */
export interface ItemContent {
  code: string | null
  pin: string | null
  /** The last day on which the code works, as YYYY-MM-DD. */
  expires_on: string | null
  url: string | null
  file: Pick<FileRow, 'name' | 'size' | 'content_type'> | null
  instructions: string
}

/** Returns the digital items of a gift request, without their contents. */
export async function findItems(ctx: TxContext, gift_request_id: string): Promise<GivenItem[]> {
  return (await itemStore.findByGift(ctx, gift_request_id)).map(toGivenItem)
}

const toGivenItem = ({
  account_id: _,
  gift_request_id: __,
  code_id: ___,
  number: ____,
  created_at: _____,
  ...item
}: ItemRow): GivenItem => item

/** Returns the digital items of a gift request with the last characters of their codes, for users of the account. */
export async function findItemsForAdmin(ctx: TxContext, gift_request_id: string) {
  const items = await itemStore.findByGift(ctx, gift_request_id)
  const codes = await findCodes(ctx, items)
  return items.map((item) => {
    const code = codes.get(item.code_id ?? '')
    const last_four = code === undefined ? null : findVisibleEnd(ctx, code)
    return { ...toGivenItem(item), last_four }
  })
}

/**
 * Returns the contents of the revealed items of a gift request, by item. Call this only for a visitor with a valid
 * recipient proof.
 */
export async function findRevealedContents(
  ctx: TxContext,
  gift_request_id: string,
): Promise<ReadonlyMap<string, ItemContent>> {
  const items = (await itemStore.findByGift(ctx, gift_request_id)).filter(
    ({ revealed_at }) => revealed_at !== null,
  )
  if (items.length === 0) return new Map()
  const variantIds = [...new Set(items.map(({ variant_id }) => variant_id))]
  const contents = new Map(
    (await contentStore.find(ctx, variantIds)).map((content) => [content.id, content]),
  )
  const codes = await findCodes(ctx, items)
  const files = await fileStore.findFiles(
    ctx,
    [...contents.values()].flatMap(({ file_id }) => file_id ?? []),
  )
  return new Map(
    items.map((item) => {
      const content = contents.get(item.variant_id)
      const file = files.find(({ id }) => id === content?.file_id)
      return [item.id, toContent(ctx, item, codes.get(item.code_id ?? ''), content, file)]
    }),
  )
}

async function findCodes(
  ctx: TxContext,
  items: readonly ItemRow[],
): Promise<ReadonlyMap<string, CodeRow>> {
  const ids = items.flatMap(({ code_id }) => code_id ?? [])
  const rows = ids.length === 0 ? [] : await codeStore.findByIds(ctx, ids)
  return new Map(rows.map((row) => [row.id, row]))
}

function toContent(
  { deployment: { cipher } }: TxContext,
  { delivery }: ItemRow,
  code: CodeRow | undefined,
  content: ContentRow | undefined,
  file: FileRow | undefined,
): ItemContent {
  const text =
    code === undefined || code.encrypted_code === null
      ? null
      : cipher.decrypt(code.encrypted_code, codeContext(code.id))
  const pin =
    code === undefined || code.encrypted_pin === null
      ? null
      : cipher.decrypt(code.encrypted_pin, pinContext(code.id))
  const sharedLink = content?.encrypted_link ?? null
  const url =
    text ??
    (sharedLink === null || content === undefined
      ? null
      : cipher.decrypt(sharedLink, linkContext(content.id)))
  return {
    code: delivery === 'code' ? text : null,
    pin,
    expires_on: code?.expires_on ?? null,
    url: delivery === 'link' ? url : null,
    file: delivery === 'file' && file !== undefined ? file : null,
    instructions: content?.instructions ?? '',
  }
}
