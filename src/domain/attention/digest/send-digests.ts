import * as accounts from '#accounts'
import * as mail from '#email'
import * as giftLists from '#gift-lists'
import { selectAccountsWithRows } from '#platform/jobs/account-round-robin'
import { type OnAccountError, serveEachAccount } from '#platform/jobs/each-account'
import type { Database, TxContext } from '#platform/postgres/database'
import { type Assignee, listAssignees } from '../assignees.ts'
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

const accountsWithItems = (user: 'sender_id' | 'assignee_id') =>
  selectAccountsWithRows('attention.item', `cleared_at is null and ${user} is not null`)

/**
 * Sends each user an email about gifts that need attention, and about the items assigned to the user. A user receives at most one email a day, and only
 * if an item is new since the last email. Uses one transaction per account. Returns the number of accounts
 * with an email.
 */
export const sendDigests = (db: Database, onError?: OnAccountError): Promise<number> =>
  serveEachAccount(
    db,
    `(${accountsWithItems('sender_id')}) union (${accountsWithItems('assignee_id')})`,
    serveAccount,
    onError,
  )

async function serveAccount(realTimeCtx: TxContext): Promise<boolean> {
  const senders = await store.findSenders(realTimeCtx)
  const members = await accounts.listMembers(realTimeCtx)
  const assignees = await findAssignees(realTimeCtx)
  const responsibilities = [
    ...assign(senders, members),
    ...assignees.map(({ id }) => ({ user_id: id, sender_id: null })),
  ]
  const ctx = await accounts.withAccountTime(realTimeCtx)
  const scope = {
    before: new Date(ctx.now.getTime() - settleMs),
    assignees: assignees.map(({ id }) => id),
  }
  let isSent = false
  for (const user_id of await store.findDueUsers(ctx, responsibilities, scope)) {
    const user = members.find(({ id }) => id === user_id)
    const sender_ids = responsibilities.flatMap((each) =>
      each.user_id === user_id ? (each.sender_id ?? []) : [],
    )
    const found = await store.findOpenItems(ctx, { user_id, sender_ids }, scope, maxCounted)
    const hidden = assignees.find(({ id }) => id === user_id)?.hidden ?? []
    const items = found.filter(({ subject_type }) => !hidden.includes(subject_type))
    if (user !== undefined && (await sendDigest(ctx, user, items))) isSent = true
  }
  return isSent
}

/** Returns the active members to whom open items are assigned. */
async function findAssignees(ctx: TxContext): Promise<Assignee[]> {
  const ids = await store.findAssigneeIds(ctx)
  return ids.length === 0 ? [] : (await listAssignees(ctx)).filter(({ id }) => ids.includes(id))
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
  found: readonly ItemRow[],
): Promise<boolean> {
  const [newest] = found
  if (newest === undefined || !(await store.claim(ctx, user.id, newest.number))) return false
  const items = distinctGifts(found)
  const listed = items.slice(0, maxListed)
  const gifts = await giftLists.attention.namesById(
    ctx,
    listed.flatMap(({ gift_request_id }) => gift_request_id ?? []),
  )
  const lines = listed.flatMap((item) => toDigestLine(ctx, item, gifts))
  const others = found.filter(({ gift_request_id }) => gift_request_id === null).length
  if (lines.length + others === 0) return false
  mail.enqueueAll(ctx, [
    {
      kind: 'attention_digest',
      account_id: ctx.account_id,
      to: { name: user.name, email: user.email },
      campaign_id: gifts.get(listed[0]?.gift_request_id ?? '')?.campaign_id ?? null,
      data: {
        ...{ lines, count: items.length },
        ...(others > 0 && {
          others: { count: others, url: accounts.pageUrl(ctx, ownPath(user.id)) },
        }),
        web_url: accounts.pageUrl(ctx, '/attention?state=open'),
        unsubscribe_url: unsubscribeUrl(ctx, user.id),
      },
    },
  ])
  return true
}

const ownPath = (user_id: string) => `/attention?state=open&assignee_id=${user_id}`

/** Returns only the newest item of each gift, and none about other subjects. */
function distinctGifts(items: readonly ItemRow[]): ItemRow[] {
  const seen = new Set<string | null>([null])
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
