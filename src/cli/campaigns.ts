import { Command } from '@commander-js/extra-typings'
import * as rooms from '#campaigns'
import type { Work } from '#platform/postgres'
import { accountOf } from './accounts.ts'
import { answer, table } from './answer.ts'
import { type Session, withService } from './session.ts'

export function campaigns(session: Session) {
  const command = new Command('campaigns').description('what an account gives')

  command
    .command('list')
    .description('show the campaigns of an account, newest first')
    .requiredOption('--account <id>', 'the account they belong to')
    .action(({ account }) =>
      withService(session, async (service) => {
        const { id } = await accountOf(service, account)
        const data = await service.run(id, readAll)
        const rows = data.map((one) => [one.id, one.name, one.state, one.invitation_method])
        const heads = ['ID', 'NAME', 'STATE', 'INVITES BY']
        answer(session, { data }, () => table(heads, rows, 'This account has no campaigns.'))
      }),
    )

  return command
}

/** Page after page, in one transaction, so that none is missed or met twice. */
async function readAll(work: Work): Promise<rooms.Campaign[]> {
  const all: rooms.Campaign[] = []
  for (;;) {
    const after = all.at(-1)?.id
    const page = { limit: 25, order: 'desc', ...(after === undefined ? {} : { after }) } as const
    const { data, has_more } = await rooms.list(work, {}, page)
    all.push(...data)
    if (!has_more) return all
  }
}
