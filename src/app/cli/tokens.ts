import { Command, InvalidArgumentError } from '@commander-js/extra-typings'
import * as apiKeys from '#api-keys'
import { accountOf } from './accounts.ts'
import { formatPairs, printResult, shownOnceNotice, table } from './output.ts'
import { type Session, withService } from './session.ts'

export function tokens(session: Session) {
  const command = new Command('tokens').description('the API tokens of an account')

  command
    .command('create')
    .description('make a token')
    .requiredOption('--account <id>', 'the account it acts for')
    .option('--name <name>', 'what it is for')
    .option('--mcp-send', 'agents that hold it (over /mcp) may send and cancel gifts')
    .option('--mcp-daily-cap <gifts>', 'how many they may send in 24 hours', wholeNumber)
    .action(({ account, name, mcpSend = false, mcpDailyCap }) =>
      withService(session, async (service) => {
        const { id: account_id } = await accountOf(service, account)
        const created = await service.run(account_id, async (ctx) => {
          const token = await apiKeys.createToken(ctx, name === undefined ? {} : { name })
          if (mcpSend || mcpDailyCap !== undefined)
            await apiKeys.grantAgentAccess(ctx, token.id, mcpDailyCap)
          return token
        })
        printResult(session, created, () => `${formatPairs(created)}\n${shownOnceNotice}`)
      }),
    )

  command
    .command('mcp-send')
    .description('let agents that hold a token (over /mcp) send and cancel gifts, or no longer')
    .requiredOption('--id <id>', 'the id of the token, not the token itself')
    .option('--daily-cap <gifts>', 'how many they may send in 24 hours', wholeNumber)
    .option('--off', 'take the permission away')
    .action(({ id, dailyCap, off = false }) =>
      withService(session, async ({ asOperator }) => {
        if (off) {
          await asOperator((ctx) => apiKeys.revokeAgentAccess(ctx, id))
          printResult(session, { id, mcp_send: false }, () => formatPairs({ id, mcp_send: false }))
          return
        }
        const { daily_cap } = await asOperator((ctx) => apiKeys.grantAgentAccess(ctx, id, dailyCap))
        const permission = { id, mcp_send: true, daily_cap }
        printResult(session, permission, () => formatPairs(permission))
      }),
    )

  command
    .command('expire')
    .description('end a token; the next request with it is turned away')
    .requiredOption('--id <id>', 'the id of the token, not the token itself')
    .action(({ id }) =>
      withService(session, async ({ asOperator }) => {
        const expired = await asOperator((ctx) => apiKeys.expireToken(ctx, id))
        printResult(session, expired, () => formatPairs({ ...expired }))
      }),
    )

  command
    .command('list')
    .description('show the tokens of an account, without their secrets')
    .requiredOption('--account <id>', 'the account they act for')
    .action(({ account }) =>
      withService(session, async (service) => {
        const { id: account_id } = await accountOf(service, account)
        const data = await service.run(account_id, async (ctx) => {
          const permission = await apiKeys.listAgentPermissions(ctx)
          return (await apiKeys.listTokens(ctx)).map((token) => ({
            ...token,
            mcp_daily_cap:
              permission.find(({ token_id }) => token_id === token.id)?.daily_cap ?? null,
          }))
        })
        const rows = data.map((token) => [
          token.id,
          token.name,
          `…${token.last_four}`,
          token.created_at,
          token.last_used_at,
          token.expired_at,
          token.mcp_daily_cap,
        ])
        const heads = ['ID', 'NAME', 'ENDS IN', 'CREATED', 'LAST USED', 'EXPIRED', 'MCP A DAY']
        printResult(session, { data }, () => table(heads, rows, 'This account has no tokens.'))
      }),
    )

  return command
}

function wholeNumber(text: string): number {
  if (!/^[0-9]{1,6}$/.test(text)) throw new InvalidArgumentError('It must be a whole number.')
  return Number(text)
}
