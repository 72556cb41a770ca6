import * as accounts from '#accounts'
import * as catalogue from '#catalogue'
import { type FieldError, throwIfAny } from '#contract'
import { isId } from '#platform/lib/ids'
import type { TxContext } from '#platform/postgres/database'
import * as adminStore from './admin-store.ts'
import {
  maxOfferingBytes,
  offeringBytes,
  offeringTooLargeMessage,
  previewOffer,
} from './offered-variants.ts'
import type { CommunicationUpdate, NewCampaign } from './tables.ts'
import { validateCommunication } from './update-communication.ts'

/** How people are invited stays: gifts that are under way were made for it. */
export type CampaignUpdate = Omit<NewCampaign, 'invitation_method'> & Required<CommunicationUpdate>

/**
 * Makes a campaign what is wanted. Gifts that are under way keep what they were made with; their mails
 * and pages take on the look, and their next reminders the plan. Answers how it was and how it is;
 * undefined when the account has none by that id.
 *
 * @param check  told how it is before anything changes, with the row held
 */
export async function update(
  ctx: TxContext,
  id: string,
  input: CampaignUpdate,
  check: (before: adminStore.CampaignSettings) => void,
): Promise<
  { before: adminStore.CampaignSettings; after: adminStore.CampaignSettings } | undefined
> {
  const before = await lockCampaign(ctx, id)
  if (before === undefined) return undefined
  check(before)
  throwIfAny([
    ...validateMode(before.invitation_method, input),
    ...validateCommunication(input),
    ...(await validateOffering(ctx, input, before)),
  ])
  const after = { ...before, ...input, theme: normalizeTheme(ctx, input), updated_at: ctx.now }
  await adminStore.update(ctx, after)
  if (before.variant_ids.join() !== input.variant_ids.join())
    await adminStore.replaceOffering(ctx, before.id, input.variant_ids)
  return { before, after }
}

export async function lockCampaign(
  ctx: TxContext,
  id: string,
): Promise<adminStore.CampaignSettings | undefined> {
  if (!isId(id)) return undefined
  await adminStore.lock(ctx, id)
  return adminStore.find(ctx, id)
}

/** A logo at our own origin stays ours, wherever that will be. */
export function normalizeTheme(ctx: TxContext, { theme }: Pick<NewCampaign, 'theme'>) {
  catalogue.markPicturesUsed(ctx, [theme.logo_url])
  return { ...theme, logo_url: catalogue.toRelativeUrl(theme.logo_url, ctx.deployment.origin) }
}

/** What a sender sends to an address of their own choice leaves nothing to choose. */
export const validateMode = (
  invitation_method: NewCampaign['invitation_method'],
  { selection_mode }: Pick<NewCampaign, 'selection_mode'>,
): FieldError[] =>
  invitation_method === 'sender_provided_address' && selection_mode !== 'all'
    ? [invalid('selection_mode', 'must be all: the sender says what is sent')]
    : []

/** What is offered must be there, and be on offer unless this campaign has had it before. */
export async function validateOffering(
  ctx: TxContext,
  { sender_id, variant_ids }: Pick<NewCampaign, 'sender_id' | 'variant_ids'>,
  before?: adminStore.CampaignSettings,
): Promise<FieldError[]> {
  const ids = variant_ids.filter(isId)
  const [users, availableIds] = await Promise.all([
    accounts.findUsersById(ctx, [sender_id].filter(isId)),
    adminStore.filterAvailable(ctx, ids),
  ])
  const isKnown = (id: string) => availableIds.has(id) || before?.variant_ids.includes(id) === true
  const unknown = variant_ids.flatMap((id, index) =>
    isKnown(id) ? [] : [invalidReference(`variant_ids.${index}`, 'nothing that can be given')],
  )
  return [
    ...(users.has(sender_id) ? [] : [invalidReference('sender_id', 'nobody of this account')]),
    ...unknown,
    ...(availableIds.size === 0 && unknown.length === 0 ? [noItemsError] : []),
    ...(unknown.length === 0 ? await validateSize(ctx, ids, before) : []),
    ...(new Set(variant_ids).size < variant_ids.length
      ? [invalid('variant_ids', 'must name each item once')]
      : []),
  ]
}

/** One that is too large already may become smaller. */
async function validateSize(
  ctx: TxContext,
  ids: readonly string[],
  before: adminStore.CampaignSettings | undefined,
): Promise<FieldError[]> {
  const bytes = offeringBytes(await previewOffer(ctx, ids))
  if (bytes <= maxOfferingBytes) return []
  if (before && bytes <= offeringBytes(await previewOffer(ctx, before.variant_ids))) return []
  return [{ code: 'too_long', param: 'variant_ids', message: offeringTooLargeMessage(bytes) }]
}

const noItemsError: FieldError = {
  code: 'required',
  param: 'variant_ids',
  message: 'must name at least one item that can be given',
}
const invalid = (param: string, message: string): FieldError => ({
  code: 'invalid',
  param,
  message,
})
const invalidReference = (param: string, reason: string): FieldError => ({
  code: 'invalid_reference',
  param,
  message: `names ${reason}`,
})
