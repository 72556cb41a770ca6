import type { Warehouse } from '../tables.ts'

/** Returns the label of each warehouse in a file: its name, with its id if another one has the same name. */
export function warehouseLabels(warehouses: readonly Warehouse[]): { id: string; label: string }[] {
  const names = Map.groupBy(warehouses, ({ name }) => name.trim())
  return warehouses.map(({ id, name }) => ({
    id,
    label: names.get(name.trim())?.length === 1 ? name.trim() : `${name.trim()} [${id}]`,
  }))
}
