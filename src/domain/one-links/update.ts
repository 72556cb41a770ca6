import { isDeepStrictEqual } from 'node:util'
import { ApiError, type FieldError, type OneLinkChange, throwIfAny } from '#contract'
import { isId } from '#platform/lib/ids'
import type { TxContext } from '#platform/postgres/database'
import * as claimStore from './claim-store.ts'
import * as oneLinkStore from './one-link-store.ts'
import type { OneLink } from './tables.ts'
import { normalizeDomains } from './validate.ts'

/** The settings of a one-link that can change after its creation. */
type OneLinkSettings = Pick<OneLink, 'allowed_email_domains' | 'expires_at'>

/** The one-link after a change, and the settings that changed. */
export interface OneLinkUpdate {
  link: OneLink
  before: Partial<OneLinkSettings>
  after: Partial<OneLinkSettings>
}

/**
 * Changes the expiry and the allowed email domains of a one-link that is neither closed nor expired. Existing
 * claims continue: the new domains apply only to later claims, and the time for the redemption of a claimed
 * gift does not change. Returns the one-link, and the changed settings before and after. Returns undefined if
 * the account has no such one-link.
 *
 * @param check  gets the one-link, which is locked, and can throw
 */
export async function update(
  ctx: TxContext,
  id: string,
  change: OneLinkChange,
  check: (was: OneLink) => void = () => {},
): Promise<OneLinkUpdate | undefined> {
  const locked = isId(id) ? await oneLinkStore.lockExclusive(ctx, id) : undefined
  if (locked === undefined) return undefined
  claimStore.lockClaims(ctx, locked.id)
  check(await requireLink(ctx, locked.id))
  const after = changedSettings(locked, change)
  if (Object.keys(after).length > 0) {
    if (after.expires_at !== undefined) throwIfAny(findPastExpiry(ctx, after.expires_at))
    rejectEnded(ctx, locked)
    save(ctx, locked, after)
  }
  const before = Object.fromEntries(
    Object.keys(after).map((name) => [name, locked[name as keyof OneLinkSettings]]),
  )
  return { link: await requireLink(ctx, locked.id), before, after }
}

/** Returns the settings that differ from the current ones. */
function changedSettings(
  was: OneLinkSettings,
  { allowed_email_domains, expires_at }: OneLinkChange,
): Partial<OneLinkSettings> {
  const domains = allowed_email_domains && normalizeDomains({ allowed_email_domains })
  const hasNewDomains = domains && !isDeepStrictEqual(domains, was.allowed_email_domains)
  const expiry = new Date(expires_at ?? was.expires_at)
  return {
    ...(hasNewDomains && { allowed_email_domains: domains }),
    ...(expiry.getTime() !== was.expires_at.getTime() && { expires_at: expiry }),
  }
}

function save(
  ctx: TxContext,
  was: oneLinkStore.LockedOneLink,
  { expires_at, ...change }: Partial<OneLinkSettings>,
): void {
  oneLinkStore.updateSettings(ctx, { ...was, ...change, expires_at: expires_at ?? was.expires_at })
  if (expires_at === undefined) return
  claimStore.moveExpiry(ctx, was.id, expires_at)
  claimStore.wakeWaitingList(ctx, was.id) // its campaign can end before
  oneLinkStore.moveGiftExpiry(ctx, was.id, was.expires_at, expires_at)
  ctx.afterCommit(() => ctx.deployment.notify('gifts'))
}

/**
 * Throws if the one-link has ended. Its unclaimed gifts are cancelled or expired, so it cannot open again.
 */
function rejectEnded({ now }: TxContext, { closed_at, expires_at }: oneLinkStore.LockedOneLink) {
  if (closed_at === null && expires_at > now) return
  const reason = closed_at === null ? 'has expired' : 'is closed'
  throw new ApiError('invalid_transition', {
    message: `This one-link ${reason} and cannot be changed. Create another one.`,
  })
}

/** Returns an error for an expiry that is not in the future. */
const findPastExpiry = ({ now }: TxContext, expires_at: Date): FieldError[] =>
  expires_at <= now
    ? [{ code: 'invalid', param: 'expires_at', message: 'must be in the future' }]
    : []

async function requireLink(ctx: TxContext, id: string): Promise<OneLink> {
  const link = await oneLinkStore.find(ctx, ctx.account_id, id)
  if (link === undefined) throw new Error('a locked one-link was not found')
  return link
}
