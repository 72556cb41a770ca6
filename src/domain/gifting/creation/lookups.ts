import * as accounts from '#accounts'
import * as campaigns from '#campaigns'
import { type Sender, toEmailKey } from '#contract'
import { isId } from '#platform/lib/ids'
import type { TxContext } from '#platform/postgres/database'
import type { Prefetched } from './prefetch.ts'
import { actingParty, type SendingParty, type TeamTerms, withTeam } from './team.ts'

/** Finds a campaign of the account by the id in a body; returns undefined if there is none. */
export type FindCampaign = (campaign_id: string) => Promise<SendableTerms | undefined>

/** A campaign with the team of the party that sends it. */
export type SendableTerms = campaigns.SendableCampaign & TeamTerms

/**
 * Returns a lookup that reads each campaign once, for any number of rows in a batch, with the team of the party that sends:
 * by default the one that acts in the transaction.
 */
export function campaignLookup(
  ctx: TxContext,
  prefetched?: Prefetched,
  party: SendingParty = actingParty(ctx),
): FindCampaign {
  const lookups = new Map<string, ReturnType<FindCampaign>>()
  const find = async (id: string) => {
    const terms = await findTerms(ctx, id, party, prefetched)
    return terms && withClosure(ctx, terms)
  }
  return (id) => {
    const lookup = lookups.get(id) ?? find(id)
    lookups.set(id, lookup)
    return lookup
  }
}

/** Finds a campaign with the team of the party, also one that is paused or has ended: a gift that replaces another is no new one. */
export async function findTerms(
  ctx: TxContext,
  id: string,
  party: SendingParty,
  prefetched?: Prefetched,
): Promise<SendableTerms | undefined> {
  const campaign =
    prefetched?.campaign_id === id
      ? prefetched.campaign
      : isId(id)
        ? await campaigns.findSendable(ctx, id)
        : undefined
  return campaign && withTeam(ctx, campaign, party)
}

/** Refuses gifts of a campaign that is paused or has ended. */
const withClosure = ({ now }: TxContext, terms: SendableTerms): SendableTerms => {
  const refusal = campaigns.findClosureError(terms, now)
  return refusal === undefined ? terms : { ...terms, refusal }
}

/** Finds a user of the account by id or email address. */
export type FindSender = (user: { id?: string; email?: string }) => Promise<Sender | undefined>

/** Returns a lookup that reads each user once, for any number of rows in a batch. */
export function senderLookup(ctx: TxContext): FindSender {
  const lookups = new Map<string, ReturnType<FindSender>>()
  return (user) => {
    const key = JSON.stringify([user.id, user.email && toEmailKey(user.email)])
    const lookup = lookups.get(key) ?? accounts.findActiveUser(ctx, user)
    lookups.set(key, lookup)
    return lookup
  }
}
