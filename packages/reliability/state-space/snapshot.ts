import * as gifting from '#gifting'
import type { Deployment } from '#platform/deployment'

/**
 * The state of a small account, read in one statement, and its canonical form.
 *
 * The canonical form contains everything on which an action of the explorer depends. It leaves out: ids
 * (replaced by positions), timestamps in the past, the times at which ended gifts would expire, texts, links
 * and other random values. It also leaves out the number of label attempts, of changes and of repeated
 * `dispatched` events, the order of repeated scans, the rows of parcels that were replaced and have no items,
 * which entry of a waiting list wakes it, and the order of claims that are not on a waiting list.
 */
export interface Snapshot {
  gifts: readonly GiftRow[]
  parcels: readonly SnapshotParcel[]
  stock: readonly { variant_id: string; warehouse_id: string; available: number }[]
  codes: readonly {
    id: string
    variant_id: string
    gift_request_id: string | null
    is_revoked: boolean
  }[]
  items: readonly DigitalItem[]
  claims: readonly SnapshotClaim[]
  /** The next time at which a timer, a retry or a lease ends. Null if there is none. */
  next_due: number | null
  /** The canonical form. It is equal for states with equal futures. */
  canonical: string
}

interface GiftRow {
  id: string
  state: gifting.State
  status: string
  address: string | null
  line_items: string | null
}

export interface SnapshotParcel {
  id: string
  gift_request_id: string
  number: number
  state: string
  warehouse_id: string | null
  /** Whether the parcel was replaced before it left. */
  is_retired: boolean
  lines: readonly { variant_id: string; quantity: number; line_item_id: string }[]
}

interface DigitalItem {
  id: string
  gift_request_id: string
}

interface SnapshotClaim {
  id: string
  state: string
}

/** Builds SQL for the seconds from the clock of the transaction to a time. Times in the past give 0. */
const secondsUntil = (column: string) =>
  `case when ${column} is null then null else greatest(0, extract(epoch from ${column} - $2::timestamptz))::float8 end`

/**
 * The number of days after the invitation for which an extension plans the reminders
 * again. Later days have no reminders.
 */
const daysWithReminders = 22

const isSet = (column: string) => `${column} is not null`

const list = (select: string) =>
  `(select coalesce(json_agg(row_to_json(x)), '[]') from (${select}) x)`

