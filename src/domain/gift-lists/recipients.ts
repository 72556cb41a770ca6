import { emailDomain, type Page, toDomainKey, toEmailKey } from '#contract'
import * as mail from '#email'
import * as gifting from '#gifting'
import { isId } from '#platform/lib/ids'
import type { TxContext } from '#platform/postgres/database'
import { type SortedPage, throwUnknownCursor, toSortedPage } from '#platform/postgres/keyset'
import * as recipientStore from './recipient-store.ts'

/** A contact who received gifts of the account. Erased contacts are not included. */
export interface Recipient extends Omit<recipientStore.RecipientSummary, 'email_key'> {
  name: string
  /**
   * Email to the address bounced permanently. The service sends no email there until a user clears the bounce.
   */
  is_bounced: boolean
}

/** Filters of the recipient list. */
export interface RecipientQuery {
  search?: string
  /** For roles that do not see addresses: a search finds whole addresses only. */
  hasWholeAddressesOnly?: boolean
  status?: 'thanked' | 'declined' | 'bounced'
  sort?: 'email'
}

/** Returns a page of the account's recipients, newest first. */
export async function browseRecipients(
  ctx: TxContext,
  query: RecipientQuery,
  page: Page,
): Promise<SortedPage<Recipient>> {
  const { after } = page
  const isIdOrder = query.sort === undefined
  if (after !== undefined && isIdOrder && !(isId(after) && (await recipientStore.find(ctx, after))))
    throwUnknownCursor()
  const found = toSortedPage(
    await recipientStore.browse(ctx, await toFilter(ctx, query), page),
    page,
  )
  return { ...found, data: await withBounceFlag(ctx, found.data) }
}

/** Counts the matching recipients, up to 1,001. */
export const countRecipients = async (ctx: TxContext, query: RecipientQuery): Promise<number> =>
  recipientStore.count(ctx, await toFilter(ctx, query))

/** A recipient with thank-you notes and declines. */
export interface RecipientDetail extends Recipient {
  notes: readonly recipientStore.RecipientNote[]
  declines: readonly recipientStore.Decline[]
  /** Notes of the account's users, newest first. */
  sender_notes: readonly gifting.ContactNote[]
  /** Set if the recipient wants no campaign emails. */
  opt_out: { set_by: string; created_at: Date } | null
}

export async function findRecipient(
  ctx: TxContext,
  id: string,
): Promise<RecipientDetail | undefined> {
  const row = isId(id) ? await recipientStore.find(ctx, id) : undefined
  if (row === undefined) return undefined
  const [[recipient], notes, declines, sender_notes, opt_out] = await Promise.all([
    withBounceFlag(ctx, [row]),
    recipientStore.thankYouNotes(ctx, row.email_key),
    recipientStore.declines(ctx, row.email_key),
    gifting.listContactNotes(ctx, row.id),
    mail.findOptOut(ctx, row.email_key),
  ])
  return recipient && { ...recipient, notes, declines, sender_notes, opt_out: opt_out ?? null }
}

/** Clears the bounces of all recipients at a domain, so that emails to them are sent again. Returns how many. */
export const clearBouncesOfDomain = async (ctx: TxContext, domain: string): Promise<number> =>
  mail.clearBounces(ctx, await recipientStore.listDigestsOfDomain(ctx, toDomainKey(domain)))

/** Returns the domain of an address, and how many addresses of recipients there bounced. */
export async function countBouncesOfDomain(
  ctx: TxContext,
  email: string,
): Promise<{ domain: string; count: number }> {
  const domain = emailDomain(email)
  const digests = await recipientStore.listDigestsOfDomain(ctx, domain)
  return { domain, count: await mail.countBounces(ctx, digests) }
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
  { search, status, sort, hasWholeAddressesOnly = false }: RecipientQuery,
): Promise<recipientStore.RecipientFilter> {
  return {
    ...(sort !== undefined && !hasWholeAddressesOnly && { sort }),
    ...(search !== undefined && (await toSearchFilter(ctx, search.trim(), hasWholeAddressesOnly))),
    ...(status === 'thanked' && { has_thanked: true as const }),
    ...(status === 'declined' && { has_declined: true as const }),
    ...(status === 'bounced' && { digests: await mail.listBouncedDigests(ctx) }),
  }
}

const toSearchFilter = async (ctx: TxContext, text: string, isWhole: boolean) =>
  /^[^@]+@/.test(text)
    ? { [isWhole ? 'wholeEmail' : 'email']: toEmailKey(text) }
    : { terms: await gifting.parseSearchTerms(ctx, text, isWhole) }
