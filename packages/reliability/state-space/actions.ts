import { claimActions } from './claim-actions.ts'
import { giftActions } from './gift-actions.ts'
import { codeActions, jobActions, stockActions, waitForTimer } from './job-actions.ts'
import { parcelActions } from './parcel-actions.ts'
import type { Action } from './session.ts'
import type { Snapshot } from './snapshot.ts'
import type { World } from './world.ts'

/** Returns the actions to try in a state. Most actions are also tried in the states that must reject them. */
export function listActions(world: World, snapshot: Snapshot): Action[] {
  const { spec } = world
  const actions = [
    ...snapshot.gifts.flatMap(({ id }, index) => [
      ...giftActions(world, snapshot, id, `gift ${index}`),
      ...snapshot.parcels
        .filter(({ gift_request_id }) => gift_request_id === id)
        .flatMap((parcel) =>
          parcelActions(world, snapshot, parcel, `gift ${index} parcel ${parcel.number}`),
        ),
    ]),
    ...jobActions(world),
    ...stockActions(world, snapshot),
    ...codeActions(world, snapshot),
    ...claimActions(world, snapshot),
  ]
  if (snapshot.next_due !== null) actions.push(waitForTimer)
  return actions.filter(({ name }) => !spec.without?.some((word) => name.includes(word)))
}

export const findAction = (world: World, snapshot: Snapshot, name: string): Action | undefined =>
  listActions(world, snapshot).find((action) => action.name === name)
