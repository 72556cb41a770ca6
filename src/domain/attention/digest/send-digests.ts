import * as accounts from '#accounts'
import * as mail from '#email'
import * as giftLists from '#gift-lists'
import { selectAccountsWithRows } from '#platform/jobs/account-round-robin'
import { type OnAccountError, serveEachAccount } from '#platform/jobs/each-account'
import type { Database, TxContext } from '#platform/postgres/database'
import { toItemView } from '../describe.ts'
import type { ItemRow } from '../tables.ts'
import * as store from './digest-store.ts'
import { unsubscribeUrl } from './subscription.ts'

/**
 * The milliseconds for which an item must be open before a digest lists it. Some problems end within minutes.
 */
const settleMs = 60 * 60 * 1000
const maxListed = 20
/** The number at which the count of items stops. */
const maxCounted = 1_000

/**
 * Sends each user an email about gifts that need attention. A user receives at most one email a day, and only
 * if an item is new since the last email. Uses one transaction per account. Returns the number of accounts
 * with an email.
 */
export const sendDigests = (db: Database, onError?: OnAccountError): Promise<number> =>
  serveEachAccount(
    db,
    selectAccountsWithRows('attention.item', 'cleared_at is null and sender_id is not null'),
    serveAccount,
    onError,
  )

async function serveAccount(realTimeCtx: TxContext): Promise<boolean> {
  const senders = await store.findSenders(realTimeCtx)
  const members = await accounts.listMembers(realTimeCtx)
  const responsibilities = assign(senders, members)
  const ctx = await accounts.withAccountTime(realTimeCtx)
  const before = new Date(ctx.now.getTime() - settleMs)
  let isSent = false
  for (const user_id of await store.findDueUsers(ctx, responsibilities, before)) {
    const user = members.find(({ id }) => id === user_id)
    const own = responsibilities.filter((each) => each.user_id === user_id)
    if (user !== undefined && (await sendDigest(ctx, user, own, before))) isSent = true
  }
  return isSent
}

/**
 * Assigns open items to users. The sender of a gift receives its items. If the sender can no longer open the
 * gift, all admins receive them.
 */
function assign(
  senders: readonly string[],
  members: readonly accounts.Member[],
): store.Responsibility[] {
  const active = new Set(
    members.flatMap((each) => (accounts.can(each, 'gift_requests:write') ? [each.id] : [])),
  )
  const admins = members.filter(({ role }) => role === 'admin').map(({ id }) => id)
  return senders.flatMap((sender_id) =>
    (active.has(sender_id) ? [sender_id] : admins).map((user_id) => ({ user_id, sender_id })),
  )
}

async function sendDigest(
  ctx: TxContext,
  user: accounts.Member,
  responsibilities: readonly store.Responsibility[],
  before: Date,
): Promise<boolean> {
  const senders = responsibilities.map(({ sender_id }) => sender_id)
  const items = distinctGifts(await store.findOpenItems(ctx, senders, before, maxCounted))
  const [newest] = items
  if (newest === undefined || !(await store.claim(ctx, user.id, newest.number))) return false
  const listed = items.slice(0, maxListed)
  const gifts = await giftLists.attention.namesById(
    ctx,
    listed.flatMap(({ gift_request_id }) => gift_request_id ?? []),
  )
  const lines = listed.flatMap((item) => toDigestLine(ctx, item, gifts))
  if (lines.length === 0) return false
  mail.enqueueAll(ctx, [
    {
      kind: 'attention_digest',
      account_id: ctx.account_id,
      to: { name: user.name, email: user.email },
      campaign_id: gifts.get(newest.gift_request_id ?? '')?.campaign_id ?? null,
      data: {
        lines,
        count: items.length,
        web_url: accounts.pageUrl(ctx, '/attention?state=open'),
        unsubscribe_url: unsubscribeUrl(ctx, user.id),
      },
    },
  ])
  return true
}

/** Returns only the newest item of each gift. */
function distinctGifts(items: readonly ItemRow[]): ItemRow[] {
  const seen = new Set<string | null>()
  return items.filter(({ gift_request_id }) => {
    const isNew = !seen.has(gift_request_id)
    seen.add(gift_request_id)
    return isNew
  })
}

function toDigestLine(
  ctx: TxContext,
  item: ItemRow,
  gifts: ReadonlyMap<string, giftLists.GiftName>,
): mail.DigestLine[] {
  const gift = gifts.get(item.gift_request_id ?? '')
  const [action] = toItemView(ctx, item).next_actions
  if (gift === undefined || action === undefined || !mail.isDigestCause(item.cause)) return []
  const { reference, first_name, last_name } = gift
  return [
    {
      reference,
      recipient: `${first_name} ${last_name}`.trim(),
      cause: item.cause,
      since: item.since.toISOString(),
      url: action.web_url,
    },
  ]
}
