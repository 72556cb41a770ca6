import * as catalogue from '#catalogue'
import { ApiError } from '#contract'
import type { TxContext } from '#platform/postgres/database'
import * as adminStore from './admin-store.ts'
import { measureOfferings, rejectEnlargedOfferings } from './offering-size.ts'

/** Checks a file and returns the plan of its import. Writes nothing. */
export async function checkCatalogueImport(
  ctx: TxContext,
  file: catalogue.CsvFile,
): Promise<catalogue.ImportPlan> {
  const plan = await catalogue.planImport(ctx, file)
  return withCampaignErrors(ctx, plan)
}

/**
 * Imports a file in this transaction: everything or nothing. Returns the plan; with errors or missing pictures nothing is
 * written.
 *
 * @param digest  the digest of the plan that the user has seen; undefined to skip the comparison
 * @throws ApiError when the catalogue has changed since the check
 */
export async function importCatalogue(
  ctx: TxContext,
  file: catalogue.CsvFile,
  digest: string | undefined,
): Promise<catalogue.ImportPlan> {
  // before the products, as in archiveProduct
  if (file.columns.some((column) => column.endsWith('_archived')))
    await adminStore.lockAvailableCampaigns(ctx)
  const locked = await catalogue.planImportForUpdate(ctx, file)
  const plan = await withCampaignErrors(ctx, locked)
  if (digest !== undefined && digest !== plan.digest)
    throw new ApiError('invalid_transition', { message: changedMessage })
  if (plan.errors.length > 0 || plan.missing_pictures.length > 0) return plan
  const ids = plan.changedVariantIds
  const before = await measureOfferings(ctx, ids)
  await catalogue.applyImport(ctx, plan)
  await rejectEnlargedOfferings(ctx, ids, before)
  return plan
}

const changedMessage =
  'The catalogue has changed since the check. Check the file again, then import it.'

/** Adds an error for each campaign that would have no items left. */
async function withCampaignErrors(
  ctx: TxContext,
  plan: catalogue.ImportPlan,
): Promise<catalogue.ImportPlan> {
  const { archivedVariantIds: ids } = plan
  const offering = ids.length === 0 ? [] : await adminStore.findActiveCampaignsWith(ctx, ids)
  const errors = offering
    .filter(({ others }) => others === 0)
    .map(({ name }) => ({
      ...{ line: null, column: null, value: null },
      message: `would leave no items in the campaign “${name}”; archive the campaign or add other items first`,
    }))
  return errors.length === 0 ? plan : { ...plan, errors: [...errors, ...plan.errors] }
}
