import * as accounts from '#accounts'
import * as catalogue from '#catalogue'
import {
  type Page,
  type Paginated,
  type Sender,
  throwIfAny,
  toPage,
  unknownCursorError,
} from '#contract'
import { isId } from '#platform/lib/ids'
import type { TxContext } from '#platform/postgres/database'
import * as adminStore from './admin-store.ts'
import { type OfferedVariant, previewOffer } from './offered-variants.ts'

/** A campaign in the admin area. */
export interface AdminCampaign
  extends Omit<adminStore.CampaignSettings, 'variant_ids' | 'sender_id'> {
  state: 'available' | 'archived'
  sender: Sender
  /** The variants offered; `is_on_offer` is false for archived ones. */
  offering: readonly (OfferedVariant & { is_on_offer: boolean })[]
}

/** Returns a page of the account's campaigns. */
export async function listForAdmin(
  ctx: TxContext,
  filter: adminStore.AdminCampaignFilter,
  page: Page,
): Promise<Paginated<AdminCampaign>> {
  if (page.after !== undefined && (await findForAdmin(ctx, page.after)) === undefined)
    throwIfAny([unknownCursorError], 400)
  const { data, has_more } = toPage(await adminStore.listForAdmin(ctx, filter, page), page)
  return { data: await withDetails(ctx, data), has_more }
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
  const ids = [...new Set(rows.flatMap(({ variant_ids }) => variant_ids))]
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
    return {
      ...row,
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
