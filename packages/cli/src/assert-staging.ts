import { UsageError } from './errors.ts'
import type { Service } from './service.ts'
import { inspectToken } from './token-format.ts'

/**
 * Returns whether the service behind a token is a staging instance. The stage is not a part of an OAuth
 * token, so the function asks the service.
 */
async function isStaging({ token, request }: Service): Promise<boolean> {
  const { stage } = inspectToken(token)
  if (stage !== null) return stage === 'staging'
  const { status } = await request('POST', '/test_helpers/clock/advance', { body: '{}' })
  return status !== 404
}

/**
 * Throws an error if the service is in production. Commands that simulate events call this function, because
 * gifts in production go to real people.
 */
export async function assertStaging(service: Service, command: string): Promise<void> {
  if (await isStaging(service)) return
  throw new UsageError(
    `${command} works in staging only, and this is production.`,
    '--profile',
    'not_allowed',
  )
}
