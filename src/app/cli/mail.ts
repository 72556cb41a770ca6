import { buffer } from 'node:stream/consumers'
import { Command } from '@commander-js/extra-typings'
import * as mail from '#email'
import { printResult } from './output.ts'
import { type Session, withService } from './session.ts'

const standardInput = () => buffer(process.stdin)

export function mails(session: Session) {
  const command = new Command('mail').description('handle email and bounces')
  command
    .command('bounced')
    .description('read a bounce from standard input, for the pipe of a mail server')
    .option('--recipient <address>', 'the recipient of the bounce, if the mail server provides it')
    .action(({ recipient }) =>
      withService(session, async ({ asOperator }) => {
        const { read = standardInput } = session
        const bounce = await mail.parseBounce(await read(), recipient)
        const is_known =
          bounce !== undefined && (await asOperator((ctx) => mail.recordBounce(ctx, bounce)))
        // An unrelated email is not an error: the mail server must not return it to its sender.
        printResult(session, { is_known }, () =>
          is_known ? 'Recorded.' : 'The bounce refers to no known email.',
        )
      }),
    )
  return command
}
