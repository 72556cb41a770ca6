import type { TxContext } from '#platform/postgres/database'
import { savedRowTable } from './approvals/tables.ts'
import { failureTable, toCells } from './bulk-send/failures.ts'
import * as rowStore from './bulk-send/row-store.ts'

/** A row of a list that became no gift. */
export interface PersonalFailure {
  row: Record<string, string>
  created_at: Date
}

/** Returns the rows with this address that became no gift: invalid ones, and those that need an approval. */
export async function findPersonalRows(ctx: TxContext, email: string): Promise<PersonalFailure[]> {
  const failed = await rowStore.listByEmail(ctx, failureTable, email)
  const saved = await rowStore.listByEmail(ctx, savedRowTable, email)
  return [
    ...failed.map(({ content, created_at }) => ({ row: content, created_at })),
    ...saved.map(({ content, created_at }) => ({ row: toCells(content), created_at })),
  ]
}

/** Deletes the rows with this address that became no gift. The statements are not awaited. */
export function eraseRows(ctx: TxContext, email: string): void {
  for (const table of [failureTable, savedRowTable]) rowStore.erase(ctx, table, email)
}
