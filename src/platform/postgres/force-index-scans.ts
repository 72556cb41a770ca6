import type { TxContext } from './tx-context.ts'

/**
 * Disables sequential and bitmap scans, hash and merge joins, and JIT for this transaction. PostgreSQL
 * caches the plans of prepared statements, possibly from a time when the table was empty; the plans must
 * also suit a million rows.
 */
export const forceIndexScans = (ctx: TxContext): void =>
  ctx.enqueue(
    `select set_config('enable_seqscan', 'off', true), set_config('enable_bitmapscan', 'off', true),
            set_config('enable_hashjoin', 'off', true), set_config('enable_mergejoin', 'off', true),
            set_config('jit', 'off', true)`,
  )
