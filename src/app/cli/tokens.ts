import { type Command, InvalidArgumentError } from '@commander-js/extra-typings'
import * as apiKeys from '#api-keys'
import { throwIfAny } from '#contract'
import type { TxContext } from '#platform/postgres/database'
import { accountOf } from './accounts.ts'
import { recordChange } from './operator-changes.ts'
import { formatPairs, formatTable, printResult, shownOnceNotice } from './output.ts'
import { scopesHelp, splitScopes } from './scopes.ts'
import { type Service, type Session, withService } from './session.ts'
import { allowHelp, expiryHelp, parseExpiry } from './token-restrictions.ts'

export function tokens(command: Command, session: Session): void {
  createCommand(command, session)
  scopesCommand(command, session)
  addressesCommand(command, session)
  mcpSendCommand(command, session)
  expireCommand(command, session)
  listCommand(command, session)
}

function createCommand(command: Command, session: Session): void {
  command
    .command('create')
    .description('create a token')
    .requiredOption('--account <id>', 'the account of the token')
    .option('--name <name>', 'a description')
    .option('--scopes <names>', scopesHelp)
    .option('--expires <when>', expiryHelp, parseExpiry)
    .option('--allow <addresses...>', allowHelp)
    .option('--mcp-send', 'allow agents with this token (over /mcp) to send and cancel gifts')
    .option(
      '--mcp-daily-cap <gifts>',
      'the maximum number of gifts that agents send in 24 hours',
      wholeNumber,
    )
    .action(({ account, name, scopes, expires, allow = [], mcpSend = false, mcpDailyCap }) =>
      withService(session, async (service) => {
        const { id: account_id } = await accountOf(service, account)
        const created = await service.run(account_id, async (ctx) => {
          const token = await apiKeys.createToken(ctx, {
            ...(name === undefined ? {} : { name }),
            ...(scopes === undefined ? {} : { scopes: splitScopes(scopes) }),
            expires_at: expires?.(ctx.now) ?? null,
            allowed_addresses: allow,
          })
          const agents =
            mcpSend || mcpDailyCap !== undefined
              ? await apiKeys.grantAgentAccess(ctx, token.id, mcpDailyCap)
              : undefined
          const subject = { kind: 'token', id: token.id, ...(name !== undefined && { name }) }
          recordChange(ctx, 'token.create', subject, {
            ...(scopes !== undefined && { scopes: splitScopes(scopes) }),
            ...(allow.length > 0 && { allowed_addresses: allow }),
            ...(agents !== undefined && { daily_cap: agents.daily_cap }),
          })
          return token
        })
        printResult(session, created, () => `${formatPairs(created)}\n${shownOnceNotice}`)
      }),
    )
}

function scopesCommand(command: Command, session: Session): void {
  command
    .command('scopes')
    .description('change what a token may do; the next request is checked against it')
    .requiredOption('--id <id>', 'the id of the token, not the token itself')
    .requiredOption('--scopes <names>', scopesHelp)
    .action(({ id, scopes }) =>
      withService(session, async (service) => {
        const after = await changeToken(service, id, 'token.change_scopes', async (ctx) => {
          const changed = await apiKeys.changeTokenScopes(ctx, id, splitScopes(scopes))
          const pick = (token: apiKeys.ApiToken) => ({ scopes: token.scopes })
          return [changed.after, { before: pick(changed.before), after: pick(changed.after) }]
        })
        const changed = { id: after.id, scopes: after.scopes }
        printResult(session, changed, () => formatPairs({ id, scopes: after.scopes.join(', ') }))
      }),
    )
}

function addressesCommand(command: Command, session: Session): void {
  command
    .command('addresses')
    .description(
      'change the addresses that may use a token; the next request is checked against it',
    )
    .requiredOption('--id <id>', 'the id of the token, not the token itself')
    .option('--allow <addresses...>', allowHelp)
    .option('--any', 'allow every address')
    .action(({ id, allow = [], any = false }) =>
      withService(session, async (service) => {
        if (any === allow.length > 0) throwIfAny([contradiction])
        const after = await changeToken(service, id, 'token.change_addresses', async (ctx) => {
          const changed = await apiKeys.changeTokenAddresses(ctx, id, allow)
          const pick = (token: apiKeys.ApiToken) => ({ allowed_addresses: token.allowed_addresses })
          return [changed.after, { before: pick(changed.before), after: pick(changed.after) }]
        })
        const { allowed_addresses } = after
        printResult(session, { id: after.id, allowed_addresses }, () =>
          formatPairs({ id, allowed_addresses: allowed_addresses.join(', ') || 'every address' }),
        )
      }),
    )
}

