import {
  type FieldError,
  type GrantedScope,
  hasScope,
  isGrantedScope,
  normalizeScopes,
  sensitiveScopes,
  throwIfAny,
} from '#contract'

const maxScopes = 50

/**
 * Validates the scopes that an admin or the operator grants. Returns them without duplicates, in the order of the
 * contract.
 *
 * @throws ApiError that names each unknown scope
 */
export function parseScopes(input: readonly string[]): GrantedScope[] {
  throwIfAny(findScopeErrors(input))
  return normalizeScopes(input)
}

/** Returns an error for each scope that cannot be granted. */
export function findScopeErrors(input: readonly string[]): FieldError[] {
  const param = 'scopes'
  if (input.length === 0)
    return [{ code: 'invalid', param, message: 'must contain at least one scope' }]
  if (input.length > maxScopes)
    return [{ code: 'too_many', param, message: `must contain at most ${maxScopes} scopes` }]
  return input.flatMap((name, index) =>
    isGrantedScope(name)
      ? []
      : [
          {
            code: 'invalid' as const,
            param: `${param}.${index}`,
            message: 'is not a scope; the documentation of the API lists all scopes',
          },
        ],
  )
}

/** Returns the sensitive scopes that `after` has and `before` does not have. */
export const addedSensitiveScopes = (before: readonly string[], after: readonly string[]) =>
  sensitiveScopes.filter((scope) => hasScope(after, scope) && !hasScope(before, scope))

/**
 * Returns the scopes for the parameter `scope` of OAuth (RFC 6749, 3.3): the allowed ones if it is omitted. Undefined
 * if it names an unknown scope, or one that is not allowed.
 */
export function resolveScopeParameter(
  parameter: string | undefined,
  allowed: readonly GrantedScope[],
): GrantedScope[] | undefined {
  if (parameter === undefined) return allowed.length === 0 ? undefined : [...allowed]
  const requested = parameter.split(' ').filter(Boolean)
  const isAllowed = (name: string) =>
    isGrantedScope(name) && name !== '*' && hasScope(allowed, name)
  return requested.length > 0 && requested.every(isAllowed) ? normalizeScopes(requested) : undefined
}
