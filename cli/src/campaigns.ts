import { Command, Option } from '@commander-js/extra-typings'
import type { Context } from './context.ts'
import { serviceFlags } from './flags.ts'
import { answer, table } from './print.ts'
import { type ServiceOptions, serviceOf } from './service.ts'

export function campaigns(context: Context) {
  const command = new Command('campaigns').description('what the account gives')
  serviceFlags(command.command('list'))
    .description('show the campaigns, newest first')
    .addOption(
      new Option('--state <state>', 'only those').choices(['available', 'archived'] as const),
    )
    .action((options) => listCampaigns(context, options))
  return command
}

export async function listCampaigns(
  context: Context,
  { state, ...options }: ServiceOptions & { state?: 'available' | 'archived' | undefined },
): Promise<void> {
  const { client } = serviceOf(context, options)
  const query = { ...(state === undefined ? {} : { state }), limit: 25 }
  const data = await client.campaigns.list(query).toArray({ limit: 1_000 })
  const rows = data.map((one) => [one.id, one.name, one.state, one.invitation_method])
  const heads = ['ID', 'NAME', 'STATE', 'INVITES BY']
  answer(context, { data }, () => table(heads, rows, 'This account has no campaigns.'))
}
