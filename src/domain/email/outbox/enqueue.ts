import { randomInt } from 'node:crypto'
import { newId } from '#platform/lib/ids'
import type { TxContext } from '#platform/postgres/database'
import { isSmsKind } from '../sms/sms-texts.ts'
import { getPriority } from '../templates/priority.ts'
import type { Email } from '../templates/template-data.ts'
import { encryptPayload, hashEmail } from './payload-encryption.ts'
import * as store from './store.ts'

/**
 * Enqueues an email in the caller's transaction, without waiting. The service sends the email after the
 * commit. Drops the email if its dedup key exists, or if it is an invitation of a campaign that does not
 * invite by email. Stores an email to a bounced address as suppressed. Returns the id of the email.
 */
export function enqueue(ctx: TxContext, email: Email): string {
  const row = buildRow(ctx, email)
  insertAndNotify(ctx, [...(isReachable(email) ? [row] : []), ...buildSmsRows(ctx, email)])
  return row.id
}

/** Enqueues any number of emails with one statement. */
export function enqueueAll(ctx: TxContext, emails: readonly Email[]): void {
  insertAndNotify(
    ctx,
    emails.flatMap((email) => [
      ...(isReachable(email) ? [buildRow(ctx, email)] : []),
      ...buildSmsRows(ctx, email),
    ]),
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
    channel: 'email',
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

/** Returns whether an email has an address. The recipient of a gift request may have only a phone number. */
const isReachable = ({ to }: Email) => to.email !== ''

/**
 * Builds the row of a text message for an email. The database drops the row if the gift request has no phone
 * number. The payload contains neither an email address nor a phone number.
 */
function buildSmsRows(ctx: TxContext, email: Email): store.NewMessageRow[] {
  const { kind, gift_request_id, dedup_key } = email
  if (gift_request_id === undefined || !isSmsKind(kind) || email.isEmailOnly === true) return []
  const row = buildRow(ctx, {
    ...email,
    to: { name: '', email: '' },
  })
  return [
    { ...row, channel: 'sms', dedup_key: dedup_key === undefined ? null : `sms ${dedup_key}` },
  ]
}

const alphabet = 'abcdefghijkmnpqrstuvwxyz23456789'

/**
 * Generates a random code of twelve characters (60 bits). Some mail servers convert addresses to lower case,
 * so the alphabet has no capital letters. A keyed digest of the id would be no alternative: the service would
 * need its key as long as reports can arrive.
 */
const generateCode = () =>
  Array.from({ length: 12 }, () => alphabet[randomInt(alphabet.length)]).join('')
