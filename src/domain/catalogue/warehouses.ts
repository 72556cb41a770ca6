import { Refusal } from '#contract'
import { isId } from '#platform/ids'
import type { Work } from '#platform/postgres'
import * as deskStore from './desk-store.ts'
import type { Warehouse } from './tables.ts'

/** By name. */
export const listWarehouses = (work: Work): Promise<Warehouse[]> => deskStore.warehouses(work)

/** Gives a warehouse another name. Its country stays: goods are promised by it. */
export async function renameWarehouse(
  work: Work,
  id: string,
  name: string,
): Promise<{ was: Warehouse; is: Warehouse }> {
  const was = isId(id)
    ? (await listWarehouses(work)).find((each) => each.id === id.toLowerCase())
    : undefined
  if (was === undefined) throw new Refusal('not_found')
  await deskStore.renameWarehouse(work, id, name)
  return { was, is: { ...was, name } }
}
