import { Command } from '@commander-js/extra-typings'
import pc from 'picocolors'
import { type Context, readInput } from './context.ts'
import { Refused } from './failure.ts'
import { answer, facts } from './print.ts'
import { placeOf } from './service.ts'
import { readToken } from './token-text.ts'

export function token(context: Context) {
  const command = new Command('token').description('API tokens, looked at here')
  command
    .command('check')
    .description('say whether a text can be a token at all, without asking anybody')
    .argument('[token]', 'the one in use when left out; - for standard input')
    .option('--profile <name>', 'the token of this profile')
    .action(async (text, options) => {
      const given = text === '-' ? (await readInput(context)).toString().trimEnd() : text
      const found = readToken(given ?? placeOf(context, options).token ?? '')
      if (found.problem !== null)
        throw new Refused([
          { type: 'validation_error', code: 'invalid', message: found.problem, param: 'token' },
        ])
      const { stage, last_four } = found
      answer(context, found, () =>
        [
          pc.green('✔ It is well formed. Whether it is valid only the service knows.'),
          facts({ stage, 'ends in': `…${last_four}` }),
        ].join('\n'),
      )
    })
  return command
}