const contradiction = {
  code: 'invalid',
  param: '--allow',
  message: 'must name the addresses; or use --any to allow every address',
} as const

function mcpSendCommand(command: Command, session: Session): void {
  command
    .command('mcp-send')
    .description('allow or forbid agents with a token (over /mcp) to send and cancel gifts')
    .requiredOption('--id <id>', 'the id of the token, not the token itself')
    .option(
      '--daily-cap <gifts>',
      'the maximum number of gifts that agents send in 24 hours',
      wholeNumber,
    )
    .option('--off', 'revoke the permission')
    .action(({ id, dailyCap, off = false }) =>
      withService(session, async (service) => {
        const change = (perform: ChangeOfToken<number | null>) =>
          changeToken(service, id, 'token.change_scopes', perform)
        if (off) {
          await change(async (ctx) => {
            await apiKeys.revokeAgentAccess(ctx, id)
            return [null, { daily_cap: null }]
          })
          printResult(session, { id, mcp_send: false }, () => formatPairs({ id, mcp_send: false }))
          return
        }
        const daily_cap = await change(async (ctx) => {
          const granted = await apiKeys.grantAgentAccess(ctx, id, dailyCap)
          return [granted.daily_cap, { daily_cap: granted.daily_cap }]
        })
        const permission = { id, mcp_send: true, daily_cap }
        printResult(session, permission, () => formatPairs(permission))
      }),
    )
}

function expireCommand(command: Command, session: Session): void {
  command
    .command('expire')
    .description('revoke a token; further requests are rejected')
    .requiredOption('--id <id>', 'the id of the token, not the token itself')
    .action(({ id }) =>
      withService(session, async (service) => {
        const expired = await changeToken(service, id, 'token.expire', async (ctx) => [
          await apiKeys.expireToken(ctx, id),
          {},
        ])
        printResult(session, expired, () => formatPairs({ ...expired }))
      }),
    )
}

/** A change of a token. Returns the result of the change, and the details for the audit log. */
type ChangeOfToken<Result> = (
  ctx: TxContext,
) => Promise<readonly [result: Result, details: Record<string, unknown>]>

/** Changes a token in a transaction of its account. Rejects an unknown id. */
async function changeToken<Result>(
  service: Service,
  id: string,
  action: string,
  change: ChangeOfToken<Result>,
): Promise<Result> {
  const token = await service.asOperator((ctx) => apiKeys.findTokenOwner(ctx, id))
  const subject = { kind: 'token', id, name: `${token.name} …${token.last_four}` }
  return service.run(token.account_id, async (ctx) => {
    const [result, details] = await change(ctx)
    recordChange(ctx, action, subject, details)
    return result
  })
}

const listHeads = [
  'ID',
  'NAME',
  'ENDS IN',
  'SCOPES',
  'CREATED',
  'LAST USED',
  'EXPIRES',
  'REVOKED',
  'ADDRESSES',
  'MCP A DAY',
]

function listCommand(command: Command, session: Session): void {
  command
    .command('list')
    .description('list the tokens of an account, without their secrets')
    .requiredOption('--account <id>', 'the account of the tokens')
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
          token.scopes.join(' '),
          token.created_at,
          token.last_used_at,
          token.expires_at,
          token.expired_at,
          token.allowed_addresses.join(' '),
          token.mcp_daily_cap,
        ])
        printResult(session, { data }, () =>
          formatTable(listHeads, rows, 'This account has no tokens.'),
        )
      }),
    )
}

function wholeNumber(text: string): number {
  if (!/^[0-9]{1,6}$/.test(text)) throw new InvalidArgumentError('It must be a whole number.')
  return Number(text)
}