export const snapshotSql = `select json_build_object(
  'gifts', ${list(`
    select g.id, g.state, g.status, encode(g.address, 'base64') as address, g.line_items, g.delivered_emitted,
           ${isSet('g.link_digest')} as has_link, g.one_link_id is not null as of_one_link, g.email_key <> '' as has_email,
           g.due_failures, g.max_choices, case when g.state in ('created', 'scheduled', 'unclaimed', 'awaiting_recipient') then ${secondsUntil('g.expires_at')} end as expires,
           ${secondsUntil('g.due_at')} as due, ${secondsUntil('g.remind_at')} as remind, ${secondsUntil('g.claimed_until')} as claimed,
           coalesce(g.one_link_id::text, '') as one_link_id, case when g.one_link_id is not null then g.email_key end as email_key, sha256(coalesce(g.address, '')) as address_digest,
           (select json_object_agg(e.event, least(e.n, 2)) from (
              select e.event, count(*) as n from gifting.state_transition t cross join unnest(t.events) e (event)
               where t.account_id = $1 and t.gift_request_id = g.id group by 1 order by 1) e) as events,
           g.state = 'cancelled' and coalesce((select t.cause like 'its claim was not finished%' from gifting.state_transition t
              where t.account_id = $1 and t.gift_request_id = g.id order by t.number desc limit 1), false) as has_lapsed,
           (select json_agg(json_build_array(o.kind, o.failures, ${secondsUntil('o.retry_at')}) order by o.kind) from gifting.fulfilment_outbox o
              where o.account_id = $1 and o.gift_request_id = g.id) as jobs,
           (select json_agg(json_build_array(${isSet('o.cancelled_at')})) from fulfilment.shipping_order o
              where o.account_id = $1 and o.gift_request_id = g.id) as orders,
           coalesce((select s.declined_at is not null from gifting.redemption_session s
              where s.account_id = $1 and s.gift_request_id = g.id), false) and g.state = 'awaiting_recipient' as is_declined,
           (select json_agg(json_build_array(c.changes_address, c.line_items) order by c.id) from gifting.gift_change c
              where c.account_id = $1 and c.gift_request_id = g.id and c.state = 'pending') as changes,
           (select c.gift_request_id from gifting.reissued_gift c where c.account_id = $1 and c.reissued_from = g.id) as reissued_as,
           (select json_agg(json_build_array(d.reason, d.variant_id, d.quantity, ${isSet('d.voided_at')}) order by d.id) from donations.donation d
              where d.account_id = $1 and d.gift_request_id = g.id) as donations,
           exists (select from mail.message m where m.account_id = $1 and m.gift_request_id = g.id
                    and m.kind in ('invitation', 'reminder', 'expiring') and m.created_at > $2::timestamptz - interval '1 hour'
                    and g.state = 'awaiting_recipient') as is_reminded,
           case when g.state = 'awaiting_recipient' then least(${daysWithReminders}, floor(extract(epoch from $2::timestamptz - g.created_at) / 86400)) end as days
      from gifting.gift_request g where g.account_id = $1 order by g.id`)},
  'parcels', ${list(`
    select p.id, p.gift_request_id, p.number, p.state, p.has_left, ${isSet('p.carrier_ref')} as has_ref, p.replaces, p.warehouse_id,
           p.carrier, p.pending_action, p.attempts, ${secondsUntil('p.due_at')} as due, ${secondsUntil('p.leased_until')} as leased,
           p.is_retired, ${isSet('p.problem_reason')} as has_problem, ${isSet('p.label_url')} as has_label, ${isSet('p.tracking_code')} as has_code,
           (select coalesce(json_agg(json_build_object('variant_id', l.variant_id, 'quantity', l.quantity, 'line_item_id', l.line_item_id)
               order by l.line_item_id), '[]') from fulfilment.parcel_line l where l.account_id = $1 and l.parcel_id = p.id) as lines,
           (select json_build_array(k.leased_by, ${secondsUntil('k.leased_until')}, ${isSet('k.packed_at')}, ${isSet('k.handed_over_at')}, k.address_digest)
              from fulfilment.packing k where k.account_id = $1 and k.parcel_id = p.id) as packing,
           (select json_agg(distinct s.state || case when s.carrier_ref = p.carrier_ref then '' else ' before' end)
              from fulfilment.scan s where s.account_id = $1 and s.parcel_id = p.id) as scans,
           exists (select from fulfilment.restock r where r.account_id = $1 and r.parcel_id = p.id) as is_restocked
      from fulfilment.parcel p where p.account_id = $1 order by p.gift_request_id, p.number, p.id`)},
  'stock', ${list(`
    select s.variant_id, s.warehouse_id, s.available from catalogue.stock_level s
     where s.account_id = $1 and s.variant_id = any ($3::uuid[]) order by s.variant_id, s.warehouse_id`)},
  'reservations', ${list(`
    select r.holder_id, r.variant_id, r.warehouse_id, r.quantity from catalogue.reservation r where r.account_id = $1
     order by r.holder_id, r.variant_id, r.warehouse_id`)},
  'tally', ${list('select t.id, t.given from donations.tally t where t.account_id = $1 order by t.id')},
  'codes', ${list(`
    select c.id, c.variant_id, c.gift_request_id, ${isSet('c.revoked_at')} as is_revoked from digital.code c
     where c.account_id = $1 and c.variant_id = any ($3::uuid[]) order by c.id`)},
  'items', ${list(`
    select i.id, i.gift_request_id, i.line_item_id, i.variant_id, i.needs_code, i.code_id, ${isSet('i.revealed_at')} as is_revealed,
           ${isSet('i.replaced_at')} as is_replaced
      from digital.item i where i.account_id = $1 order by i.id`)},
  'claims', ${list(`
    select c.id, c.state, c.has_place, c.gift_request_id, c.mailbox_digest, ${isSet('c.claimant')} as has_claimant, ${secondsUntil('c.until')} as until, case when c.state = 'listed' then min(${secondsUntil('c.due_at')}) over (partition by c.one_link_id, c.state)
                else ${secondsUntil('c.due_at')} end as due,
           case when c.state = 'listed' then row_number() over (partition by c.one_link_id, c.state order by c.queued_at, c.id) end as position
      from gifting.one_link_claim c where c.account_id = $1 order by c.mailbox_digest`)},
  'links', ${list(`
    select o.id, ${isSet('o.closed_at')} as is_closed, ${secondsUntil('o.expires_at')} as expires
      from gifting.one_link o where o.account_id = $1 order by o.id`)}
) as state`

