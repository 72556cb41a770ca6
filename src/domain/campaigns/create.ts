import * as accounts from '#accounts'
import * as catalogue from '#catalogue'
import { type EmailMessage, type FieldError, type SelectionMode, throwIfAny } from '#contract'
import { newId } from '#platform/lib/ids'
import type { TxContext } from '#platform/postgres/database'
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
export async function create(ctx: TxContext, campaign: NewCampaign, position = 0): Promise<string> {
  const [users, variants] = await Promise.all([
    accounts.findUsersById(ctx, [campaign.sender_id]),
    catalogue.variantsById(ctx, campaign.variant_ids),
  ])
  throwIfAny([
    ...(users.has(campaign.sender_id)
      ? []
      : [invalidReference('sender_id', 'nobody of this account')]),
    ...campaign.variant_ids.flatMap((id, index) =>
      variants.has(id)
        ? []
        : [invalidReference(`variant_ids.${index}`, 'no variant of this account')],
    ),
  ])
  const id = newId(ctx.now, position)
  await store.insert(ctx, id, campaign)
  return id
}

const invalidReference = (param: string, reason: string): FieldError => ({
  code: 'invalid_reference',
  param,
  message: `names ${reason}`,
})
