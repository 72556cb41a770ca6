import type { Command } from '@commander-js/extra-typings'
import * as privacy from '#privacy'
import { accountOf } from './accounts.ts'
import { printResult } from './output.ts'
import { type Session, withService } from './session.ts'

export function privacyCommands(command: Command, session: Session): void {
  command
    .command('export')
    .description('print all data of a person as one JSON document')
    .requiredOption('--account <id>', 'the account with the data')
    .requiredOption('--email <address>', 'the person’s email address')
    .action(({ account, email }) =>
      withService(session, async (service) => {
        const { id } = await accountOf(service, account)
        const made = await service.run(id, (ctx) => privacy.exportPersonalData(ctx, email))
        printResult(session, { ...made }, () => JSON.stringify(made, null, 2))
      }),
    )

  command
    .command('erase')
    .description('permanently erase a person from an account; unshipped gifts are cancelled')
    .requiredOption('--account <id>', 'the account with the data')
    .requiredOption('--email <address>', 'the person’s email address')
    .action(({ account, email }) =>
      withService(session, async (service) => {
        const { id } = await accountOf(service, account)
        const erased = await service.run(id, (ctx) => privacy.erasePersonalData(ctx, email))
        printResult(session, { erased }, () => formatErasure(erased))
      }),
    )
}

function formatErasure({
  gift_request_ids,
  cancelled,
  emails,
  contact_id,
}: privacy.Erasure): string {
  if (contact_id === null && gift_request_ids.length === 0 && emails === 0)
    return 'There is no data of this person.'
  return [
    `Erased: ${gift_request_ids.length} gift requests (${cancelled} cancelled), ${emails} emails.`,
    'Earlier backups still contain this data; docs/privacy.md explains what to do.',
  ].join('\n')
}
