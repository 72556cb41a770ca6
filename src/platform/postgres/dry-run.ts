import type { TxContext } from './database.ts'

/**
 * Runs a change and takes it back if the request is a dry run, so that a dry run has the validation and the response of
 * the change itself.
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
