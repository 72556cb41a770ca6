import type { TxContext } from '#platform/postgres/database'
import { deleteRows, deleteSome, insertRows } from '#platform/postgres/table'
import type { Outcome } from './tables.ts'

const columns =
  'rule_id, contact_id, year, day, send_at, state, reason, is_late, bulk_send_id, gift_request_id, actor_name, created_at'

const batch = 1_000

/** A gift of a rule to a person, or a decision that there is none. */
export interface PersonKey {
  digest: Buffer
  year: number
  day: string
  contact_id: string
}

/** A contact, and the digests by which the person is known now. */
export interface Person {
  contact: { id: string }
  digests: readonly Buffer[]
}

/**
 * Finds the keys of people in all years of a rule: those of their digests, and those of their contacts, whose addresses may
 * have changed since.
 */
export const findKeys = (
  ctx: TxContext,
  rule_id: string,
  people: readonly Person[],
): Promise<PersonKey[]> =>
  ctx.query<PersonKey>(
    `select digest, year, day, contact_id from occasions.person_key
      where account_id = $1 and rule_id = $2 and (digest = any ($3) or contact_id = any ($4))`,
    [
      ctx.account_id,
      rule_id,
      people.flatMap(({ digests }) => digests),
      people.map(({ contact }) => contact.id),
    ],
  )

/** Returns the contacts that these keys belonged to, under any rule. */
export const findContactIds = (ctx: TxContext, digests: readonly Buffer[]): Promise<string[]> =>
  ctx.queryValues<string>(
    'select distinct contact_id from occasions.person_key where account_id = $1 and digest = any ($2)',
    [ctx.account_id, digests],
  )

/**
 * Inserts the keys of people for one rule. Returns the contacts that had no key and all of whose keys are new: each of
 * these people has no gift of this rule and year yet. Concurrent transactions wait for each other.
 */
export async function claimKeys(
  ctx: TxContext,
  rule_id: string,
  keys: readonly PersonKey[],
): Promise<ReadonlySet<string>> {
  const sorted = keys.toSorted((one, other) => Buffer.compare(one.digest, other.digest))
  const inserted = await ctx.query<{ contact_id: string; count: number }>(
    `with added as (
       insert into occasions.person_key (account_id, rule_id, digest, year, day, contact_id)
       select $1, $2, * from unnest($3::bytea[], $4::int[], $5::text[], $6::uuid[]) as n (digest, year, day, contact_id)
        where not exists (select from occasions.person_key k
                           where k.account_id = $1 and k.rule_id = $2 and k.contact_id = n.contact_id and k.year = n.year)
       on conflict (account_id, rule_id, digest, year) do nothing returning contact_id)
     select contact_id, count(*)::int as count from added group by contact_id`,
    [
      ...[ctx.account_id, rule_id, sorted.map(({ digest }) => digest)],
      ...[sorted.map(({ year }) => year), sorted.map(({ day }) => day)],
      sorted.map(({ contact_id }) => contact_id),
    ],
  )
  const wanted = Map.groupBy(keys, ({ contact_id }) => contact_id)
  return new Set(
    inserted
      .filter(({ contact_id, count }) => wanted.get(contact_id)?.length === count)
      .map(({ contact_id }) => contact_id),
  )
}

export const insert = (ctx: TxContext, outcomes: readonly Outcome[]): Promise<void> =>
  insertRows(
    ctx,
    'occasions.outcome',
    outcomes.map((outcome) => ({ account_id: ctx.account_id, ...outcome })),
  )

export const findByContacts = (
  ctx: TxContext,
  contact_ids: readonly string[],
): Promise<Outcome[]> =>
  ctx.query<Outcome>(
    `select ${columns} from occasions.outcome
      where account_id = $1 and contact_id = any ($2) order by send_at desc`,
    [ctx.account_id, contact_ids],
  )

/**
 * Finds the outcomes of a rule whose gifts wait, or were cancelled before their time. A gift that awaits approval can wait
 * longer than until its time.
 */
export const findWaiting = (
  ctx: TxContext,
  rule_id: string,
  submittedAfter: Date,
): Promise<Outcome[]> =>
  ctx.query<Outcome>(
    `select ${columns} from occasions.outcome
      where account_id = $1 and rule_id = $2 and state in ('sent', 'submitted', 'cancelled')
        and (send_at > $3 or (state = 'submitted' and created_at > $4))`,
    [ctx.account_id, rule_id, ctx.now, submittedAfter],
  )

/** Marks outcomes of one rule as cancelled. */
export const cancel = (
  ctx: TxContext,
  rule_id: string,
  outcomes: readonly Pick<Outcome, 'contact_id' | 'year' | 'reason'>[],
): Promise<unknown> =>
  ctx.query(
    `update occasions.outcome o set state = 'cancelled', reason = c.reason
       from unnest($3::uuid[], $4::int[], $5::text[]) as c (contact_id, year, reason)
      where o.account_id = $1 and o.rule_id = $2 and o.contact_id = c.contact_id and o.year = c.year`,
    [
      ...[ctx.account_id, rule_id, outcomes.map(({ contact_id }) => contact_id)],
      ...[outcomes.map(({ year }) => year), outcomes.map(({ reason }) => reason)],
    ],
  )

/** Deletes the outcome of a person with its keys, if it has one of these states. Returns whether there was one. */
export async function remove(
  ctx: TxContext,
  { rule_id, contact_id, year }: Pick<Outcome, 'rule_id' | 'contact_id' | 'year'>,
  states: readonly Outcome['state'][],
): Promise<boolean> {
  const { account_id } = ctx
  const deleted = await ctx.hasRows(
    `delete from occasions.outcome
      where account_id = $1 and rule_id = $2 and contact_id = $3 and year = $4 and state = any ($5) returning true`,
    [account_id, rule_id, contact_id, year, states],
  )
  if (deleted)
    await deleteRows(ctx, 'occasions.person_key', { account_id, rule_id, contact_id, year })
  return deleted
}

/** Deletes what is known about the occasions of contacts, for an erasure. */
export async function erase(ctx: TxContext, contact_ids: readonly string[]): Promise<void> {
  for (const table of ['outcome', 'person_key'])
    await ctx.query(
      `delete from occasions.${table} where account_id = $1 and contact_id = any ($2)`,
      [ctx.account_id, contact_ids],
    )
}

/** Deletes a batch of outcomes and keys of days before this one, in all accounts. Returns how many. */
export async function deleteBefore(ctx: TxContext, day: string): Promise<number> {
  const outcomes = await deleteSome(ctx, 'occasions.outcome', batch, 'day < $1', [day])
  return outcomes + (await deleteSome(ctx, 'occasions.person_key', batch, 'day < $1', [day]))
}
