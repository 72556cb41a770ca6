import { generateKeyPair, randomBytes } from 'node:crypto'
import { promisify } from 'node:util'
import * as accounts from '#accounts'
import { type FieldError, isEmail, throwIfAny } from '#contract'
import { toDomainKey } from '#contract/email-address'
import { newId } from '#platform/lib/ids'
import type { DkimKey } from '#platform/lib/mail-transport'
import { lockUntilEnd } from '#platform/postgres/advisory-lock'
import type { TxContext } from '#platform/postgres/database'
import { deleteRows, insertRow, updateRows } from '#platform/postgres/table'
import { keyContext, type SenderRow } from './tables.ts'

/* The address from which an account sends its emails. Its domain is proven, and Bestow signs the emails with a key of it. */

export const readSender = (ctx: TxContext): Promise<SenderRow | undefined> =>
  ctx.queryFirst<SenderRow>('select * from mail.account_sender where account_id = $1', [
    ctx.account_id,
  ])

/** Finds the accounts that send from an address of their own. The transaction covers all accounts. */
export const findAccountsWithSender = (ctx: TxContext): Promise<string[]> =>
  ctx.queryValues<string>('select account_id from mail.account_sender where enabled')

/**
 * Sets the address of the account. Another domain gets another key, and emails leave from it only after it is enabled.
 *
 * @throws ApiError with the field `email`
 */
export async function saveSender(ctx: TxContext, email: string): Promise<SenderRow> {
  const domain = toDomainKey(email.slice(email.lastIndexOf('@') + 1))
  throwIfAny(await findProblems(ctx, email, domain))
  await lockUntilEnd(ctx, `email sender of ${ctx.account_id}`)
  const before = await readSender(ctx)
  if (before?.domain === domain) {
    const changed = { email, updated_at: ctx.now }
    await updateRows(ctx, table, keyOf(before), changed)
    return { ...before, ...changed }
  }
  if (before !== undefined) await deleteRows(ctx, table, keyOf(before))
  const row = await buildRow(ctx, email, domain)
  await insertRow(ctx, table, row)
  return row
}

const table = 'mail.account_sender'
const keyOf = ({ account_id, id }: SenderRow) => ({ account_id, id })

async function findProblems(ctx: TxContext, email: string, domain: string): Promise<FieldError[]> {
  const problem = (message: string): FieldError[] => [{ code: 'invalid', param: 'email', message }]
  if (!isEmail(email)) return problem('must be an email address such as gifts@example.com')
  return (await accounts.isHostOfProvenDomain(ctx, domain))
    ? []
    : problem(`must be an address of a proven domain. Prove ${domain} in Settings, Domains`)
}

async function buildRow(ctx: TxContext, email: string, domain: string): Promise<SenderRow> {
  const id = newId()
  const { publicKey, privateKey } = await promisify(generateKeyPair)('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'der' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
  return {
    account_id: ctx.account_id,
    id,
    email,
    domain,
    selector: `bestow-${randomBytes(4).toString('hex')}`,
    public_key: publicKey.toString('base64'),
    encrypted_private_key: ctx.deployment.cipher.encrypt(privateKey, keyContext(id)),
    enabled: false,
    created_at: ctx.now,
    updated_at: ctx.now,
  }
}

/** Enables or disables the address. Returns undefined if the account has none. */
export async function enableSender(
  ctx: TxContext,
  enabled: boolean,
): Promise<SenderRow | undefined> {
  const row = await readSender(ctx)
  if (row !== undefined) await updateRows(ctx, table, keyOf(row), { enabled, updated_at: ctx.now })
  return row && { ...row, enabled }
}

/** Deletes the address and its key. Returns undefined if the account has none. */
export async function removeSender(ctx: TxContext): Promise<SenderRow | undefined> {
  const row = await readSender(ctx)
  if (row !== undefined) await deleteRows(ctx, table, keyOf(row))
  return row
}

/** How the emails of an account are marked as its own. */
export interface SenderIdentity {
  email: string
  dkim: DkimKey
}

/** Returns the identity of a sender. Throws if its encryption key is missing. */
export const toIdentity = (ctx: TxContext, row: SenderRow): SenderIdentity => ({
  email: row.email,
  dkim: {
    domain: row.domain,
    selector: row.selector,
    private_key: ctx.deployment.cipher.decrypt(row.encrypted_private_key, keyContext(row.id)),
  },
})
