import type * as accounts from '#accounts'
import { orNotFound } from '#contract'
import type { Operation } from '#contract/operation'
import { type AuthorizeUser, apiRoutes, isForUsers, requirementOf } from '#http/api'
import type { Database } from '#platform/postgres/database'
import { authorize } from './lib/auth-middleware.ts'
import { downloadWeight, type UserRateLimiter } from './lib/user-rate-limit.ts'
import { adminRoutes } from './routes.ts'

/**
 * An operation that the web app can call at a path after /admin/api. It belongs to the web app, or to the
 * public API.
 */
export interface WebRoute {
  method: string
  /** The path. Parameters have the form `:name`. */
  path: string
  summary: string
  requirement: accounts.Requirement
  tier: accounts.Tier | undefined
  /** The operation of the public API. Undefined for an operation of the web app. */
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

/** Creates a function that checks the users of operations which the web app shares with the public API. */
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
