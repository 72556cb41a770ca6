import { v5 } from 'uuid'
import * as campaigns from '#campaigns'
import { type LineItem, type Offering, type RawJson, toRawJson } from '#contract'
import { newId } from '#platform/ids'
import type { Database, TxContext } from '#platform/postgres'
import { sha256 } from '#platform/secrets'
import * as store from './store.ts'

/** What a campaign puts in front of people: ready to be copied into any number of gift requests. */
export interface Choice {
  digest: Buffer
  content: RawJson<Offering>
  /** The campaign's variants by id. */
  variants: ReadonlyMap<string, LineItem>
}

/**
 * The offering of a campaign as it stands. Built once for each revision of campaign and catalogue
 * and then remembered: the key says exactly what it was built from.
 */
export async function offeringOf(ctx: TxContext, campaign: campaigns.ForGiving): Promise<Choice> {
  const { cache: kept } = ctx.deployment
  const key = `offering ${ctx.account_id} ${campaign.id} ${campaign.revision}`
  const known = kept.get(key) as Choice | undefined
  if (known !== undefined) return known
  const variants = await campaigns.offered(ctx, campaign.id)
  const choice = choiceOf(variants, campaign.id, campaign)
  kept.set(key, choice, 3 * choice.content.length)
  return choice
}

/** What somebody puts in front of people without a campaign. */
export const ownOffering = (
  { account_id }: TxContext,
  variants: readonly campaigns.OfferedVariant[],
  manner: Manner,
): Choice => choiceOf(variants, account_id, manner)

type Manner = Pick<campaigns.ForGiving, 'selection_mode' | 'visible_at_redemption'>

/** @param space  in which the ids of the lines are made: the same ones each time */
function choiceOf(
  variants: readonly campaigns.OfferedVariant[],
  space: string,
  { selection_mode, visible_at_redemption }: Manner,
): Choice {
  const line_items = variants.map(
    (variant): LineItem => ({
      id: v5(variant.variant_id, space),
      sku: variant.sku,
      variant_id: variant.variant_id,
      name: variant.name,
      quantity: 1,
      images: variant.images,
    }),
  )
  const content = toRawJson<Offering>({ selection_mode, visible_at_redemption, line_items })
  return {
    digest: sha256(content),
    content,
    variants: new Map(line_items.map((item) => [item.variant_id, item])),
  }
}

/** The content of an offering never changes, so it is written once and known afterwards. */
export function keepOffering(ctx: TxContext, { digest, content }: Choice): void {
  const { cache: kept } = ctx.deployment
  const key = `offering is stored ${ctx.account_id} ${digest.toString('base64')}`
  if (kept.get(key) === true) return
  store.keepOffering(ctx, digest, content)
  ctx.afterCommit(() => kept.set(key, true))
}

/** What an offering says: read once and remembered, as it never changes. */
export async function offeredBy(
  db: Database,
  account_id: string,
  digest: Buffer,
): Promise<RawJson<Offering> | null> {
  const { cache: kept } = db.deployment
  const key = store.offeringKey(account_id, digest)
  const known = kept.get(key) as RawJson<Offering> | undefined
  if (known !== undefined) return known
  const content = await store.offeringAlone(db, account_id, digest)
  if (content !== undefined) kept.set(key, content, content.length)
  return content ?? null
}

/** The sender's own choice of items, each line with an id of its own. */
export const linesOf = (
  choice: Choice,
  wanted: readonly { variant_id: string; quantity: number }[],
): RawJson<readonly LineItem[]> =>
  toRawJson(
    wanted.flatMap(({ variant_id, quantity }) => {
      const variant = choice.variants.get(variant_id)
      return variant === undefined ? [] : [{ ...variant, id: newId(), quantity }]
    }),
  )
