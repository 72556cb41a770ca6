import * as donations from '#donations'
import type { TestApp } from '#test/api-harness'
import {
  type CatalogueFixture,
  createCatalogueFixture,
  type ProductFixture,
} from '#test/catalogue-fixture'

/** Creates a campaign with one charity, whose recipients choose one item. A cap of 0 means no cap. */
export const createCharity = (
  testApp: TestApp,
  caps: Readonly<Record<string, number>> = { Rescue: 0 },
  others: readonly ProductFixture[] = [],
): Promise<CatalogueFixture> =>
  createCatalogueFixture(testApp, [
    { name: 'Sea rescue', kind: 'donation', stock: caps },
    ...others,
  ])

/** Finds the donations of a gift request that count. */
export const findDonations = (
  testApp: Pick<TestApp, 'run'>,
  id: string,
): Promise<donations.Donation[]> => testApp.run((ctx) => donations.listDonationsByGift(ctx, id))

/** Counts the donations of a variant in two ways: by its tally and by its donation rows. */
export const countDonations = (
  testApp: Pick<TestApp, 'run'>,
  variant_id: string,
): Promise<{ tally: number; donations: number } | undefined> =>
  testApp.run((ctx) =>
    ctx.queryFirst<{ tally: number; donations: number }>(
      `select coalesce((select t.given from donations.tally t where t.account_id = $1 and t.id = $2), 0) as tally,
              coalesce((select sum(d.quantity) from donations.donation d
                         where d.account_id = $1 and d.variant_id = $2 and d.voided_at is null), 0) as donations`,
      [ctx.account_id, variant_id],
    ),
  )
