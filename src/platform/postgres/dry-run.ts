import type { TxContext } from './database.ts'

/**
 * Runs a change, and reverts it if the request is a dry run. A dry run therefore has the same validation and
 * response as the change itself.
 */
export async function withDryRun<T>(
  ctx: TxContext,
  isDryRun: boolean,
  change: () => Promise<T>,
): Promise<T> {
  if (!isDryRun) return change()
  ctx.enqueue('savepoint dry_run')
  const result = await change()
  await ctx.query('rollback to savepoint dry_run')
  return result
}
