import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import * as digital from '#digital'
import * as gifting from '#gifting'
import { redirect } from './context.ts'
import { type GiftContext, runForRecipient } from './gift-context.ts'

/*
 * The contents of digital items. Only a browser with a recipient proof can reveal and download them, and only
 * this browser sees the full address. A code is worth money, and people forward emails and links (decision
 * 100).
 */

/** Reveals an item, and redirects to the item. */
export async function revealItem(context: GiftContext): Promise<FastifyReply> {
  const item_id = context.form.get('item') ?? ''
  const { urls } = context
  if (!context.isRecipient) return redirect(context, urls.to())
  await runForRecipient(context, (ctx, id) => gifting.revealItem(ctx, id, item_id))
  const isItem = context.gift.digital_items.some(({ id }) => id === item_id)
  return redirect(context, isItem ? `${urls.to()}#item-${item_id}` : urls.to())
}

/** Sends the file of a revealed item as a download, and counts the download. */
export async function downloadFile(context: GiftContext): Promise<FastifyReply> {
  const item_id = context.form.get('item') ?? ''
  const { deps, reply, urls } = context
  const file = context.isRecipient
    ? await runForRecipient(context, (ctx, id) => gifting.startDownload(ctx, id, item_id))
    : undefined
  if (file === undefined) return redirect(context, urls.to())
  return reply
    .headers({
      'content-type': file.content_type,
      'content-length': file.size,
      'content-disposition': contentDisposition(file.name),
      'cache-control': 'no-store',
      'content-security-policy': `default-src 'none'; sandbox`,
      'cross-origin-resource-policy': 'same-origin',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'x-robots-tag': 'noindex, nofollow, noarchive',
    })
    .send(Readable.from(digital.readFile(deps.db, file)))
}

/** Builds a header with the name of the file in ASCII and in UTF-8 (RFC 6266). */
const contentDisposition = (name: string) => {
  const ascii = name.replace(/[^\x20-\x7e]|["\\]/g, '_')
  const utf8 = encodeURIComponent(name).replace(
    /['()*]/g,
    (each) => `%${each.charCodeAt(0).toString(16)}`,
  )
  return `attachment; filename="${ascii}"; filename*=UTF-8''${utf8}`
}
