import * as campaigns from '#campaigns'
import type { NewGiftFormat } from '#contract'
import { toEmailKey } from '#contract'
import { batchLookups } from '#platform/lib/batch-lookups'
import { isId } from '#platform/lib/ids'
import type { Database } from '#platform/postgres/database'
import * as recentGiftStore from './recent-gift-store.ts'

/** The normalized body of a create, and the rows that it needs, read before its transaction starts. */
export interface Prefetched extends PrefetchedRows {
  /** The normalized body. */
  body: unknown
}

interface PrefetchedRows {
  campaign_id: string
  campaign: campaigns.SendableCampaign | undefined
  email_key: string
  /** Undefined if the address has no contact yet. */
  contact: recentGiftStore.RecentContact | undefined
}

/**
 * Reads a body's campaign and contact; returns undefined if the body has no valid campaign id or email address.
 */
export type Prefetch = (
  account_id: string,
  body: unknown,
  format: NewGiftFormat,
) => Promise<Prefetched | undefined>

interface PrefetchKey {
  account_id: string
  campaign_id: string
  email_key: string
}

/**
 * Batches the reads of concurrent creates, so that their transactions only write. The rows are at most as old
 * as the request. If another transaction creates the same contact in between, the insert fails and the create
 * is retried.
 */
export function createPrefetcher(db: Database): Prefetch {
  const load = batchLookups(async (keys: readonly PrefetchKey[]) => {
    const campaignRefs = keys.map(({ account_id, campaign_id }) => ({
      account_id,
      id: campaign_id,
    }))
    const [foundCampaigns, contacts] = await Promise.all([
      campaigns.findSendableWithoutTransaction(db, campaignRefs),
      recentGiftStore.findContactsWithoutTransaction(db, keys),
    ])
    return keys.map(
      ({ campaign_id, email_key }, index): PrefetchedRows => ({
        campaign_id,
        campaign: foundCampaigns[index],
        email_key,
        contact: contacts[index],
      }),
    )
  })
  return async (account_id, raw, { normalize }) => {
    const body = normalize(raw)
    const { campaign_id, recipient } = (body ?? {}) as {
      campaign_id?: unknown
      recipient?: { email?: unknown }
    }
    const email = recipient?.email
    if (typeof campaign_id !== 'string' || !isId(campaign_id)) return undefined
    if (typeof email !== 'string' || email.includes('\0')) return undefined
    const rows = await load({ account_id, campaign_id, email_key: toEmailKey(email) })
    return { ...rows, body }
  }
}
