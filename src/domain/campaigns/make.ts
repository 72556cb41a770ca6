import { refuseIfAny } from '#contract'
import type { Work } from '#platform/postgres'
import { heldCampaign, modeProblems, offerProblems, themeOf } from './change.ts'
import { changeManner, mannerProblems, type WantedManner } from './change-manner.ts'
import { create, type NewCampaign } from './create.ts'
import * as deskStore from './desk-store.ts'

/** Makes a campaign with its manner, as somebody in the admin area wants it; answers its id. */
export async function make(
  work: Work,
  wanted: NewCampaign & Required<WantedManner>,
): Promise<string> {
  refuseIfAny([
    ...modeProblems(wanted.invitation_method, wanted),
    ...mannerProblems(wanted),
    ...(await offerProblems(work, wanted)),
  ])
  const id = await create(work, { ...wanted, theme: themeOf(work, wanted) })
  await changeManner(work, id, wanted)
  return id
}

/**
 * Makes another campaign just like one of the account's, under another name; answers its id. What was
 * archived in the meantime is left out. Undefined when the account has none by that id.
 */
export async function clone(work: Work, id: string, name: string): Promise<string | undefined> {
  const model = await heldCampaign(work, id)
  if (model === undefined) return undefined
  const onOffer = await deskStore.onOffer(work, model.variant_ids)
  const variant_ids = model.variant_ids.filter((each) => onOffer.has(each))
  return make(work, { ...model, name, variant_ids })
}
