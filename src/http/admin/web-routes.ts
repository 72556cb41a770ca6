import type * as accounts from '#accounts'
import { orNotFound } from '#contract'
import type { Operation } from '#contract/operation'
import { type AuthorizeUser, apiRoutes, isForUsers, requirementOf } from '#http/api'
import type { Database } from '#platform/postgres/database'
import { authorize } from './lib/auth-middleware.ts'
import { downloadWeight, type UserRateLimiter } from './lib/user-rate-limit.ts'
import { adminRoutes } from './routes.ts'

/** What the web app can call, below /admin/api: its own operations, and those of the public API. */
export interface WebRoute {
  method: string
  /** With `:name` for parameters. */
  path: string
  summary: string
  requirement: accounts.Requirement
  tier: accounts.Tier | undefined
  /** The operation of the public API; undefined for an operation of the web app. */
  operation: Operation | undefined
}

export const webRoutes: readonly WebRoute[] = [
  ...adminRoutes.map(({ method, path, summary, tier, operation }) => ({
    ...{ method, path, summary, tier },
    requirement: operation,
    operation: undefined,
  })),
  ...apiRoutes
    .map(({ operation }) => operation)
    .filter(isForUsers)
    .map((operation) => ({
      method: operation.method,
      path: operation.path.replaceAll(/\{(\w+)\}/g, ':$1'),
      summary: operation.summary,
      requirement: requirementOf(operation),
      tier: operation.tier,
      operation,
    })),
]

/** Checks the users of the operations that the web app shares with the public API. */
export const createAuthorizeUser =
  (db: Database, limit: UserRateLimiter): AuthorizeUser =>
  async (request, reply, requirement) => {
    const user = orNotFound(await authorize(db, request, requirement))
    await limit.take(user, reply, requirement.mediaTypes === undefined ? 1 : downloadWeight)
    return {
      user,
      charge: (weight) => limit.take(user, reply, weight),
      chargeCost: (cost) => limit.charge(user, cost),
    }
  }
