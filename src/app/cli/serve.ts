import { type Command, InvalidArgumentError } from '@commander-js/extra-typings'
import { readConfig } from '#platform/config/config'
import type { Role } from '../service.ts'
import type { Session } from './session.ts'

const allRoles = ['api', 'web', 'worker'] as const satisfies readonly Role[]

export const serve = (command: Command, session: Session) =>
  command
    .option('--roles <names>', 'the roles to run, separated by commas', readRoles, allRoles)
    .action(async ({ roles }) => {
      // The service is large, so other commands do not load it.
      const main = await import('../run-service.ts')
      await main.runService(readConfig(session.env), { roles })
    })

function readRoles(text: string): readonly Role[] {
  const names = text.split(',').map((name) => name.trim())
  const unknown = names.find((name) => !allRoles.some((role) => role === name))
  if (unknown !== undefined)
    throw new InvalidArgumentError(
      `There is no role '${unknown}'. The roles are ${allRoles.join(', ')}.`,
    )
  return allRoles.filter((role) => names.includes(role))
}
