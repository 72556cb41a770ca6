import { Misuse } from './failure.ts'
import type { Service } from './service.ts'
import { readToken } from './token-text.ts'

/** Whether the service behind a token is one for tests. A token of OAuth does not say; then the service is asked. */
async function isStaging({ token, ask }: Service): Promise<boolean> {
  const { stage } = readToken(token)
  if (stage !== null) return stage === 'staging'
  const { status } = await ask('POST', '/test_helpers/clock/advance', { body: '{}' })
  return status !== 404
}

/** For what plays with gifts: in production these are real ones, to real people. */
export async function refuseProduction(service: Service, what: string): Promise<void> {
  if (await isStaging(service)) return
  throw new Misuse(`${what} is for staging: this is production.`, '--profile', 'not_allowed')
}
