import type { SessionUser } from '#accounts'
import { ApiError } from '#contract'
import { hasScope, type Scope } from '#contract/scopes'

/**
 * What the keys of a developer may do in production. A key with another scope could send gifts, or read the addresses that
 * the role does not see. In staging, developers grant every scope: recipients there are samples.
 */
const developerScopes: readonly Scope[] = ['campaigns:read', 'catalogue:read', 'endpoints:write']

/** Throws if the user may not hand out these scopes. Scopes that the key already has stay allowed. */
export function assertMayGrant(
  { role, stage }: Pick<SessionUser, 'role' | 'stage'>,
  scopes: readonly string[],
  existing: readonly string[] = [],
): void {
  if (role !== 'developer' || stage !== 'production') return
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
