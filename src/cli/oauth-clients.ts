import { Command } from '@commander-js/extra-typings'
import * as access from '#access'
import { accountOf } from './accounts.ts'
import { answer, facts, onlyNow } from './answer.ts'
import { type Session, withService } from './session.ts'

export function oauthClients(session: Session) {
  const command = new Command('oauth-clients').description('programs that get tokens of an hour')

  command
    .command('create')
    .description('make a client for a program that can keep a secret')
    .requiredOption('--account <id>', 'the account it acts for')
    .option('--name <name>', 'what it is for')
    .action(({ account, name }) =>
      withService(session, async (service) => {
        const { id } = await accountOf(service, account)
        const made = await service.run(id, (work) =>
          access.createOAuthClient(work, name === undefined ? {} : { name }),
        )
        answer(session, made, () => `${facts({ ...made })}\n${onlyNow}`)
      }),
    )

  return command
}
