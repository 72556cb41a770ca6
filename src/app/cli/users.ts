import { Command, Option } from '@commander-js/extra-typings'
import * as accounts from '#accounts'
import { accountOf } from './accounts.ts'
import { formatPairs, printResult, shownOnceNotice } from './output.ts'
import { type Session, withService } from './session.ts'

export function users(session: Session) {
  const command = new Command('users').description('manage users of the admin area')

  command
    .command('create')
    .description('add a user to an account, with a new password')
    .requiredOption('--account <id>', 'the account of the user')
    .requiredOption('--email <address>', 'the email address for sign-in')
    .option('--name <name>', 'the name; default: derived from the address')
    .addOption(
      new Option(
        '--role <role>',
        'an admin can change the account, a sender sends gifts, a packer packs parcels',
      )
        .choices(['admin', 'sender', 'packer'] as const)
        .makeOptionMandatory(),
    )
    .action(({ account, email, role, name }) =>
      withService(session, async (service) => {
        const { id } = await accountOf(service, account)
        const input = { email, role, ...(name === undefined ? {} : { name }) }
        const { user: person, password } = await service.run(id, (ctx) =>
          accounts.createUser(ctx, input),
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
