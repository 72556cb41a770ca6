import * as catalogue from '#catalogue'
import type { Work } from '#platform/postgres'
import { archive } from './archive.ts'
import { create } from './create.ts'
import { demoCampaigns } from './demo.ts'

/** Gives the account the demo campaigns, the first one newest; `sender_id` gives in all of them. */
export async function createDemoCampaigns(
  work: Work,
  sender_id: string,
  variants: catalogue.DemoVariants,
): Promise<void> {
  const demo = demoCampaigns(`/images/${catalogue.demoLogoFile}`).toReversed()
  for (const [place, { skus, state, ...campaign }] of demo.entries()) {
    const variant_ids = skus.flatMap((sku) => variants.get(sku) ?? [])
    const id = await create(work, { ...campaign, sender_id, variant_ids }, place)
    if (state === 'archived') await archive(work, id)
  }
}
