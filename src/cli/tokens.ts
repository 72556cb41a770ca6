import { Command } from '@commander-js/extra-typings'
import * as access from '#access'
import { accountOf } from './accounts.ts'
import { answer, facts, onlyNow, table } from './answer.ts'
import { type Session, withService } from './session.ts'

export function tokens(session: Session) {
  const command = new Command('tokens').description('the API tokens of an account')

  command
    .command('create')
    .description('make a token')
    .requiredOption('--account <id>', 'the account it acts for')
    .option('--name <name>', 'what it is for')
    .action(({ account, name }) =>
      withService(session, async (service) => {
        const { id: account_id } = await accountOf(service, account)
        const made = await service.run(account_id, (work) =>
          access.createToken(work, name === undefined ? {} : { name }),
        )
        answer(session, made, () => `${facts(made)}\n${onlyNow}`)
      }),
    )

  command
    .command('expire')
    .description('end a token; the next request with it is turned away')
    .requiredOption('--id <id>', 'the id of the token, not the token itself')
    .action(({ id }) =>
      withService(session, async ({ asOperator }) => {
        const expired = await asOperator((work) => access.expireToken(work, id))
        answer(session, expired, () => facts({ ...expired }))
      }),
    )

  command
    .command('list')
    .description('show the tokens of an account, without their secrets')
    .requiredOption('--account <id>', 'the account they act for')
    .action(({ account }) =>
      withService(session, async (service) => {
        const { id: account_id } = await accountOf(service, account)
        const data = await service.run(account_id, access.listTokens)
        const rows = data.map((token) => [
          token.id,
          token.name,
          `…${token.last_four}`,
          token.created_at,
          token.last_used_at,
          token.expired_at,
        ])
        const heads = ['ID', 'NAME', 'ENDS IN', 'CREATED', 'LAST USED', 'EXPIRED']
        answer(session, { data }, () => table(heads, rows, 'This account has no tokens.'))
      }),
    )

  return command
}
