import * as access from '#access'
import * as catalogue from '#catalogue'
import { type EmailMessage, type FieldError, type SelectionMode, throwIfAny } from '#contract'
import { newId } from '#platform/ids'
import type { TxContext } from '#platform/postgres'
import * as store from './store.ts'
import type { InvitationMethod, Theme } from './tables.ts'

export interface NewCampaign {
  name: string
  description: string
  invitation_method: InvitationMethod
  selection_mode: SelectionMode
  visible_at_redemption: boolean
  expires_after_days: number
  email_message: EmailMessage
  theme: Theme
  /** The person who gives. */
  sender_id: string
  /** What is put in front of people, in this order. */
  variant_ids: readonly string[]
}

/**
 * Makes an available campaign; answers its id. Of those made in one transaction the later is the newer.
 *
 * @param place  its place among those made in one transaction
 */
export async function create(ctx: TxContext, campaign: NewCampaign, place = 0): Promise<string> {
  const [people, variants] = await Promise.all([
    access.findUsersById(ctx, [campaign.sender_id]),
    catalogue.variantsBy(ctx, campaign.variant_ids),
  ])
  throwIfAny([
    ...(people.has(campaign.sender_id) ? [] : [names('sender_id', 'nobody of this account')]),
    ...campaign.variant_ids.flatMap((id, at) =>
      variants.has(id) ? [] : [names(`variant_ids.${at}`, 'no variant of this account')],
    ),
  ])
  const id = newId(ctx.now, place)
  await store.insert(ctx, id, campaign)
  return id
}

const names = (param: string, what: string): FieldError => ({
  code: 'invalid_reference',
  param,
  message: `names ${what}`,
})
