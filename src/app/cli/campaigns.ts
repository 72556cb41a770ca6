import type { Command } from '@commander-js/extra-typings'
import * as rooms from '#campaigns'
import { listCampaigns } from '#cli/campaigns'
import type { TxContext } from '#platform/postgres/database'
import { accountOf } from './accounts.ts'
import { formatTable, printResult } from './output.ts'
import { type Session, toClientContext, withService } from './session.ts'

export function campaigns(command: Command, session: Session): void {
  command
    .command('list')
    .description('list the campaigns of an account, newest first')
    .option('--account <id>', 'the account of the campaigns; default: the account of the token')
    .option('--profile <name>', 'the profile with the token and URL to use; see bestow login')
    .option('--url <url>', 'the URL of the API, instead of BESTOW_API_URL')
    .action(({ account, ...place }) => {
      if (account === undefined) return listCampaigns(toClientContext(session), place)
      return withService(session, async (service) => {
        const { id } = await accountOf(service, account)
        const data = await service.run(id, readAll)
        const rows = data.map((one) => [one.id, one.name, one.state, one.invitation_method])
        const heads = ['ID', 'NAME', 'STATE', 'INVITES BY']
        printResult(session, { data }, () =>
          formatTable(heads, rows, 'This account has no campaigns.'),
        )
      })
    })
}

/** Reads all pages in one transaction, so that no campaign is missed or repeated. */
async function readAll(ctx: TxContext): Promise<rooms.Campaign[]> {
  const all: rooms.Campaign[] = []
  for (;;) {
    const after = all.at(-1)?.id
    const page = { limit: 25, order: 'desc', ...(after === undefined ? {} : { after }) } as const
    const { data, has_more } = await rooms.list(ctx, {}, page)
    all.push(...data)
    if (!has_more) return all
  }
}
