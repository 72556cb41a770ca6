import { Command } from '@commander-js/extra-typings'
import pc from 'picocolors'
import { type CliContext, readInput } from './context.ts'
import { ApiErrors } from './errors.ts'
import { formatPairs, printResult } from './print.ts'
import { resolveTarget } from './service.ts'
import { inspectToken } from './token-format.ts'

export function token(context: CliContext) {
  const command = new Command('token').description('inspection of API tokens on this machine')
  command
    .command('check')
    .description('check the format of a token without a request')
    .argument('[token]', 'default: the token in use; - for standard input')
    .option('--profile <name>', 'the token of this profile')
    .action(async (text, options) => {
      const input = text === '-' ? (await readInput(context)).toString().trimEnd() : text
      const inspection = inspectToken(input ?? resolveTarget(context, options).token ?? '')
      if (inspection.problem !== null)
        throw new ApiErrors([
          {
            type: 'validation_error',
            code: 'invalid',
            message: inspection.problem,
            param: 'token',
          },
        ])
      const { stage, last_four } = inspection
      printResult(context, inspection, () =>
        [
          pc.green('✔ The token is well formed. Only the service knows whether it is valid.'),
          formatPairs({ stage, 'ends in': `…${last_four}` }),
        ].join('\n'),
      )
    })
  return command
}
