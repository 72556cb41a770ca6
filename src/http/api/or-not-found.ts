import { ApiError } from '#contract'

/** Returns a resource of the account. Throws `not_found` without one. */
export function orNotFound<T>(resource: T | undefined): T {
  if (resource === undefined) throw new ApiError('not_found')
  return resource
}
