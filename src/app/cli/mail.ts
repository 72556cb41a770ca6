import { buffer } from 'node:stream/consumers'
import type { Command } from '@commander-js/extra-typings'
import * as mail from '#email'
import * as giftLists from '#gift-lists'
import { accountOf } from './accounts.ts'
import { recordChange } from './operator-changes.ts'
import { printResult } from './output.ts'
import { type Session, withService } from './session.ts'

const standardInput = () => buffer(process.stdin)

export function mails(command: Command, session: Session): void {
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
  command
    .command('clear-bounces')
    .description(
      'send to the suppressed addresses at a domain again, for example after a block list',
    )
    .requiredOption('--account <id>', 'the account')
    .requiredOption('--domain <domain>', 'the domain of the addresses')
    .action(({ account, domain }) =>
      withService(session, async (service) => {
        const { id, name } = await accountOf(service, account)
        const cleared = await service.run(id, async (ctx) => {
          const count = await giftLists.clearBouncesOfDomain(ctx, domain)
          const details = { domain, cleared: count }
          recordChange(ctx, 'account.clear_bounces', { kind: 'account', id, name }, details)
          return count
        })
        printResult(session, { domain, cleared }, () => `Cleared ${cleared} at ${domain}.`)
      }),
    )
}
