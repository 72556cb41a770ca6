import { Command } from '@commander-js/extra-typings'
import * as privacy from '#privacy'
import { accountOf } from './accounts.ts'
import { printResult } from './output.ts'
import { type Session, withService } from './session.ts'

const operator = { kind: 'operator' } as const

export function privacyCommands(session: Session) {
  const command = new Command('privacy').description('what an account holds of a person')

  command
    .command('export')
    .description('print everything that is held of a person, as one JSON document')
    .requiredOption('--account <id>', 'the account that holds it')
    .requiredOption('--email <address>', 'the person’s e-mail address')
    .action(({ account, email }) =>
      withService(session, async (service) => {
        const { id } = await accountOf(service, account)
        const made = await service.run(id, (ctx) =>
          privacy.exportPersonalData(ctx, email, operator),
        )
        printResult(session, { ...made }, () => JSON.stringify(made, null, 2))
      }),
    )

  command
    .command('erase')
    .description('take a person out of an account for good; what has not left yet is cancelled')
    .requiredOption('--account <id>', 'the account that holds it')
    .requiredOption('--email <address>', 'the person’s e-mail address')
    .action(({ account, email }) =>
      withService(session, async (service) => {
        const { id } = await accountOf(service, account)
        const erased = await service.run(id, (ctx) =>
          privacy.erasePersonalData(ctx, email, operator),
        )
        printResult(session, { erased }, () => inWords(erased))
      }),
    )

  return command
}

function inWords({ gift_request_ids, cancelled, letters, contact_id }: privacy.Erasure): string {
  if (contact_id === null && gift_request_ids.length === 0 && letters === 0)
    return 'Nothing is held of this person.'
  return [
    `Erased: ${gift_request_ids.length} gift requests (${cancelled} cancelled), ${letters} letters.`,
    'Backups made before now still hold them; docs/privacy.md says what to do.',
  ].join('\n')
}
