import { recordEntry } from '#audit'
import { ApiError } from '#contract'
import { newId } from '#platform/lib/ids'
import { lockUntilEnd } from '#platform/postgres/advisory-lock'
import { type TxContext, violatedConstraint } from '#platform/postgres/database'
import { isHostOfProvenDomain, type Transact } from '../domains/domains.ts'
import { invalidName, parseDomainName, withParents } from '../domains/name.ts'
import { findHostRecords, lookUpHost } from './lookup.ts'
import * as store from './store.ts'
import type { HostProblem, HostRow } from './tables.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs

/** The checks in a row, an hour apart, after which new links no longer use a host whose records are missing. */
const maxMissed = 3
/** The service checks a host that never pointed here by itself for a week. */
const unverifiedMs = 7 * dayMs

/**
 * Sets the host of the account, which is off until a check sees it point here. The links of the host before stop working.
 * Throws for a host of no proven domain.
 */
export async function setHost(ctx: TxContext, text: string): Promise<HostRow> {
  const name = await parseDomainName(text)
  await assertUsable(ctx, name)
  await lockUntilEnd(ctx, `host of ${ctx.account_id}`)
  const existing = await store.find(ctx)
  if (existing?.name === name) return existing
  if (existing !== undefined) await removeHost(ctx)
  const row: HostRow = {
    account_id: ctx.account_id,
    id: newId(ctx.now),
    name,
    names: withParents(name),
    created_at: ctx.now,
    verified_at: null,
    checked_at: null,
    problem: null,
    missing_since: null,
    missed: 0,
    due_at: new Date(ctx.now.getTime() + hourMs),
  }
  await store.release(ctx, row)
  ctx.afterCommit(() => ctx.deployment.notify('hosts'))
  try {
    await store.insert(ctx, row)
  } catch (error) {
    throw violatedConstraint(error) === 'host_name' ? invalidName('is in use') : error
  }
  return row
}

async function assertUsable(ctx: TxContext, name: string): Promise<void> {
  const { origin, hostTargets = [] } = ctx.deployment
  if (hostTargets.length === 0)
    throw new ApiError('not_allowed', {
      message: 'This installation has no hosts of accounts. The operator sets BESTOW_HOST_TARGETS.',
    })
  if (name === new URL(origin).hostname || hostTargets.includes(name))
    throw invalidName('is the host of this installation. Enter one of your own domain')
  if (!(await isHostOfProvenDomain(ctx, name)))
    throw invalidName('belongs to no proven domain of this account. Prove its domain first')
  if ((await findHostRecords(name, ctx.deployment)).length === 0)
    throw invalidName(
      'is the apex of a domain, which can have no CNAME record. Enter a host below it such as gifts.example.com',
    )
}

/** Removes the host of the account. Its links stop working. Returns undefined if there is none. */
export async function removeHost(ctx: TxContext): Promise<HostRow | undefined> {
  const row = await store.findForUpdate(ctx)
  if (row === undefined) return undefined
  await store.remove(ctx)
  ctx.afterCommit(() => ctx.deployment.notify('hosts'))
  return row
}

/**
 * Looks the host of an account up, and stores the result. Uses the network between two transactions. Returns undefined if the
 * account has no host.
 */
export async function checkHost(transact: Transact): Promise<HostRow | undefined> {
  const found = await transact(async (ctx) => {
    const row = await store.find(ctx)
    return row && { row, deployment: ctx.deployment }
  })
  if (found === undefined) return undefined
  const problem = await lookUpHost(found.row.name, found.deployment)
  return transact((ctx) => settle(ctx, found.row.id, problem))
}

async function settle(
  ctx: TxContext,
  id: string,
  problem: HostProblem | undefined,
): Promise<HostRow | undefined> {
  const row = await store.findForUpdate(ctx)
  if (row?.id !== id) return row // another admin has replaced it in the meantime
  const change = { ...toChange(row, problem, ctx.now), checked_at: ctx.now }
  await store.update(ctx, change)
  if ((row.verified_at === null) !== (change.verified_at === null)) {
    ctx.afterCommit(() => ctx.deployment.notify('hosts'))
    recordEntry(ctx, {
      action: change.verified_at === null ? 'host.lose' : 'host.verify',
      subject: { kind: 'host', id, name: row.name },
    })
  }
  return { ...row, ...change }
}

/** Returns the new values of a host. A failure of a name server does not turn it off. */
function toChange(
  row: HostRow,
  problem: HostProblem | undefined,
  now: Date,
): Pick<HostRow, 'verified_at' | 'problem' | 'missing_since' | 'missed' | 'due_at'> {
  const at = (ms: number) => new Date(now.getTime() + ms * (0.75 + Math.random() / 2))
  const { verified_at, missing_since, missed } = row
  if (problem === undefined)
    return {
      ...{ verified_at: verified_at ?? now, problem: null, missing_since: null, missed: 0 },
      due_at: at(dayMs),
    }
  if (verified_at === null && missing_since === null) {
    const due_at = now.getTime() < row.created_at.getTime() + unverifiedMs ? at(hourMs) : null
    return { verified_at, problem, missing_since, missed, due_at }
  }
  if (problem === 'dns_failed')
    return { verified_at, problem, missing_since, missed, due_at: at(6 * hourMs) }
  const isOver = missed + 1 >= maxMissed
  return {
    ...{ verified_at: isOver ? null : verified_at, problem, missed: missed + 1 },
    ...{ missing_since: missing_since ?? now, due_at: at(isOver ? dayMs : hourMs) },
  }
}
