import { type Page, type Paginated, throwIfAny, toPage, unknownCursorError } from '#contract'
import * as mail from '#email'
import { isId } from '#platform/lib/ids'
import type { TxContext } from '#platform/postgres/database'
import { parseSearchTerms } from '../lifecycle/name-search.ts'
import * as recipientStore from './recipient-store.ts'

/** Somebody whom gifts of the account went to. Who was erased is nobody any more. */
export interface Recipient extends Omit<recipientStore.RecipientSummary, 'email_key'> {
  name: string
  /** Letters to their address were refused for good; nobody writes there until that is cleared. */
  is_bounced: boolean
}

/** What the list of recipients can be narrowed to. */
export interface RecipientQuery {
  search?: string
  mark?: 'thanked' | 'declined' | 'bounced'
}

/** A page of the account's recipients, those met last first. */
export async function browseRecipients(
  ctx: TxContext,
  query: RecipientQuery,
  page: Page,
): Promise<Paginated<Recipient>> {
  const { after } = page
  if (after !== undefined && (!isId(after) || !(await recipientStore.find(ctx, after))))
    throwIfAny([unknownCursorError], 400)
  const rows = await recipientStore.browse(ctx, await toFilter(ctx, query), page)
  const { data, has_more } = toPage(rows, page)
  return { data: await withBounceFlag(ctx, data), has_more }
}

/** How many there are of them. */
export const countRecipients = async (ctx: TxContext, query: RecipientQuery): Promise<number> =>
  recipientStore.count(ctx, await toFilter(ctx, query))

/** One recipient with what they said. */
export interface RecipientDetail extends Recipient {
  notes: readonly recipientStore.RecipientNote[]
  refusals: readonly recipientStore.Decline[]
}

export async function findRecipient(
  ctx: TxContext,
  id: string,
): Promise<RecipientDetail | undefined> {
  const row = isId(id) ? await recipientStore.find(ctx, id) : undefined
  if (row === undefined) return undefined
  const [[recipient], notes, refusals] = await Promise.all([
    withBounceFlag(ctx, [row]),
    recipientStore.thankYouNotes(ctx, row.email_key),
    recipientStore.declines(ctx, row.email_key),
  ])
  return recipient && { ...recipient, notes, refusals }
}

async function withBounceFlag(
  ctx: TxContext,
  rows: readonly recipientStore.RecipientSummary[],
): Promise<Recipient[]> {
  const keys = rows.map(({ email_key }) => email_key)
  const bounced = await mail.findBouncedEmails(ctx, keys)
  return rows.map(({ email_key, ...row }) => ({
    ...row,
    name: `${row.first_name} ${row.last_name}`.trim(),
    is_bounced: bounced.has(email_key),
  }))
}

async function toFilter(
  ctx: TxContext,
  { search, mark }: RecipientQuery,
): Promise<recipientStore.RecipientFilter> {
  return {
    ...(search !== undefined && (await toSearchFilter(ctx, search.trim().toLowerCase()))),
    ...(mark === 'thanked' && { has_thanked: true as const }),
    ...(mark === 'declined' && { has_declined: true as const }),
    ...(mark === 'bounced' && { digests: await mail.listBouncedDigests(ctx) }),
  }
}

const toSearchFilter = async (ctx: TxContext, text: string) =>
  /^[^@]+@/.test(text) ? { email: text } : { terms: await parseSearchTerms(ctx, text) }
