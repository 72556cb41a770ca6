import { can, type SessionUser } from '#accounts'
import { ApiError } from '#contract'
import { hasScope, type Scope } from '#contract/scopes'

/**
 * The scopes that users who are no admins may give to a key in production. With another scope, a key could send gifts, or
 * read the addresses that developers do not see. In staging, they may give every scope, because
 * recipients in staging are not real.
 */
const developerScopes: readonly Scope[] = ['campaigns:read', 'catalogue:read', 'endpoints:write']

/**
 * Throws an error if the user may not give these scopes to a key. Scopes that the key already has stay
 * allowed.
 */
export function assertMayGrant(
  user: Pick<SessionUser, 'permissions' | 'stage'>,
  scopes: readonly string[],
  existing: readonly string[] = [],
): void {
  if (can(user, 'administration') || user.stage !== 'production') return
  const refused = scopes.filter(
    (scope) =>
      !(developerScopes as readonly string[]).includes(scope) &&
      !(existing.includes(scope) || hasScope(existing, scope as Scope)),
  )
  if (refused.length === 0) return
  const message = `must not contain ${refused.join(', ')}: in production, an admin grants it`
  throw new ApiError('invalid', {
    fieldErrors: [{ code: 'not_allowed', param: 'scopes', message }],
  })
}
