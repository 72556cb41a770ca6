import { UsageError } from './errors.ts'
import type { Service } from './service.ts'
import { inspectToken } from './token-format.ts'

/** Whether the service behind a token is one for tests. A token of OAuth does not say; then the service is asked. */
async function isStaging({ token, request }: Service): Promise<boolean> {
  const { stage } = inspectToken(token)
  if (stage !== null) return stage === 'staging'
  const { status } = await request('POST', '/test_helpers/clock/advance', { body: '{}' })
  return status !== 404
}

/** For what plays with gifts: in production these are real ones, to real people. */
export async function assertStaging(service: Service, command: string): Promise<void> {
  if (await isStaging(service)) return
  throw new UsageError(`${command} is for staging: this is production.`, '--profile', 'not_allowed')
}
