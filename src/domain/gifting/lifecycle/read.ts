import type { Page, Paginated } from '#contract'
import { batchAccountLookups } from '#platform/lib/batch-lookups'
import { isId } from '#platform/lib/ids'
import { assertKnownCursor } from '#platform/postgres/cursors'
import type { Database, TxContext } from '#platform/postgres/database'
import { toBudgetedPage } from '#platform/postgres/page-budget'
import * as giftListStore from './gift-list-store.ts'
import * as giftStore from './gift-store.ts'
import { readOffering } from './offering-snapshot.ts'
import type { Gift, PublicGift, Transition } from './tables.ts'
import { listTransitions } from './transition-store.ts'

/** Returns a gift request of the account; undefined if the account has no such gift request. */
export const find = async (ctx: TxContext, id: string): Promise<Gift | undefined> =>
  isId(id) ? giftStore.find(ctx, ctx.account_id, id) : undefined

/** Reads a gift request of an account without its transitions; undefined if the account has no such gift request. */
export type ReadGift = (account_id: string, id: string) => Promise<PublicGift | undefined>

/** The maximum number of reads that share a query, which bounds its size. */
const maxSharedReads = 64

/**
 * Creates a reader for requests that read nothing else. It opens no transaction, and concurrent reads of one account
 * share a query. Nothing is cached except offerings, whose content never changes.
 */
export function createGiftReader(db: Database): ReadGift {
  const load = batchAccountLookups<string, PublicGift | undefined>(
    (account_id, ids) => giftStore.findManyWithoutTransaction(db, account_id, ids),
    maxSharedReads,
  )
  return async (account_id, id) => {
    const gift = isId(id) ? await load(account_id, id) : undefined
    if (gift === undefined || gift.offering === null) return gift
    return { ...gift, offered: await readOffering(db, account_id, gift.offering) }
  }
}

/** Returns all transitions, oldest first, including those without an event. */
export async function history(ctx: TxContext, id: string): Promise<Transition[] | undefined> {
  const gift = await find(ctx, id)
  return gift === undefined ? undefined : listTransitions(ctx, ctx.account_id, gift.id)
}

const nothing: Paginated<Gift> = { data: [], has_more: false }

/** Returns a page of the account's gift requests, within the byte budget of pages. Throws if `after` is not one of them. */
export async function list(
  ctx: TxContext,
  filter: giftListStore.GiftFilter & { recipient_id?: string },
  page: Page,
  options: giftListStore.ListOptions = {},
): Promise<Paginated<Gift>> {
  await assertKnownCursor(ctx, page.after, (id) => find(ctx, id))
  if (filter.campaign_id !== undefined && !isId(filter.campaign_id)) return nothing
  const { recipient_id, ...others } = filter
  if (recipient_id === undefined)
    return toBudgetedPage(
      await giftListStore.list(ctx, ctx.account_id, others, page, options),
      page,
    )
  const contact = isId(recipient_id) ? await giftStore.findContact(ctx, recipient_id) : undefined
  if (contact?.email_key == null) return nothing
  // the index has the email key; two filters of one recipient can contradict each other
  const { email_key } = contact
  if (others.email_key !== undefined && others.email_key !== email_key) return nothing
  const ofContact = { ...others, email_key, contact_id: recipient_id }
  return toBudgetedPage(
    await giftListStore.list(ctx, ctx.account_id, ofContact, page, options),
    page,
  )
}
