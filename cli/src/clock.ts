import { Command } from '@commander-js/extra-typings'
import type { Context } from './context.ts'
import { serviceFlags } from './flags.ts'
import { answer, facts } from './print.ts'
import { serviceOf } from './service.ts'

export function clock(context: Context) {
  const command = new Command('clock').description('the clock of a staging account')
  serviceFlags(command.command('advance'))
    .description('let time pass: what falls due by then happens now')
    .argument('<duration>', 'such as 14d, 12h, 30m or 45s')
    .action(async (by, options) => {
      const clock = await serviceOf(context, options).client.testHelpers.advanceClock({ by })
      answer(context, clock, () => facts({ now: clock.now, 'gifts that moved': clock.moved }))
    })
  return command
}
