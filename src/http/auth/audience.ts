import * as apiKeys from '#api-keys'
import type { Database } from '#platform/postgres/database'
import { invalidTarget } from './errors.ts'

/** Parses the parameter `resource` (RFC 8707). */
export function parseAudience(
  { deployment }: Database,
  resource: string | undefined,
  isMcpEnabled: boolean,
): apiKeys.Audience | undefined {
  if (resource === undefined) return undefined
  const audience = apiKeys.parseResource(deployment.origin, resource)
  if (audience === undefined || (audience === 'mcp' && !isMcpEnabled)) throw invalidTarget()
  return audience
}
