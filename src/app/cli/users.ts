import { Command, Option } from '@commander-js/extra-typings'
import * as accounts from '#accounts'
import { accountOf } from './accounts.ts'
import { formatPairs, printResult, shownOnceNotice } from './output.ts'
import { type Session, withService } from './session.ts'

export function users(session: Session) {
  const command = new Command('users').description('the people who sign in to the admin area')

  command
    .command('create')
    .description('add somebody to an account, with a new password')
    .requiredOption('--account <id>', 'the account they belong to')
    .requiredOption('--email <address>', 'what they sign in with')
    .option('--name <name>', 'their name; by default taken from the address')
    .addOption(
      new Option('--role <role>', 'an admin may change the account, a sender only gives')
        .choices(['admin', 'sender'] as const)
        .makeOptionMandatory(),
    )
    .action(({ account, email, role, name }) =>
      withService(session, async (service) => {
        const { id } = await accountOf(service, account)
        const wanted = { email, role, ...(name === undefined ? {} : { name }) }
        const { user: person, password } = await service.run(id, (ctx) =>
          accounts.createUser(ctx, wanted),
        )
        const user = { id: person.id, email: person.email, role: person.role }
        printResult(
          session,
          { user, password },
          () => `${formatPairs({ ...user, password })}\n${shownOnceNotice}`,
        )
      }),
    )

  return command
}
