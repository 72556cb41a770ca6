import { randomInt } from 'node:crypto'
import { newId } from '#platform/lib/ids'
import type { TxContext } from '#platform/postgres/database'
import { type Email, getPriority } from '../templates/template-data.ts'
import { encryptPayload, hashEmail } from './payload-encryption.ts'
import * as store from './store.ts'

/**
 * Writes a letter down in the caller's transaction; it is sent after the commit, and never if there is
 * none. Does not wait. Nothing is written when its slot is taken, or when it is an invitation and the
 * sender hands the links out. To an address that has bounced it is kept, and not sent. Answers its id.
 */
export function enqueue(ctx: TxContext, email: Email): string {
  const row = buildRow(ctx, email)
  insertAndNotify(ctx, [row])
  return row.id
}

/** The same for any number of letters, in one statement. */
export function enqueueAll(ctx: TxContext, emails: readonly Email[]): void {
  insertAndNotify(
    ctx,
    emails.map((email) => buildRow(ctx, email)),
  )
}

function insertAndNotify(ctx: TxContext, rows: readonly store.NewMessageRow[]): void {
  if (rows.length === 0) return
  store.insert(ctx, rows)
  ctx.afterCommit(() => ctx.deployment.notify('mail'))
}

function buildRow(ctx: TxContext, email: Email): store.NewMessageRow {
  const id = newId()
  return {
    account_id: email.account_id,
    id,
    kind: email.kind,
    gift_request_id: email.gift_request_id ?? null,
    campaign_id: email.campaign_id ?? null,
    dedup_key: email.dedup_key ?? null,
    priority: getPriority(email.kind),
    locale: email.locale ?? null,
    to_digest: hashEmail(email.to.email),
    encrypted_payload: encryptPayload(ctx.deployment, id, email),
    code: generateCode(),
    only_if_invited: email.onlyIfInvitedByEmail === true,
  }
}

const alphabet = 'abcdefghijkmnpqrstuvwxyz23456789'

/** Twelve characters, 60 bits, that survive a mail server which writes everything in lower case. */
const generateCode = () =>
  Array.from({ length: 12 }, () => alphabet[randomInt(alphabet.length)]).join('')
