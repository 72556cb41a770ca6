import { Command } from '@commander-js/extra-typings'
import type { CliContext } from './context.ts'
import { withServiceOptions } from './flags.ts'
import { formatPairs, printResult } from './print.ts'
import { createService } from './service.ts'

export function clock(context: CliContext) {
  const command = new Command('clock').description('the clock of a staging account')
  withServiceOptions(command.command('advance'))
    .description('advance the clock and run everything that falls due')
    .argument('<duration>', 'such as 14d, 12h, 30m or 45s')
    .action(async (by, options) => {
      const clock = await createService(context, options).client.testHelpers.advanceClock({ by })
      printResult(context, clock, () =>
        formatPairs({ now: clock.now, 'gifts changed': clock.moved }),
      )
    })
  return command
}
