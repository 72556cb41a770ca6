import { Command, Option } from '@commander-js/extra-typings'
import type { CliContext } from './context.ts'
import { withServiceOptions } from './flags.ts'
import { formatTable, printResult } from './print.ts'
import { createService, type ServiceOptions } from './service.ts'

export function campaigns(context: CliContext) {
  const command = new Command('campaigns').description('the campaigns of the account')
  withServiceOptions(command.command('list'))
    .description('show the campaigns, newest first')
    .addOption(
      new Option('--state <state>', 'only campaigns in this state').choices([
        'available',
        'archived',
      ] as const),
    )
    .action((options) => listCampaigns(context, options))
  return command
}

export async function listCampaigns(
  context: CliContext,
  { state, ...options }: ServiceOptions & { state?: 'available' | 'archived' | undefined },
): Promise<void> {
  const { client } = createService(context, options)
  const query = { ...(state === undefined ? {} : { state }), limit: 25 }
  const data = await client.campaigns.list(query).toArray({ limit: 1_000 })
  const rows = data.map((campaign) => [
    campaign.id,
    campaign.name,
    campaign.state,
    campaign.invitation_method,
  ])
  const headers = ['ID', 'NAME', 'STATE', 'INVITES BY']
  printResult(context, { data }, () => formatTable(headers, rows, 'This account has no campaigns.'))
}
