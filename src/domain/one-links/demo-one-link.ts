import type { TxContext } from '#platform/postgres/database'
import { decideClaims } from './approval.ts'
import { claim } from './claim.ts'
import { createClaimToken } from './claim-emails.ts'
import { hashMailbox } from './claim-limits.ts'
import * as claimStore from './claim-store.ts'
import { confirmClaim } from './confirm.ts'
import { create } from './create.ts'
import { toMailbox } from './mailbox.ts'

const quantity = 12

// biome-ignore format: read down the columns
const visitors: readonly [first_name: string, last_name: string, becomes: 'approved' | 'pending' | 'unconfirmed' | 'rejected'][] = [
  ['Noor',    'Haddad',   'approved'],
  ['Mateo',   'Silva',    'approved'],
  ['Ingrid',  'Solberg',  'approved'],
  ['Kenji',   'Mori',     'approved'],
  ['Amara',   'Okeke',    'rejected'],
  ['Luca',    'Ferri',    'pending'],
  ['Priya',   'Raman',    'pending'],
  ['Tomasz',  'Wilk',     'pending'],
  ['Chloé',   'Durand',   'unconfirmed'],
]

/** Creates a one-link with approval, on which visitors have claimed gifts in the states of the table. */
export async function createDemo(ctx: TxContext, campaign_id: string): Promise<void> {
  const link = await create(ctx, { campaign_id, quantity }, [], { require_approval: true })
  for (const [first_name, last_name, becomes] of visitors) {
    const id = await claimAs(ctx, link.id, [first_name, last_name], becomes !== 'unconfirmed')
    if (becomes === 'approved') await decideClaims(ctx, link.id, [id], 'approve')
    if (becomes === 'rejected') await decideClaims(ctx, link.id, [id], 'reject')
  }
  for (const email of ['bot.one@mailinator.com', 'bot.two@mailinator.com'])
    await claim(ctx, link.id, { first_name: 'Bot', last_name: 'Bot', email })
}

const soldOutQuantity = 3

// biome-ignore format: read down the columns
const earlyVisitors = [['Mei', 'Lin'], ['Jakub', 'Nowak'], ['Ana', 'Pereira'], ['Sofia', 'Rossi'], ['David', 'Klein']] as const

/** Creates a one-link whose gifts are all claimed: the last visitors are on its waiting list. */
export async function createSoldOutDemo(ctx: TxContext, campaign_id: string): Promise<void> {
  const link = await create(ctx, { campaign_id, quantity: soldOutQuantity })
  // one second apart, because the waiting list is ordered by time
  for (const [index, name] of earlyVisitors.entries())
    await claimAs({ ...ctx, now: new Date(ctx.now.getTime() + index * 1_000) }, link.id, name, true)
}

/** Claims a gift, and confirms the email address if asked to. Returns the id of the claim. */
async function claimAs(
  ctx: TxContext,
  link_id: string,
  [first_name, last_name]: readonly [first_name: string, last_name: string],
  isConfirmed: boolean,
): Promise<string> {
  const email = `${first_name}.${last_name}@fair.example`.normalize('NFD').replace(/\p{M}/gu, '')
  await claim(ctx, link_id, { first_name, last_name, email: email.toLowerCase() })
  const mailbox_digest = hashMailbox(link_id, toMailbox(email))
  const { id } = (await claimStore.findByMailbox(ctx, link_id, mailbox_digest)) ?? {}
  if (id === undefined) throw new Error(`${email} has no claim`)
  if (isConfirmed) await confirmClaim(ctx, link_id, createClaimToken(ctx, link_id, id))
  return id
}
