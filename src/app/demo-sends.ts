import * as accounts from '#accounts'
import * as catalogue from '#catalogue'
import * as fulfilment from '#fulfilment'
import * as gifting from '#gifting'
import { newId } from '#platform/lib/ids'
import type { TxContext } from '#platform/postgres/database'
import * as sends from '#sends'
import { after, before, toAddress, toRecipient } from './demo-gifts.ts'
import {
  type DemoSend,
  type DemoSendRow,
  demoApprovalRule,
  demoSends,
  waitingSend,
} from './demo-sends-data.ts'

type VariantIds = ReadonlyMap<string, string>

const dayMs = 24 * 60 * 60 * 1000

/**
 * Creates the bulk sends of the demo account: past sends, a scheduled send, and
 * a send that waits for approval.
 */
export async function createDemoSends(ctx: TxContext): Promise<void> {
  const variants = await findVariantIds(ctx)
  const admin = await accounts.findFirstUser(ctx)
  if (admin === undefined) throw new Error('the demo account has no user')
  for (const send of demoSends) await createDemoSend(ctx, send, variants, admin)
  await submitWaitingSend(ctx, variants)
}

async function findVariantIds(ctx: TxContext): Promise<VariantIds> {
  const { data } = await catalogue.listProducts(ctx, {}, { limit: 50, order: 'asc' })
  return new Map(data.flatMap(({ variants }) => variants.map(({ sku, id }) => [sku, id] as const)))
}

function toOptions(ctx: TxContext, send: DemoSend, variants: VariantIds) {
  const { skus, email_message, sendsInDays } = send
  return {
    variant_ids: skus.map((sku) => findVariant(variants, sku)),
    email_message,
    ...(sendsInDays !== undefined && {
      send_at: new Date(ctx.now.getTime() + sendsInDays * dayMs).toISOString(),
    }),
  }
}

function findVariant(variants: VariantIds, sku: string): string {
  const id = variants.get(sku)
  if (id === undefined) throw new Error(`the demo catalogue has no variant ${sku}`)
  return id
}

const toInput = ({ name, email }: DemoSendRow, index: number): sends.BulkSendInput => ({
  recipient: { ...toRecipient(name), ...(email !== undefined && { email }) },
  line: index + 1,
})

/** Starts a bulk send, and adds its rows as the web app does. Returns its id and the results of the rows. */
async function addRows(
  ctx: TxContext,
  send: DemoSend,
  options: gifting.SendOptions,
  user: sends.SendingUser,
) {
  const { name, rows } = send
  const draft = { draft_id: newId(ctx.now), name, options, gifts: rows.length }
  const { id } = await sends.start(ctx, draft, user)
  const results = await sends.sendRows(ctx, options, rows.map(toInput), user, id)
  return { id, results }
}

async function createDemoSend(
  ctx: TxContext,
  send: DemoSend,
  variants: VariantIds,
  sender: accounts.User,
): Promise<void> {
  const start = before(ctx, send.days)
  const options = toOptions(ctx, send, variants)
  const { results } = await addRows(start, send, options, { sender, isRestricted: false })
  for (const [index, row] of send.rows.entries()) {
    const result = results[index]
    if (result?.status === 'sent') await advance(ctx, start, result.id, row, variants)
  }
}

/** Sends or schedules a gift at the end of the undo window. Then performs the actions of its recipient. */
async function advance(
  ctx: TxContext,
  start: TxContext,
  id: string,
  row: DemoSendRow,
  variants: VariantIds,
): Promise<void> {
  const left = after(ctx, start, 0.1)
  const gift = await gifting.findForUpdate(left, ctx.account_id, id)
  if (gift === undefined) throw new Error(`the gift ${id} is gone`)
  await gifting.applyTimers(left, [gift])
  if (row.outcome === undefined) return
  const opened = after(ctx, start, 5)
  await gifting.markOpened(opened, id)
  if (row.outcome === 'declined') await gifting.decline(opened, id, { reason: row.note })
  if (row.sku === undefined) return
  await gifting.redeem(opened, id, {
    variant_ids: [findVariant(variants, row.sku)],
    ...(row.to !== undefined && { shipping_address: toAddress(row.name, row.to) }),
  })
  if (row.outcome === 'in_transit' || row.outcome === 'delivered')
    await ship(ctx, opened, id, row.outcome)
  if (row.note !== undefined)
    await gifting.saveThankYouNote(after(ctx, opened, 96), id, { text: row.note })
}

async function ship(
  ctx: TxContext,
  opened: TxContext,
  id: string,
  outcome: 'in_transit' | 'delivered',
): Promise<void> {
  const states = ['ordered', 'in_transit', 'delivered'] as const
  // a parcel in transit left only some hours ago, because it would otherwise be overdue
  const late = (index: number) =>
    outcome === 'delivered' ? after(ctx, opened, 20 * (index + 1)) : before(ctx, 1 - 0.3 * index)
  for (const [index, state] of states.slice(0, states.indexOf(outcome) + 1).entries())
    await fulfilment.simulateTo(late(index), id, state)
}

/** Submits the send of a user who is not an admin. The rule of the account asks for approval. */
async function submitWaitingSend(ctx: TxContext, variants: VariantIds): Promise<void> {
  const { user: sender } = await accounts.createUser(ctx, {
    email: 'mei.tan@larkfield.example',
    name: 'Mei Tan',
    role: 'sender',
  })
  await sends.saveApprovalRule(ctx, demoApprovalRule)
  const start = before(ctx, waitingSend.days)
  const options = toOptions(ctx, waitingSend, variants)
  const { id } = await addRows(start, waitingSend, options, { sender, isRestricted: true })
  await sends.submit(start, id, sender)
}
