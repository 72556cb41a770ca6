import { toEmailKey } from '#contract'
import { sha256 } from '#platform/crypto/encryption'
import { newId } from '#platform/lib/ids'
import type { TxContext } from '#platform/postgres/database'
import type { BulkSendInput } from '../creation/send-options.ts'
import { type BulkSendFailure, failureContext } from './bulk-send-tables.ts'
import * as failureStore from './failure-store.ts'

/** Days until the failed rows of a bulk send are deleted. */
const retentionDays = 30
const dayMs = 24 * 60 * 60 * 1000

const maxFailures = 10_000
/** A longer cell is cut: no field of a gift request is longer. */
const maxCellLength = 500
const maxErrors = 20

interface FailedRow {
  row: BulkSendInput
  problems: BulkSendFailure['errors']
}

/** Saves rows that became no gift. A row without a line, or beyond 10,000 rows, is not saved. */
export async function saveFailures(
  ctx: TxContext,
  bulk_send_id: string,
  failed: readonly FailedRow[],
): Promise<void> {
  const free = maxFailures - (await failureStore.count(ctx, bulk_send_id))
  const byLine = new Map(
    failed.flatMap((each) => (each.row.line === undefined ? [] : [[each.row.line, each] as const])),
  )
  const rows = [...byLine].slice(0, Math.max(0, free)).map(([line, { row, problems }], index) => {
    const id = newId(ctx.now, index)
    return {
      ...{ id, line },
      email_digest: toEmailDigest(row.recipient.email),
      encrypted_row: ctx.deployment.cipher.encrypt(
        JSON.stringify(toCells(row)),
        failureContext(id),
      ),
      errors: problems
        .slice(0, maxErrors)
        .map(({ code, param, message }) => ({ code, param, message })),
    }
  })
  if (rows.length > 0) failureStore.save(ctx, bulk_send_id, rows)
}

const toEmailDigest = (email: string): Buffer => sha256(toEmailKey(email.trim()))

/** Returns the texts of a row by the name of its field. */
export function toCells({
  recipient,
  shipping_address,
  phone,
}: BulkSendInput): Record<string, string> {
  const { name: _, ...address } = shipping_address ?? { name: '' }
  const members = { ...recipient, ...address, ...(phone !== undefined && { phone }) }
  return Object.fromEntries(
    Object.entries(members).flatMap(([name, text]) =>
      typeof text === 'string' ? [[name, text.slice(0, maxCellLength)]] : [],
    ),
  )
}

/** Returns the failures after this line, in the order of their lines. */
export async function listFailures(
  ctx: TxContext,
  bulk_send_id: string,
  { afterLine = 0, limit }: { afterLine?: number; limit: number },
): Promise<BulkSendFailure[]> {
  const rows = await failureStore.list(ctx, bulk_send_id, afterLine, limit)
  return rows.map(({ line, errors, ...row }) => ({ line, errors, cells: decryptCells(ctx, row) }))
}

const decryptCells = (
  { deployment }: TxContext,
  { id, encrypted_row }: { id: string; encrypted_row: Buffer },
): Record<string, string> =>
  JSON.parse(deployment.cipher.decrypt(encrypted_row, failureContext(id)))

/** Deletes the failed rows with this email address. */
export const eraseFailures = (ctx: TxContext, email: string): void =>
  failureStore.eraseByDigest(ctx, toEmailDigest(email))

export interface PersonalFailure {
  row: Record<string, string>
  created_at: Date
}

/** Returns the failed rows with this email address. */
export async function findPersonalFailures(
  ctx: TxContext,
  email: string,
): Promise<PersonalFailure[]> {
  const rows = await failureStore.listByDigest(ctx, toEmailDigest(email))
  return rows.map(({ created_at, ...row }) => ({ row: decryptCells(ctx, row), created_at }))
}

/** Deletes a batch of failed rows after 30 days, in all accounts. Returns how many. */
export const purgeFailures = (ctx: TxContext): Promise<number> =>
  failureStore.deleteBefore(ctx, new Date(ctx.real_now.getTime() - retentionDays * dayMs))
