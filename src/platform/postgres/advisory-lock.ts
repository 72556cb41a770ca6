import type { TxContext } from './tx-context.ts'

const text = 'select pg_advisory_xact_lock(hashtextextended($1, 0))'

/**
 * Waits for the lock with this name, and holds it until the end of the transaction. The name contains the
 * account, unless the whole deployment shares the lock.
 */
export async function lockUntilEnd(ctx: TxContext, name: string): Promise<void> {
  await ctx.query(text, [name])
}

/** Enqueues the statement that acquires the lock, before the statements that follow. */
export const enqueueLock = (ctx: TxContext, name: string): void => ctx.enqueue(text, [name])

/** Acquires the lock with this name until the end of the transaction, unless another transaction has it. */
export const tryLockUntilEnd = async (ctx: TxContext, name: string): Promise<boolean> =>
  (await ctx.queryValue<boolean>('select pg_try_advisory_xact_lock(hashtextextended($1, 0))', [
    name,
  ])) ?? false
