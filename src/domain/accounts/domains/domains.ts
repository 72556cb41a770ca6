import { randomBytes } from 'node:crypto'
import { recordEntry } from '#audit'
import { ApiError } from '#contract'
import { toDomainKey } from '#contract/email-address'
import { isId, newId } from '#platform/lib/ids'
import { lockUntilEnd } from '#platform/postgres/advisory-lock'
import { type TxContext, violatedConstraint } from '#platform/postgres/database'
import { type LookupResult, lookUpRecord } from './lookup.ts'
import { invalidName, parseDomainName, withParents } from './name.ts'
import * as store from './store.ts'
import type { Domain, DomainRow } from './tables.ts'

const maxDomains = 50
const hourMs = 3_600_000
const dayMs = 24 * hourMs

/** A proof ends after three days without its record, which at least four checks have missed. */
const ending = { ms: 3 * dayMs, missed: 4 } as const
/** From the second missed check on, the domain or the host needs attention. */
const minMissed = 2
/** The service checks an unproven domain by itself for a week. */
const unprovenMs = 7 * dayMs

/** Adds an unproven domain. Throws for an invalid or known name. */
export async function addDomain(ctx: TxContext, text: string): Promise<DomainRow> {
  const name = await parseDomainName(text)
  await lockUntilEnd(ctx, `domains of ${ctx.account_id}`)
  const existing = await store.list(ctx)
  if (existing.some((each) => each.name === name)) throw invalidName('is on the list already')
  if (existing.length >= maxDomains)
    throw new ApiError('not_allowed', {
      message: `An account may have ${maxDomains} domains. Remove one that is no longer needed.`,
    })
  const row: DomainRow = {
    account_id: ctx.account_id,
    id: newId(ctx.now),
    name,
    token: randomBytes(24).toString('base64url'),
    created_at: ctx.now,
    proven_at: null,
    checked_at: null,
    problem: null,
    missing_since: null,
    missed: 0,
    due_at: new Date(ctx.now.getTime() + hourMs),
  }
  await store.insert(ctx, row)
  return row
}

/** Removes a domain. Returns undefined if it does not exist. */
export async function removeDomain(ctx: TxContext, id: string): Promise<Domain | undefined> {
  const row = isId(id) ? await store.findForUpdate(ctx, id) : undefined
  if (row === undefined) return undefined
  await store.remove(ctx, id)
  ctx.afterCommit(() => ctx.deployment.notify('hosts'))
  return row
}

/** Runs a function in a transaction of the account of a domain. */
export type Transact = <T>(run: (ctx: TxContext) => Promise<T>) => Promise<T>

/**
 * Looks the record of a domain up, and stores the result. Uses the network between two transactions. Returns undefined if the
 * domain does not exist.
 */
export async function checkDomain(transact: Transact, id: string): Promise<DomainRow | undefined> {
  if (!isId(id)) return undefined
  const found = await transact(async (ctx) => {
    const row = await store.find(ctx, id)
    return row && { row, deployment: ctx.deployment }
  })
  if (found === undefined) return undefined
  const result = await lookUpRecord(found.row, found.deployment)
  try {
    return await transact((ctx) => settle(ctx, id, result))
  } catch (error) {
    if (violatedConstraint(error) !== 'domain_proven') throw error
    return transact((ctx) => settle(ctx, id, 'proven_elsewhere'))
  }
}

/** Stores the result of a check. Throws the violation of `domain_proven` if another account has proven the domain. */
async function settle(
  ctx: TxContext,
  id: string,
  result: LookupResult | 'proven_elsewhere',
): Promise<DomainRow | undefined> {
  const row = await store.findForUpdate(ctx, id)
  if (row === undefined) return undefined
  const change = { ...toChange(row, result, ctx.now), checked_at: ctx.now }
  await store.update(ctx, id, change)
  if ((row.proven_at === null) !== (change.proven_at === null)) {
    ctx.afterCommit(() => ctx.deployment.notify('hosts'))
    recordEntry(ctx, {
      action: change.proven_at === null ? 'domain.lose' : 'domain.prove',
      subject: { kind: 'domain', id, name: row.name },
    })
  }
  return { ...row, ...change }
}

/** Returns the new values of a domain. Only a missing record ends a proof: a failure of a name server changes nothing. */
function toChange(
  row: DomainRow,
  result: LookupResult | 'proven_elsewhere',
  now: Date,
): Pick<DomainRow, 'proven_at' | 'problem' | 'missing_since' | 'missed' | 'due_at'> {
  const at = (ms: number) => new Date(now.getTime() + ms * (0.75 + Math.random() / 2))
  const { proven_at, missing_since, missed } = row
  if (result === 'found')
    return {
      ...{ proven_at: proven_at ?? now, problem: null, missing_since: null, missed: 0 },
      due_at: at(dayMs),
    }
  if (proven_at === null) {
    const due_at = now.getTime() < row.created_at.getTime() + unprovenMs ? at(hourMs) : null
    return { proven_at, problem: result, missing_since: null, missed: 0, due_at }
  }
  if (result !== 'record_missing')
    return { proven_at, problem: result, missing_since, missed, due_at: at(6 * hourMs) }
  const since = missing_since ?? now
  const isOver = missed + 1 >= ending.missed && now.getTime() - since.getTime() >= ending.ms
  return isOver
    ? { proven_at: null, problem: result, missing_since: null, missed: 0, due_at: null }
    : {
        proven_at,
        problem: result,
        missing_since: since,
        missed: missed + 1,
        due_at: at(12 * hourMs),
      }
}

/** Returns whether the account has proven exactly this domain, such as that of an email address. */
export const isProvenDomain = async (ctx: TxContext, name: string): Promise<boolean> =>
  (await store.findAccountOf(ctx, [toDomainKey(name)])) === ctx.account_id

/** Returns whether a host is at or below a domain of the account, and no other account has proven a domain between. */
export const isHostOfProvenDomain = async (ctx: TxContext, host: string): Promise<boolean> =>
  (await store.findAccountOf(ctx, withParents(toDomainKey(host)))) === ctx.account_id

/** Returns the account that has proven a domain, in all accounts. */
export const findAccountOfDomain = async (
  ctx: TxContext,
  name: string,
): Promise<string | undefined> => (await store.findAccountOf(ctx, [toDomainKey(name)])) ?? undefined

/**
 * Finds the domains whose proof ends unless their record comes back, and the host of the account if the DNS no longer points it
 * here.
 */
export const findMissingRecords = (ctx: TxContext) => store.findMissing(ctx, minMissed)
