import { toEmailKey } from '#contract'
import { sha256 } from '#platform/crypto/encryption'
import type { TxContext } from '#platform/postgres/database'
import { type PersonalFailure, toCells } from '../bulk-send/failures.ts'
import * as rowStore from './row-store.ts'
import {
  type Approval,
  type ApprovalContent,
  type ApprovalRow,
  contentContext,
  rowContext,
  type SavedRow,
} from './tables.ts'

export const encryptContent = (
  { deployment }: TxContext,
  id: string,
  content: ApprovalContent,
): Buffer => deployment.cipher.encrypt(JSON.stringify(content), contentContext(id))

/** Returns the content of an approval; undefined after it was deleted. */
export const decryptContent = (
  { deployment }: TxContext,
  { id, encrypted_content }: Pick<Approval, 'id' | 'encrypted_content'>,
): ApprovalContent | undefined =>
  encrypted_content === null
    ? undefined
    : JSON.parse(deployment.cipher.decrypt(encrypted_content, contentContext(id)))

export const encryptRow = (
  { deployment }: TxContext,
  id: string,
  row: SavedRow,
): ApprovalRow & { email_digest: Buffer } => ({
  ...{ id, line: row.line },
  email_digest: toEmailDigest(row.recipient.email),
  encrypted_row: deployment.cipher.encrypt(JSON.stringify(row), rowContext(id)),
})

const decryptRow = (
  { deployment }: TxContext,
  { id, encrypted_row }: Pick<ApprovalRow, 'id' | 'encrypted_row'>,
): SavedRow => JSON.parse(deployment.cipher.decrypt(encrypted_row, rowContext(id)))

const toEmailDigest = (email: string): Buffer => sha256(toEmailKey(email.trim()))

/** Returns the rows after this line, in the order of their lines. */
export const listSavedRows = async (
  ctx: TxContext,
  bulk_send_id: string,
  { afterLine = 0, limit }: { afterLine?: number; limit: number },
): Promise<SavedRow[]> =>
  (await rowStore.list(ctx, bulk_send_id, afterLine, limit)).map((row) => decryptRow(ctx, row))

/** Deletes the rows with this email address. */
export const eraseSavedRows = (ctx: TxContext, email: string): void =>
  rowStore.eraseByDigest(ctx, toEmailDigest(email))

/** Returns the rows with this email address. */
export async function findPersonalSavedRows(
  ctx: TxContext,
  email: string,
): Promise<PersonalFailure[]> {
  const rows = await rowStore.listByDigest(ctx, toEmailDigest(email))
  return rows.map(({ created_at, ...row }) => ({
    row: toCells(decryptRow(ctx, row)),
    created_at,
  }))
}
