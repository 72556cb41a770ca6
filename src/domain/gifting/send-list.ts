import { createHash } from 'node:crypto'
import { type FieldError, type Sender, throwIfAny } from '#contract'
import * as mail from '#mail'
import type { TxContext } from '#platform/postgres'
import { drawAll, enter } from './create.ts'
import { emailKey } from './recipient.ts'
import {
  bodyOf,
  refuseUnfit,
  type Sending,
  type SendingRow,
  settledBy,
  shapeFor,
} from './sending.ts'
import * as rowStore from './sent-row-store.ts'
import { campaignsBy, type Vetted, vet } from './vet.ts'

/** What became of one row. */
export type RowResult =
  | { status: 'sent'; id: string; reference: string }
  /** It was sent with the same list before, and is not sent again. */
  | { status: 'already'; id: string; reference: string; created_at: Date }
  | { status: 'refused'; problems: FieldError[] }

/** What would become of it, and what somebody may want to know before. */
export type RowOutlook =
  | Exclude<RowResult, { status: 'sent' }>
  | {
      status: 'ready'
      /** Nobody is written to at this address: it refused a letter for good. */
      has_bounced: boolean
      /** They got something lately. */
      latest: { id: string; reference: string; created_at: Date } | null
    }

/**
 * Sends to everybody on a list who can be sent to, each with an event of its own; the others are told
 * what is wrong with their row. A row is known by what it asks for and for whom: sent again, whether by
 * a second press, after a lost connection or with the same file next week, it finds what it became.
 * What is wrong with the list as a whole is refused, and then nobody gets anything.
 */
export async function sendList(
  ctx: TxContext,
  sending: Sending,
  rows: readonly SendingRow[],
  sender: Sender,
): Promise<RowResult[]> {
  const looked = await lookAt(ctx, sending, rows, sender)
  const fresh = firsts(looked)
  const gifts = await drawAll(
    ctx,
    fresh.map(({ vetted }) => vetted),
  )
  const wanted = fresh.flatMap(({ vetted, key }, at) => {
    const gift = gifts[at]
    return gift === undefined ? [] : [{ vetted, key, gift, gift_request_id: gift.id }]
  })
  const taken = await rowStore.takeRows(ctx, wanted)
  const made = wanted.filter(({ key }) => taken.has(key.toString('hex')))
  enter(
    ctx,
    made.map(({ vetted }) => vetted),
    made.map(({ gift }) => gift),
    { cause: `sent by ${sender.name} in the web app`, isNewContact: false },
  )
  const others = await sentBefore(
    ctx,
    wanted.filter(({ key }) => !taken.has(key.toString('hex'))),
  )
  const ours = new Map(made.map(({ key, gift }) => [key.toString('hex'), gift]))
  const told = new Set<string>()
  return looked.map(({ problems, before, key }): RowResult => {
    if (before !== undefined) return already(before)
    if (problems.length > 0) return { status: 'refused', problems }
    const gift = ours.get(key.toString('hex'))
    if (gift !== undefined) {
      const { id, reference, created_at } = gift
      if (told.has(id)) return { status: 'already', id, reference, created_at }
      told.add(id)
      return { status: 'sent', id, reference }
    }
    const there = others.get(key.toString('hex'))
    if (there === undefined) throw new Error('a row was neither sent nor sent before')
    return already(there)
  })
}

/** Those that can be sent and were not, each wish once. */
function firsts(looked: readonly Looked[]): { vetted: Vetted; key: Buffer }[] {
  const fresh = new Map<string, { vetted: Vetted; key: Buffer }>()
  for (const { vetted, before, key } of looked) {
    const name = key.toString('hex')
    if (vetted !== undefined && before === undefined && !fresh.has(name))
      fresh.set(name, { vetted, key })
  }
  return [...fresh.values()]
}

const lately = 30 * 24 * 60 * 60 * 1000

/** Says of each row what would become of it. Sends nothing. */
export async function checkList(
  ctx: TxContext,
  sending: Sending,
  rows: readonly SendingRow[],
  sender: Sender,
): Promise<RowOutlook[]> {
  const looked = await lookAt(ctx, sending, rows, sender)
  const emails = rows.map(({ recipient }) => recipient.email).filter((text) => !/\0/.test(text))
  const keys = [...new Set(emails.map(emailKey))]
  const since = new Date(ctx.now.getTime() - lately)
  const [bounced, latest] = await Promise.all([
    mail.bouncedAmong(ctx, emails),
    rowStore.latestTo(ctx, keys, since),
  ])
  const latestBy = new Map(latest.map(({ email_key, ...gift }) => [email_key, gift]))
  return looked.map(({ problems, before, row }): RowOutlook => {
    if (before !== undefined) return already(before)
    if (problems.length > 0) return { status: 'refused', problems }
    const { email } = row.recipient
    return {
      status: 'ready',
      has_bounced: bounced.has(email),
      latest: latestBy.get(emailKey(email)) ?? null,
    }
  })
}

interface Looked {
  row: SendingRow
  key: Buffer
  vetted: Vetted | undefined
  problems: FieldError[]
  before: rowStore.SentRow | undefined
}

async function lookAt(
  ctx: TxContext,
  sending: Sending,
  rows: readonly SendingRow[],
  sender: Sender,
): Promise<Looked[]> {
  const settled = await settledBy(ctx, sending, sender)
  refuseUnfit(sending, settled)
  const vetting = { shape: shapeFor(sending), lookUp: campaignsBy(ctx), settled }
  const looked = []
  for (const row of rows) {
    const { vetted, problems } = await vet(ctx, bodyOf(sending, row), '', vetting)
    looked.push({ row, key: keyOf(sending, row), vetted, problems })
  }
  throwIfAny(shared(looked.flatMap(({ problems }) => problems)))
  const before = await sentBefore(ctx, looked)
  return looked.map((each) => ({ ...each, before: before.get(each.key.toString('hex')) }))
}

async function sentBefore(ctx: TxContext, rows: readonly { key: Buffer }[]) {
  if (rows.length === 0) return new Map<string, rowStore.SentRow>()
  const found = await rowStore.sentBefore(
    ctx,
    rows.map(({ key }) => key),
  )
  return new Map(found.map((row) => [row.key.toString('hex'), row]))
}

/** What is wrong with every row in the same way is wrong with the list; each of it once. */
function shared(problems: readonly FieldError[]): FieldError[] {
  const ofList = problems.filter(({ param }) => !/^(recipient|shipping_address)(\.|$)/.test(param))
  return [
    ...new Map(ofList.map((problem) => [`${problem.param} ${problem.code}`, problem])).values(),
  ]
}

/** The same for the same wish: what is given, to which e-mail address, the how-manieth time, in which round. */
function keyOf(sending: Sending, { recipient, occurrence = 0 }: SendingRow): Buffer {
  const { campaign_id, variant_ids = [], selection_mode = 'one', line_items, round = '' } = sending
  const what = campaign_id ?? (line_items ? '' : [selection_mode, ...[...variant_ids].sort()])
  const goods = (line_items ?? []).map(({ variant_id, quantity }) => [variant_id, quantity]).sort()
  const wish = [round, what, goods, emailKey(recipient.email.trim()), occurrence]
  return createHash('sha256').update(JSON.stringify(wish)).digest()
}

const already = ({ id, reference, created_at }: rowStore.SentRow) =>
  ({ status: 'already', id, reference, created_at }) as const
