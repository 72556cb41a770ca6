import * as accounts from '#accounts'
import { orNotFound } from '#contract'
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
]

const toView = (row: accounts.DomainRow) => {
  const { id, name, proven_at, checked_at, problem, missing_since, created_at } = row
  const record = accounts.challengeRecord(row)
  return { id, name, record, proven_at, checked_at, problem, missing_since, created_at }
}
