import { type Command, InvalidArgumentError, Option } from '@commander-js/extra-typings'
import * as accounts from '#accounts'
import { ApiError } from '#contract'
import { accountEndDays } from '#contract/account-end-days'
import { announceAccountEnd } from '#email'
import type { TxContext } from '#platform/postgres/database'
import { recordChange } from './operator-changes.ts'
import { formatPairs, formatTable, printResult } from './output.ts'
import { type Service, type Session, withService } from './session.ts'

export function accountCommands(command: Command, session: Session): void {
  command
    .command('create')
    .description('create an account in the region and stage of this service')
    .requiredOption('--name <name>', 'the name of the business')
    .addOption(
      new Option('--tier <tier>', 'the plan of the account; webhooks need enterprise')
        .choices(['enterprise', 'on_demand'] as const)
        .default('enterprise' as const),
    )
    .action(({ name, tier }) =>
      withService(session, async ({ asOperator }) => {
        const account = await asOperator(async (ctx) => {
          const created = await accounts.createAccount(ctx, { name, tier })
          const subject = { kind: 'account', id: created.id, name }
          recordChange({ ...ctx, account_id: created.id }, 'account.set_up', subject, { tier })
          return created
        })
        printResult(session, { account }, () => formatPairs({ ...account }))
      }),
    )

  command
    .command('list')
    .description('list all accounts')
    .action(() =>
      withService(session, async ({ asOperator }) => {
        const data = await asOperator(accounts.listAccounts)
        const rows = data.map(({ id, name, tier, tenant, suspended_at }) => [
          ...[id, name, tier, tenant],
          suspended_at === null ? 'active' : 'suspended',
        ])
        printResult(session, { data }, () =>
          formatTable(['ID', 'NAME', 'TIER', 'TENANT', 'STATE'], rows, 'No accounts yet.'),
        )
      }),
    )

  stateCommands(command, session)
}

function stateCommands(command: Command, session: Session): void {
  command
    .command('suspend')
    .description('suspend an account: its users and tokens are rejected, and nothing new is sent')
    .requiredOption('--account <id>', 'the account')
    .requiredOption('--reason <reason>', 'why, for other operators')
    .action(({ account, reason }) =>
      changeState(session, account, 'account.suspend', (ctx) =>
        accounts.suspendAccount(ctx, account, { reason }),
      ),
    )

  const { min, max, default: defaultDays } = accountEndDays
  command
    .command('end')
    .description('end a suspended account: after a term, all its data is deleted')
    .requiredOption('--account <id>', 'the account')
    .addOption(
      new Option('--days <days>', `the term in days, from ${min} to ${max}`)
        .argParser(parseDays)
        .default(defaultDays as number),
    )
    .action(({ account, days }) =>
      changeState(session, account, 'account.end', (ctx) =>
        accounts.endAccount(ctx, account, { days, by: 'operator CLI' }),
      ),
    )

  command
    .command('resume')
    .description('resume a suspended account, and call its end back')
    .requiredOption('--account <id>', 'the account')
    .action(({ account }) =>
      changeState(session, account, 'account.resume', (ctx) =>
        accounts.resumeAccount(ctx, account),
      ),
    )
}

function parseDays(text: string): number {
  const { min, max } = accountEndDays
  const days = Number(text)
  if (!Number.isInteger(days) || days < min || days > max)
    throw new InvalidArgumentError(`must be a number from ${min} to ${max}`)
  return days
}

/** Suspends, resumes or ends an account, and records it in the audit log of the account. */
const changeState = (
  session: Session,
  id: string,
  action: string,
  change: (ctx: TxContext) => Promise<accounts.AccountChange>,
): Promise<void> =>
  withService(session, async (service) => {
    await accountOf(service, id)
    const account = await service.asOperator(async (ctx) => {
      const changed = await change(ctx)
      const { after } = changed
      const { name } = after
      recordChange({ ...ctx, account_id: id }, action, { kind: 'account', id, name })
      await announceAccountEnd(ctx, changed)
      return after
    })
    const { name, suspended_at, erase_after } = account
    const state = suspended_at === null ? 'active' : 'suspended'
    const end = erase_after && { deleted_after: erase_after.toISOString() }
    printResult(session, { account }, () => formatPairs({ id, name, state, ...end }))
  })

/**
 * Finds the account of an `--account` option. Rejects an unknown id. Also rejects an account of
 * another stage or region, because objects that these settings create would not work in that account,
 * or would follow the wrong rules.
 */
export async function accountOf(
  { asOperator, config }: Service,
  id: string,
): Promise<accounts.Account> {
  const account = await asOperator((ctx) => accounts.findAccount(ctx, id))
  if (account === undefined)
    throw new ApiError('not_found', { message: `There is no account ${id}.` })
  for (const name of ['stage', 'region'] as const)
    if (account[name] !== config[name])
      throw new ApiError('not_allowed', {
        message:
          `The account ${id} belongs to the ${name} ${account[name]}, and this command runs for ${config[name]}. ` +
          `Set BESTOW_${name.toUpperCase()}=${account[name]}.`,
      })
  return account
}
