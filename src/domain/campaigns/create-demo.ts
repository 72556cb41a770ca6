import * as catalogue from '#catalogue'
import type { TxContext } from '#platform/postgres/database'
import { archive } from './archive.ts'
import { create } from './create.ts'
import { buildDemoCampaigns } from './demo-campaigns.ts'

/** Creates the demo campaigns with this sender. The first one gets the newest id. */
export async function createDemoCampaigns(
  ctx: TxContext,
  sender_id: string,
  variants: catalogue.DemoVariants,
): Promise<void> {
  const demo = buildDemoCampaigns(`/images/${catalogue.demoLogoFile}`).toReversed()
  for (const [position, { skus, state, ...campaign }] of demo.entries()) {
    const variant_ids = skus.flatMap((sku) => variants.get(sku) ?? [])
    const id = await create(ctx, { ...campaign, sender_id, variant_ids }, position)
    if (state === 'archived') await archive(ctx, id)
  }
}
