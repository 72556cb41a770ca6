import * as accounts from '#accounts'
import { orNotFound } from '#contract'
import type { TxContext } from '#platform/postgres/database'
import { audit } from '../lib/audit.ts'
import { handle, handleWithoutTx } from '../lib/handle.ts'
import * as contract from './contract.ts'

/** The routes of the domains that an account proves. */
export const domainRoutes = [
  handle(contract.listDomains, async ({ ctx }) => ({
    data: (await accounts.listDomains(ctx)).map(toView),
    has_more: false,
  })),

  handle(contract.addDomain, async (context) => {
    const row = await accounts.addDomain(context.ctx, context.body.name)
    audit(context, 'domain.create', row.id, row.name)
    return toView(row)
  }),

  handleWithoutTx(contract.checkDomain, async ({ db, member, params, transact }) => {
    await accounts.countAttempt(db, 'code', `domains of ${member.account_id}`)
    const row = orNotFound(await accounts.checkDomain(transact, params.id))
    return toView(row)
  }),

  handle(contract.removeDomain, async (context) => {
    const { id, name, proven_at } = orNotFound(
      await accounts.removeDomain(context.ctx, context.params.id),
    )
    audit(context, 'domain.delete', id, name, { before: { proven_at } })
  }),

  handle(contract.readHost, async ({ ctx }) => {
    const host = await accounts.findHost(ctx)
    const { hostTargets = [] } = ctx.deployment
    return { is_available: hostTargets.length > 0, host: host ? await toHostView(ctx, host) : null }
  }),

  handle(contract.setHost, async (context) => {
    const { ctx, body } = context
    const before = await accounts.findHost(ctx)
    const row = await accounts.setHost(ctx, body.name)
    if (row.id !== before?.id)
      audit(context, 'host.set', row.id, row.name, { before: { name: before?.name ?? null } })
    return toHostView(ctx, row)
  }),

  handleWithoutTx(contract.checkHost, async ({ db, member, transact }) => {
    await accounts.countAttempt(db, 'code', `host of ${member.account_id}`)
    const row = orNotFound(await accounts.checkHost(transact))
    return transact((ctx) => toHostView(ctx, row))
  }),

  handle(contract.removeHost, async (context) => {
    const { id, name, verified_at } = orNotFound(await accounts.removeHost(context.ctx))
    audit(context, 'host.delete', id, name, { before: { verified_at } })
  }),
]

async function toHostView(ctx: TxContext, row: accounts.HostRow) {
  const { name, verified_at, checked_at, problem, missing_since } = row
  return {
    ...{ name, verified_at, checked_at, problem, missing_since },
    records: await accounts.findHostRecords(name, ctx.deployment),
    is_proven: await accounts.isHostOfProvenDomain(ctx, name),
  }
}

const toView = (row: accounts.DomainRow) => {
  const { id, name, proven_at, checked_at, problem, missing_since, created_at } = row
  const record = accounts.challengeRecord(row)
  return { id, name, record, proven_at, checked_at, problem, missing_since, created_at }
}
