import { throwIfAny } from '#contract'
import type { TxContext } from '#platform/postgres'
import { heldCampaign, modeProblems, offerProblems, themeOf } from './change.ts'
import { changeManner, mannerProblems, type WantedManner } from './change-manner.ts'
import { create, type NewCampaign } from './create.ts'
import * as deskStore from './desk-store.ts'

/** Makes a campaign with its manner, as somebody in the admin area wants it; answers its id. */
export async function make(
  ctx: TxContext,
  wanted: NewCampaign & Required<WantedManner>,
): Promise<string> {
  throwIfAny([
    ...modeProblems(wanted.invitation_method, wanted),
    ...mannerProblems(wanted),
    ...(await offerProblems(ctx, wanted)),
  ])
  const id = await create(ctx, { ...wanted, theme: themeOf(ctx, wanted) })
  await changeManner(ctx, id, wanted)
  return id
}

/**
 * Makes another campaign just like one of the account's, under another name; answers its id. What was
 * archived in the meantime is left out. Undefined when the account has none by that id.
 */
export async function clone(ctx: TxContext, id: string, name: string): Promise<string | undefined> {
  const model = await heldCampaign(ctx, id)
  if (model === undefined) return undefined
  const onOffer = await deskStore.onOffer(ctx, model.variant_ids)
  const variant_ids = model.variant_ids.filter((each) => onOffer.has(each))
  return make(ctx, { ...model, name, variant_ids })
}
