import { Command, Option } from '@commander-js/extra-typings'
import * as access from '#access'
import { Refusal } from '#contract'
import { answer, facts, table } from './answer.ts'
import { type Service, type Session, withService } from './session.ts'

export function accounts(session: Session) {
  const command = new Command('accounts').description('the customers of this service')

  command
    .command('create')
    .description('make an account in the region and stage of this service')
    .requiredOption('--name <name>', 'what the business is called')
    .addOption(
      new Option('--tier <tier>', 'what it may use; webhooks need enterprise')
        .choices(['enterprise', 'on_demand'] as const)
        .default('enterprise' as const),
    )
    .action(({ name, tier }) =>
      withService(session, async ({ asOperator }) => {
        const account = await asOperator((work) => access.createAccount(work, { name, tier }))
        answer(session, { account }, () => facts({ ...account }))
      }),
    )

  command
    .command('list')
    .description('show all accounts')
    .action(() =>
      withService(session, async ({ asOperator }) => {
        const data = await asOperator(access.listAccounts)
        const rows = data.map(({ id, name, tier, tenant }) => [id, name, tier, tenant])
        answer(session, { data }, () =>
          table(['ID', 'NAME', 'TIER', 'TENANT'], rows, 'No accounts yet.'),
        )
      }),
    )

  return command
}

/** The account of an `--account` option; refused when there is none by that id. */
export async function accountOf({ asOperator }: Service, id: string): Promise<access.Account> {
  const account = await asOperator((work) => access.findAccount(work, id))
  if (account === undefined)
    throw new Refusal('not_found', { message: `There is no account ${id}.` })
  return account
}
