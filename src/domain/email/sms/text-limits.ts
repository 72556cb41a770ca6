import { defaultTextsPerDay } from '#platform/deployment'
import { findCountryOfNumber } from '#platform/lib/phone-number'
import type { TxContext } from '#platform/postgres/database'
import { deleteSome } from '#platform/postgres/table'
import { findTextPayer, hashPhone, type TextPayer } from './phone.ts'

/*
 * Three limits hold: the countries, if the operator pays for the messages; the messages of an account in a day; and those
 * to one number. Premium and satellite numbers are refused everywhere.
 */

/** Messages to one number in a day, from one account. */
const maxPerNumber = 3

type PhoneProblem = { code: 'not_allowed'; message: string } | undefined

/** Returns a function that returns why a gift of the account cannot have a number; undefined if it can. */
export async function createPhoneCheck(ctx: TxContext): Promise<(phone: string) => PhoneProblem> {
  const payer = await findTextPayer(ctx)
  if (payer === undefined) return () => ({ code: 'not_allowed', message: smsNotSetUp })
  return createCountryCheck(ctx, payer)
}

function createCountryCheck({ deployment }: TxContext, payer: TextPayer) {
  const countries = payer === 'account' ? undefined : deployment.smsLimits?.countries
  return (phone: string): PhoneProblem => {
    const country = findCountryOfNumber(phone)
    if (country === undefined) return { code: 'not_allowed', message: noOrdinaryNumber }
    if (countries === undefined || countries.includes(country)) return undefined
    const message = `is a number of the country ${country}. This installation sends text messages to ${countries.join(', ')}`
    return { code: 'not_allowed', message }
  }
}

const smsNotSetUp = 'is not possible: text messages are not set up. Leave it out'
const noOrdinaryNumber =
  'must be the number of a mobile phone or a landline. Satellite, premium-rate and unassigned numbers get no text messages'

interface Text {
  account_id: string
  /** When the message was created. Its day is the one that counts. */
  created_at: Date
  attempts: number
}

/**
 * Counts a message before its first attempt, also one that then waits for a connection. Returns why it must not be sent;
 * undefined if it may be. The countries are those of who pays for this attempt: an account can remove its connection after an
 * earlier one. Without a payer, the message waits, and no country is refused.
 */
export async function countText(
  ctx: TxContext,
  text: Text,
  phone: string,
  payer: TextPayer | undefined,
): Promise<string | undefined> {
  const problem = payer && createCountryCheck(ctx, payer)(phone)
  if (problem !== undefined) return `the number ${problem.message}`
  if (text.attempts > 1) return undefined
  if ((await countOne(ctx, text, hashPhone(phone))) > maxPerNumber)
    return `the number already got ${maxPerNumber} text messages that day`
  const { maxPerDay = defaultTextsPerDay } = ctx.deployment.smsLimits ?? {}
  if ((await countOne(ctx, text, ofAccount)) > maxPerDay)
    return `the account already sent ${maxPerDay} text messages that day. The operator can raise BESTOW_SMS_MAX_PER_DAY`
  return undefined
}

/** The digest of the row that counts all messages of an account. */
const ofAccount = Buffer.alloc(0)

/** Returns the limit of the account for a day (UTC) if messages of today were refused because of it; otherwise null. */
export async function findReachedTextLimit(ctx: TxContext): Promise<number | null> {
  const { maxPerDay = defaultTextsPerDay } = ctx.deployment.smsLimits ?? {}
  const rows = await ctx.query(
    `select from mail.text_usage
      where account_id = $1 and day = (now() at time zone 'UTC')::date and phone_digest = $2 and sent > $3`,
    [ctx.account_id, ofAccount, maxPerDay],
  )
  return rows.length === 0 ? null : maxPerDay
}

async function countOne(ctx: TxContext, { created_at }: Text, digest: Buffer): Promise<number> {
  const [row] = await ctx.query<{ sent: number }>(
    `insert into mail.text_usage (account_id, day, phone_digest, sent)
     values ($1, ($2::timestamptz at time zone 'UTC')::date, $3, 1)
     on conflict (account_id, day, phone_digest) do update set sent = text_usage.sent + 1 returning sent`,
    [ctx.account_id, created_at, digest],
  )
  return row?.sent ?? 1
}

/** Deletes the counts of past days of all accounts. Returns the number of rows. */
export const deleteOldTextCounts = (ctx: TxContext): Promise<number> =>
  deleteSome(ctx, 'mail.text_usage', 1000, 'day < current_date - 2')
