import { Command } from '@commander-js/extra-typings'
import pc from 'picocolors'
import { type CliContext, readInput } from './context.ts'
import { ApiErrors } from './errors.ts'
import { formatPairs, printResult } from './print.ts'
import { resolveTarget } from './service.ts'
import { inspectToken } from './token-format.ts'

export function token(context: CliContext) {
  const command = new Command('token').description('API tokens, looked at here')
  command
    .command('check')
    .description('say whether a text can be a token at all, without asking anybody')
    .argument('[token]', 'the one in use when left out; - for standard input')
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
          pc.green('✔ It is well formed. Whether it is valid only the service knows.'),
          formatPairs({ stage, 'ends in': `…${last_four}` }),
        ].join('\n'),
      )
    })
  return command
}
