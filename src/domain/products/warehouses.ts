import * as audit from '#audit'
import * as catalogue from '#catalogue'
import { type Address, listCountries, throwIfAny } from '#contract'
import type { TxContext } from '#platform/postgres/database'

/** The members of a warehouse that users and programs enter. */
export interface WarehouseInput {
  name: string
  /** ISO 3166-1 alpha-2, in any case. */
  country: string
  address?: Address | null
}

/** Adds a warehouse. Throws for an unknown country, an invalid address, and above the limit of the account. */
export async function createWarehouse(
  ctx: TxContext,
  input: WarehouseInput,
): Promise<catalogue.WarehouseWithAddress> {
  const country = parseCountry(input.country)
  const warehouse = await catalogue.createWarehouse(ctx, { ...input, country })
  record(ctx, 'create', warehouse)
  return warehouse
}

/**
 * Changes the members of a warehouse. `check` sees the locked warehouse before the change. Throws `not_found` for a
 * warehouse that is archived or of another account.
 */
export async function changeWarehouse(
  ctx: TxContext,
  id: string,
  { country, ...change }: Partial<WarehouseInput>,
  check?: (current: catalogue.WarehouseWithAddress) => void,
): Promise<catalogue.WarehouseWithAddress> {
  const to = { ...change, ...(country !== undefined && { country: parseCountry(country) }) }
  const { was, is } = await catalogue.changeWarehouse(ctx, id, to, check)
  record(ctx, 'change', is, { before: toSettings(was), after: toSettings(is) })
  return is
}

/** Archives a warehouse. Throws while it has stock or reservations. */
export async function archiveWarehouse(ctx: TxContext, id: string): Promise<void> {
  record(ctx, 'archive', await catalogue.archiveWarehouse(ctx, id))
}

const toSettings = ({ id: _, ...settings }: catalogue.WarehouseWithAddress) => settings

const record = (
  ctx: TxContext,
  verb: string,
  { id, name }: { id: string; name: string },
  details: Record<string, unknown> = {},
): void =>
  audit.recordEntry(ctx, {
    action: `warehouse.${verb}`,
    subject: { kind: 'warehouse', id, name },
    details,
  })

function parseCountry(input: string): string {
  const country = input.toUpperCase()
  if (!listCountries().includes(country))
    throwIfAny([
      { code: 'invalid', param: 'country', message: 'must be a country code such as DE' },
    ])
  return country
}
