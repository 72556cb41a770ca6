import type * as accounts from '#accounts'
import * as catalogue from '#catalogue'
import type { Deployment } from '#platform/deployment'
import type { Campaign, CampaignProduct, CampaignRow } from './tables.ts'

/** Data from other modules. */
interface CampaignRelations {
  variants: ReadonlyMap<string, catalogue.Variant>
  stock: ReadonlyMap<string, catalogue.StockLevel[]>
  users: ReadonlyMap<string, accounts.User>
}

/** Builds the campaign object of the API. Members are in the order of the contract. */
export function toApiCampaign(
  { origin }: Deployment,
  row: CampaignRow,
  relations: CampaignRelations,
): Campaign {
  const { color, logo_url, headline, message } = row.theme
  const sender = relations.users.get(row.sender_id)
  if (sender === undefined) throw new Error(`campaign ${row.id} has no sender`)
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    state: row.archived_at === null ? 'available' : 'archived',
    archived_at: row.archived_at,
    invitation_method: row.invitation_method,
    selection_mode: row.selection_mode,
    visible_at_redemption: row.visible_at_redemption,
    expires_after_days: row.expires_after_days,
    email_message: { subject: row.email_message.subject, body: row.email_message.body },
    theme: { color, logo_url: catalogue.toAbsoluteUrl(logo_url, origin), headline, message },
    sender: { id: sender.id, name: sender.name, email: sender.email },
    products: toProducts(row.variant_ids, relations),
    web_url: `${origin}/campaigns/${row.id}`,
    created_at: row.created_at,
    updated_at: row.updated_at,
  }
}

/** Groups variants by product, in the order of the offering. */
function toProducts(
  ids: readonly string[],
  { variants, stock }: CampaignRelations,
): CampaignProduct[] {
  const offered = ids.flatMap((id) => variants.get(id) ?? [])
  return [...Map.groupBy(offered, ({ product }) => product.id).values()].flatMap((group) => {
    const product = group[0]?.product
    if (product === undefined) return []
    return [
      {
        id: product.id,
        name: product.name,
        description: product.description,
        kind: product.kind === 'physical' ? 'physical' : 'digital',
        images: product.images,
        variants: group.map(({ id, sku, name, images }) => ({
          id,
          sku,
          name,
          images,
          stock_levels: stock.get(id) ?? [],
        })),
      },
    ]
  })
}
