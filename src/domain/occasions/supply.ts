import * as catalogue from '#catalogue'
import type { Sender } from '#contract'
import * as gifting from '#gifting'
import type { TxContext } from '#platform/postgres/database'
import * as sends from '#sends'
import type { Amount } from '#spend'
import type { RuleTerms } from './tables.ts'

/** What the planned gifts of a campaign need, and what there is for them. */
export interface Supply {
  campaign_id: string
  campaign_name: string
  gifts: number
  /** The most that one gift can cost, by currency, without shipping. */
  most_per_gift: readonly Amount[]
  items_without_cost: number
  /** How many gifts the stock is enough for. Null if the stock does not limit them. */
  in_stock: number | null
  /** When the first gift is due for which there is no stock. */
  out_of_stock_at: Date | null
  /** Null without a budget. */
  budget_left: Amount | null
  /** When the first gift is due that the budget does not pay for. */
  over_budget_at: Date | null
}

/** Compares planned gifts of a campaign with its stock and budget. `times` are when they are sent, in order. */
export async function findSupply(
  ctx: TxContext,
  { campaign_id, team_id }: RuleTerms,
  sender: Sender,
  times: readonly Date[],
): Promise<Supply | undefined> {
  const options = { campaign_id, ...(team_id !== null && { team_id }) }
  const { campaign, offering } = await gifting.resolveOptions(ctx, options, sender)
  if (campaign === undefined || offering === undefined) return undefined
  const { most_per_gift, items_without_cost, budget, team_budget } = await sends.estimate(
    ctx,
    options,
    sender,
  )
  const in_stock = await countGiftsInStock(ctx, campaign, offering)
  const [tightest] = [budget, team_budget]
    .flatMap((each) => each ?? [])
    .toSorted((one, other) => one.left_minor - other.left_minor)
  const perGift = most_per_gift.find(({ currency }) => currency === tightest?.currency)
  const affordable =
    tightest === undefined || perGift === undefined || perGift.amount_minor === 0
      ? undefined
      : Math.max(0, Math.floor(tightest.left_minor / perGift.amount_minor))
  return {
    ...{ campaign_id, campaign_name: campaign.name ?? '', gifts: times.length },
    ...{ most_per_gift, items_without_cost, in_stock },
    out_of_stock_at: in_stock === null ? null : (times[in_stock] ?? null),
    budget_left:
      tightest === undefined
        ? null
        : { amount_minor: tightest.left_minor, currency: tightest.currency },
    over_budget_at: affordable === undefined ? null : (times[affordable] ?? null),
  }
}

type Campaign = NonNullable<gifting.ResolvedCampaign['campaign']>
type Offering = NonNullable<gifting.ResolvedCampaign['offering']>

/** Returns how many gifts the stock is enough for. An item without stock to count, such as a donation, is always there. */
async function countGiftsInStock(
  ctx: TxContext,
  { team, selection_mode, max_choices }: Campaign,
  offering: Offering,
): Promise<number | null> {
  const ids = [...offering.variants.keys()]
  const levels = await catalogue.stockByVariant(ctx, ids, { team_id: team?.id ?? null })
  const amounts = ids.map((id) =>
    levels.get(id)?.reduce((sum, { available }) => sum + available, 0),
  )
  const counted = amounts.flatMap((amount) => amount ?? [])
  if (counted.length === 0) return null
  if (selection_mode === 'all') return Math.min(...counted)
  if (counted.length < amounts.length) return null
  return Math.floor(counted.reduce((sum, amount) => sum + amount, 0) / max_choices)
}