type RawState = Omit<Snapshot, 'next_due' | 'canonical'> &
  Record<string, readonly Readonly<Record<string, unknown>>[]>

export function toSnapshot(
  raw: RawState,
  { deployment, names, clock }: CanonicalContext,
): Snapshot {
  const gifts = raw.gifts.map((gift) => ({
    ...gift,
    address: readAddress(deployment, gift),
    line_items: gift.line_items?.replaceAll(/"(sku|name|images)":("[^"]*"|\[\]),?/g, '') ?? null,
  }))
  const parcels = raw.parcels.filter(({ is_retired, lines }) => !is_retired || lines.length > 0)
  const state = { ...raw, gifts, parcels, clock }
  return { ...state, next_due: findNextDue(state), canonical: canonicalize(state, names) }
}

export interface CanonicalContext {
  deployment: Deployment
  /** The names of ids that are the same in all states: variants, warehouses, packers. */
  names: ReadonlyMap<string, string>
  /**
   * The minutes of the day since the first state, because a new gift has its first
   * reminder at a time of the day.
   */
  clock: number
}

function readAddress(deployment: Deployment, { id, address }: GiftRow): string | null {
  if (address === null) return null
  const buffer = Buffer.from(address, 'base64')
  return gifting.decryptAddress(deployment, { id, address: buffer })?.line_1 ?? null
}

/** The members that contain seconds until a timer. */
const dueMembers = new Set(['due', 'leased', 'expires', 'claimed', 'until'])

function findNextDue(state: object): number | null {
  const times: number[] = []
  const add = (value: unknown) => {
    if (typeof value === 'number' && value > 0) times.push(value)
  }
  JSON.stringify(state, (key, value: unknown) => {
    if (dueMembers.has(key)) add(value)
    if (key === 'packing' && Array.isArray(value)) add(value[1])
    if (key === 'jobs' && Array.isArray(value)) for (const job of value) add(job[2])
    return value
  })
  return times.length === 0 ? null : Math.min(...times)
}

const idPattern = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|\\\\x[0-9a-f]{64}/g
const secondsPerStep = 60

/**
 * Converts a state to its canonical form. Rounds timers to minutes, because each action takes a moment.
 * Renames ids in the order of their appearance.
 */
function canonicalize(state: object, names: ReadonlyMap<string, string>): string {
  const text = JSON.stringify(state, (key, value: unknown) => {
    if (typeof value === 'number' && (dueMembers.has(key) || key === 'remind'))
      return toSteps(value)
    if (key === 'packing' && Array.isArray(value) && typeof value[1] === 'number')
      return value.with(1, toSteps(value[1]))
    if (key === 'jobs' && Array.isArray(value))
      return value.map((job: unknown[]) =>
        job.with(2, typeof job[2] === 'number' ? toSteps(job[2]) : null),
      )
    return value
  })
  const renamed = new Map<string, string>()
  return text.replace(idPattern, (id) => {
    const name = names.get(id) ?? renamed.get(id) ?? `#${renamed.size}`
    if (!names.has(id)) renamed.set(id, name)
    return name
  })
}

const toSteps = (seconds: number) => Math.round(seconds / secondsPerStep)
