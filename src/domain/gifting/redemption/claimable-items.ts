import * as accounts from '#accounts'
import type * as campaigns from '#campaigns'
import { parseRawJson } from '#contract'
import type { Language } from '#platform/lib/languages'
import type { TxContext } from '#platform/postgres/database'
import { getOfferingSnapshot } from '../lifecycle/offering-snapshot.ts'
import { loadCatalogue, type RedemptionItem, toItem } from './redemption-items.ts'
import { translateItems } from './translate-items.ts'

/** The items that a claimed gift of a campaign would have. */
export interface ClaimableItems {
  /** Whether the recipient chooses from the items, instead of getting all. */
  isChoice: boolean
  /** The available items; empty for a surprise. */
  items: readonly RedemptionItem[]
}

/** Returns what a visitor of a one-link of this team would see after a claim, with the texts in a language. */
export async function listClaimableItems(
  ctx: TxContext,
  { campaign, team_id }: { campaign: campaigns.SendableCampaign; team_id: string | null },
  campaign_locale: string,
  language: Language,
): Promise<ClaimableItems> {
  const isChoice = campaign.selection_mode === 'one'
  if (!isChoice && !campaign.visible_at_redemption) return { isChoice, items: [] }
  const { content } = await getOfferingSnapshot(ctx, campaign)
  const [pageCatalogue, { catalogue_language }] = await Promise.all([
    loadCatalogue(ctx, { offered: content, line_items: null, team_id }),
    accounts.readSettings(ctx),
  ])
  const all = parseRawJson(content).line_items.map((item) => toItem(item, pageCatalogue))
  const page = {
    account_id: ctx.account_id,
    catalogue_locale: catalogue_language ?? campaign_locale,
    items: all.filter(({ is_available }) => is_available),
    left_out: [],
    line_items: null,
  }
  const { items } = await translateItems(ctx, page, language)
  return { isChoice, items }
}
