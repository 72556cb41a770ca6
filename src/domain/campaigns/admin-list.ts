import * as accounts from '#accounts'
import * as catalogue from '#catalogue'
import type { Page, Sender } from '#contract'
import { isId } from '#platform/lib/ids'
import type { TxContext } from '#platform/postgres/database'
import { type SortedPage, throwUnknownCursor, toSortedPage } from '#platform/postgres/keyset'
import * as adminStore from './admin-store.ts'
import { type OfferedVariant, previewOffer } from './offered-variants.ts'

/** A campaign in the admin area. */
export interface AdminCampaign
  extends Omit<adminStore.CampaignSettings, 'variant_ids' | 'sender_id'> {
  state: 'available' | 'archived'
  sender: Sender
  /** The variants offered; `is_on_offer` is false for archived ones. */
  offering: readonly (OfferedVariant & { is_on_offer: boolean })[]
  /** What replaces unclaimed gifts. */
  fallback: Pick<OfferedVariant, 'kind' | 'name'> | null
}

/** Returns a page of the account's campaigns. */
export async function listForAdmin(
  ctx: TxContext,
  filter: adminStore.AdminCampaignFilter,
  page: Page,
): Promise<SortedPage<AdminCampaign>> {
  const { after } = page
  if (after !== undefined && !filter.sort && (await findForAdmin(ctx, after)) === undefined)
    throwUnknownCursor()
  const found = toSortedPage(await adminStore.listForAdmin(ctx, filter, page), page)
  return { ...found, data: await withDetails(ctx, found.data) }
}

export async function findForAdmin(ctx: TxContext, id: string): Promise<AdminCampaign | undefined> {
  const row = isId(id) ? await adminStore.find(ctx, id) : undefined
  if (row === undefined) return undefined
  return (await withDetails(ctx, [row]))[0]
}

async function withDetails(
  ctx: TxContext,
  rows: readonly adminStore.CampaignSettings[],
): Promise<AdminCampaign[]> {
  const ids = [
    ...new Set(
      rows.flatMap(({ variant_ids, fallback_variant_id }) => [
        ...variant_ids,
        ...(fallback_variant_id === null ? [] : [fallback_variant_id]),
      ]),
    ),
  ]
  const [variants, availableIds, users] = await Promise.all([
    previewOffer(ctx, ids),
    adminStore.filterAvailable(ctx, ids),
    accounts.findUsersById(ctx, [...new Set(rows.map(({ sender_id }) => sender_id))]),
  ])
  const { origin } = ctx.deployment
  const byId = new Map(variants.map((variant) => [variant.variant_id, variant]))
  return rows.map(({ variant_ids, sender_id, ...row }) => {
    const sender = users.get(sender_id)
    if (sender === undefined) throw new Error(`campaign ${row.id} has no sender`)
    const fallback = byId.get(row.fallback_variant_id ?? '')
    return {
      ...row,
      fallback: fallback === undefined ? null : { kind: fallback.kind, name: fallback.name },
      theme: { ...row.theme, logo_url: catalogue.toAbsoluteUrl(row.theme.logo_url, origin) },
      state: row.archived_at === null ? 'available' : 'archived',
      sender: { id: sender.id, name: sender.name, email: sender.email },
      offering: variant_ids.flatMap((id) => {
        const variant = byId.get(id)
        return variant === undefined ? [] : [{ ...variant, is_on_offer: availableIds.has(id) }]
      }),
    }
  })
}
