import * as access from '#access'
import * as catalogue from '#catalogue'
import { type FieldError, throwIfAny } from '#contract'
import { isId } from '#platform/ids'
import type { TxContext } from '#platform/postgres'
import { mannerProblems, type WantedManner } from './change-manner.ts'
import type { NewCampaign } from './create.ts'
import * as deskStore from './desk-store.ts'
import { asOffered, maxOfferingBytes, offeringBytes, tooLarge } from './offered.ts'

/** How people are invited stays: gifts that are under way were made for it. */
export type WantedCampaign = Omit<NewCampaign, 'invitation_method'> & Required<WantedManner>

/**
 * Makes a campaign what is wanted. Gifts that are under way keep what they were made with; their mails
 * and pages take on the look, and their next reminders the plan. Answers how it was and how it is;
 * undefined when the account has none by that id.
 *
 * @param check  told how it is before anything changes, with the row held
 */
export async function change(
  ctx: TxContext,
  id: string,
  wanted: WantedCampaign,
  check: (was: deskStore.CampaignSettings) => void,
): Promise<{ was: deskStore.CampaignSettings; is: deskStore.CampaignSettings } | undefined> {
  const was = await heldCampaign(ctx, id)
  if (was === undefined) return undefined
  check(was)
  throwIfAny([
    ...modeProblems(was.invitation_method, wanted),
    ...mannerProblems(wanted),
    ...(await offerProblems(ctx, wanted, was)),
  ])
  const is = { ...was, ...wanted, theme: themeOf(ctx, wanted), updated_at: ctx.now }
  await deskStore.update(ctx, is)
  if (was.variant_ids.join() !== wanted.variant_ids.join())
    await deskStore.putOffering(ctx, was.id, wanted.variant_ids)
  return { was, is }
}

export async function heldCampaign(
  ctx: TxContext,
  id: string,
): Promise<deskStore.CampaignSettings | undefined> {
  if (!isId(id)) return undefined
  await deskStore.hold(ctx, id)
  return deskStore.find(ctx, id)
}

/** A logo at our own origin stays ours, wherever that will be. */
export function themeOf(ctx: TxContext, { theme }: Pick<NewCampaign, 'theme'>) {
  catalogue.usePictures(ctx, [theme.logo_url])
  return { ...theme, logo_url: catalogue.own(theme.logo_url, ctx.deployment.origin) }
}

/** What a sender sends to an address of their own choice leaves nothing to choose. */
export const modeProblems = (
  invitation_method: NewCampaign['invitation_method'],
  { selection_mode }: Pick<NewCampaign, 'selection_mode'>,
): FieldError[] =>
  invitation_method === 'sender_provided_address' && selection_mode !== 'all'
    ? [wrong('selection_mode', 'must be all: the sender says what is sent')]
    : []

/** What is offered must be there, and be on offer unless this campaign has had it before. */
export async function offerProblems(
  ctx: TxContext,
  { sender_id, variant_ids }: Pick<NewCampaign, 'sender_id' | 'variant_ids'>,
  was?: deskStore.CampaignSettings,
): Promise<FieldError[]> {
  const ids = variant_ids.filter(isId)
  const [people, onOffer] = await Promise.all([
    access.findUsersById(ctx, [sender_id].filter(isId)),
    deskStore.onOffer(ctx, ids),
  ])
  const isKnown = (id: string) => onOffer.has(id) || was?.variant_ids.includes(id) === true
  const unknown = variant_ids.flatMap((id, at) =>
    isKnown(id) ? [] : [names(`variant_ids.${at}`, 'nothing that can be given')],
  )
  return [
    ...(people.has(sender_id) ? [] : [names('sender_id', 'nobody of this account')]),
    ...unknown,
    ...(onOffer.size === 0 && unknown.length === 0 ? [nothingOffered] : []),
    ...(unknown.length === 0 ? await sizeProblems(ctx, ids, was) : []),
    ...(new Set(variant_ids).size < variant_ids.length
      ? [wrong('variant_ids', 'must name each item once')]
      : []),
  ]
}

/** One that is too large already may become smaller. */
async function sizeProblems(
  ctx: TxContext,
  ids: readonly string[],
  was: deskStore.CampaignSettings | undefined,
): Promise<FieldError[]> {
  const bytes = offeringBytes(await asOffered(ctx, ids))
  if (bytes <= maxOfferingBytes) return []
  if (was && bytes <= offeringBytes(await asOffered(ctx, was.variant_ids))) return []
  return [{ code: 'too_long', param: 'variant_ids', message: tooLarge(bytes) }]
}

const nothingOffered: FieldError = {
  code: 'required',
  param: 'variant_ids',
  message: 'must name at least one item that can be given',
}
const wrong = (param: string, message: string): FieldError => ({ code: 'invalid', param, message })
const names = (param: string, what: string): FieldError => ({
  code: 'invalid_reference',
  param,
  message: `names ${what}`,
})
