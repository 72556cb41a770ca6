import { UsageError } from './errors.ts'
import type { Service } from './service.ts'
import { inspectToken } from './token-format.ts'

/**
 * True if the service behind a token is a staging instance. An OAuth token does not contain the stage, so
 * the service decides.
 */
async function isStaging({ token, request }: Service): Promise<boolean> {
  const { stage } = inspectToken(token)
  if (stage !== null) return stage === 'staging'
  const { status } = await request('POST', '/test_helpers/clock/advance', { body: '{}' })
  return status !== 404
}

/** Throws in production, for commands that simulate: production gifts go to real people. */
export async function assertStaging(service: Service, command: string): Promise<void> {
  if (await isStaging(service)) return
  throw new UsageError(
    `${command} works in staging only, and this is production.`,
    '--profile',
    'not_allowed',
  )
}
