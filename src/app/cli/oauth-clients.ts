import type { Command } from '@commander-js/extra-typings'
import * as apiKeys from '#api-keys'
import { accountOf } from './accounts.ts'
import { recordChange } from './operator-changes.ts'
import { formatPairs, formatTable, printResult, shownOnceNotice } from './output.ts'
import { scopesHelp, splitScopes } from './scopes.ts'
import { type Session, withService } from './session.ts'

export function oauthClients(command: Command, session: Session): void {
  createCommand(command, session)
  revokeCommand(command, session)
  listCommand(command, session)
}

function createCommand(command: Command, session: Session): void {
  command
    .command('create')
    .description('create a confidential client, or a public client with a redirect URI')
    .requiredOption('--account <id>', 'the account of the client')
    .option('--name <name>', 'the name of the client, which the consent page shows')
    .option('--redirect-uri <uri...>', 'create a public client with this redirect URI')
    .option('--scopes <names>', scopesHelp)
    .action(({ account, name = 'OAuth client', redirectUri: redirect_uris, scopes: names }) =>
      withService(session, async (service) => {
        const { id } = await accountOf(service, account)
        const scopes = names === undefined ? {} : { scopes: splitScopes(names) }
        const made = await service.run(id, async (ctx) => {
          const created: apiKeys.NewClient =
            redirect_uris === undefined
              ? await apiKeys.createOAuthClient(ctx, { name, ...scopes })
              : await apiKeys.createPublicClient(ctx, { name, redirect_uris, ...scopes })
          const subject = { kind: 'oauth_client', id: created.client_id, name }
          recordChange(ctx, 'oauth_client.create', subject, {
            ...scopes,
            ...(redirect_uris !== undefined && { redirect_uris }),
          })
          return created
        })
        printResult(session, made, () => `${formatPairs({ ...made })}\n${shownOnceNotice}`)
      }),
    )
}

function revokeCommand(command: Command, session: Session): void {
  command
    .command('revoke')
    .description('revoke a client and all of its tokens; further requests are rejected')
    .requiredOption('--id <id>', 'the client_id')
    .action(({ id }) =>
      withService(session, async ({ asOperator }) => {
        const revoked = await asOperator(async (ctx) => {
          const { account_id, name, revoked_at } = await apiKeys.revokeOAuthClient(ctx, id)
          const subject = { kind: 'oauth_client', id, name }
          recordChange({ ...ctx, account_id }, 'oauth_client.revoke', subject)
          return { id, revoked_at }
        })
        printResult(session, revoked, () => formatPairs({ ...revoked }))
      }),
    )
}

function listCommand(command: Command, session: Session): void {
  command
    .command('list')
    .description('list the clients of an account, without their secrets')
    .requiredOption('--account <id>', 'the account of the clients')
    .action(({ account }) =>
      withService(session, async (service) => {
        const { id: account_id } = await accountOf(service, account)
        const data = await service.run(account_id, apiKeys.listOAuthClients)
        const rows = data.map((client) => [
          client.id,
          client.kind,
          client.name,
          `…${client.api_key_last_four}`,
          client.scopes.join(' '),
          client.created_at,
          client.last_issued_at,
          client.revoked_at,
        ])
        const heads = [
          'ID',
          'KIND',
          'NAME',
          'KEY ENDS IN',
          'SCOPES',
          'CREATED',
          'LAST TOKENS',
          'REVOKED',
        ]
        printResult(session, { data }, () =>
          formatTable(heads, rows, 'This account has no OAuth clients.'),
        )
      }),
    )
}
