import { randomBytes } from 'node:crypto'
import * as accounts from '#accounts'
import { sha256 } from '#platform/crypto/encryption'
import type { TxContext } from '#platform/postgres/database'
import * as linkStore from './approval-link-store.ts'
import { getApprovalRule } from './rule.ts'

/*
 * Links in emails with which an approver decides about one send without a sign-in. The token is random, stored as a hash,
 * and ends with the decision, the withdrawal or the expiry of the send.
 */

/** Creates the link of an approver. The statement is not awaited. */
export function createLink(ctx: TxContext, bulk_send_id: string, user_id: string): string {
  const token = randomBytes(32).toString('base64url')
  const { account_id, real_now: created_at } = ctx
  linkStore.insert(ctx, {
    account_id,
    token_hash: sha256(token),
    bulk_send_id,
    user_id,
    created_at,
  })
  return `${ctx.deployment.origin}/decision#${token}` // the fragment does not appear in logs and referrers
}

/** The send that a link is about, and its approver as a member of the account now. */
export interface OpenedLink {
  account_id: string
  bulk_send_id: string
  approver: accounts.Member
}

/**
 * Opens a link. Undefined for every reason why it is not valid: the rule no longer allows links, the approver left, or the
 * approver or the account is suspended. Requires ALL_ACCOUNTS.
 */
export async function openLink(ctx: TxContext, token: string): Promise<OpenedLink | undefined> {
  const found = await linkStore.find(ctx, sha256(token))
  if (found === undefined) return undefined
  const { account_id, bulk_send_id, user_id } = found
  const accountCtx = { ...ctx, account_id }
  const approver = await accounts.findMember(accountCtx, user_id)
  if (approver?.suspended_at !== null || !(await getApprovalRule(accountCtx)).decide_by_mail)
    return undefined
  return (await accounts.isSuspended(ctx, account_id))
    ? undefined
    : { account_id, bulk_send_id, approver }
}
