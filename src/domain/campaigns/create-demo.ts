import * as catalogue from '#catalogue'
import type { CardDesign } from '#contract'
import type { TxContext } from '#platform/postgres/database'
import { archive } from './archive.ts'
import { create } from './create.ts'
import { buildDemoCampaigns } from './demo-campaigns.ts'
import { findDefaults } from './patch.ts'

/**
 * Creates the demo campaigns with this sender, in the name of a company. The first one gets the newest id. Returns the ids, and the cards, which another
 * module saves.
 */
export async function createDemoCampaigns(
  ctx: TxContext,
  sender_id: string,
  variants: catalogue.DemoVariants,
  company = catalogue.demoCompany,
): Promise<{ id: string; card: CardDesign | undefined }[]> {
  const created: { id: string; card: CardDesign | undefined }[] = []
  const logoUrl =
    company === catalogue.demoCompany
      ? `/images/${catalogue.demoLogoFile}`
      : (await findDefaults(ctx)).theme.logo_url
  const demo = buildDemoCampaigns(logoUrl, company).toReversed()
  for (const [position, { skus, state, fallback_sku = '', card, ...campaign }] of demo.entries()) {
    const variant_ids = skus.flatMap((sku) => variants.get(sku) ?? [])
    const fallback_variant_id = variants.get(fallback_sku) ?? null
    const settings = { ...campaign, sender_id, variant_ids, fallback_variant_id }
    const id = await create(ctx, settings, position)
    if (state === 'archived') await archive(ctx, id)
    created.push({ id, card })
  }
  return created
}
