import { Command } from '@commander-js/extra-typings'
import * as apiKeys from '#api-keys'
import { accountOf } from './accounts.ts'
import { formatPairs, printResult, shownOnceNotice, table } from './output.ts'
import { type Session, withService } from './session.ts'

export function oauthClients(session: Session) {
  const command = new Command('oauth-clients').description('programs that get tokens of an hour')

  command
    .command('create')
    .description('make a client for a program that can keep a secret, or for an app that cannot')
    .requiredOption('--account <id>', 'the account it acts for')
    .option('--name <name>', 'what it is for; people are shown it when an app asks them')
    .option('--redirect-uri <uri...>', 'makes a client for an app, which is called back here')
    .action(({ account, name = 'OAuth client', redirectUri: redirect_uris }) =>
      withService(session, async (service) => {
        const { id } = await accountOf(service, account)
        const made: apiKeys.NewClient = await service.run(id, (ctx) =>
          redirect_uris === undefined
            ? apiKeys.createOAuthClient(ctx, { name })
            : apiKeys.createPublicClient(ctx, { name, redirect_uris }),
        )
        printResult(session, made, () => `${formatPairs({ ...made })}\n${shownOnceNotice}`)
      }),
    )

  command
    .command('revoke')
    .description('end a client and all its tokens; the next request with one is turned away')
    .requiredOption('--id <id>', 'the client_id')
    .action(({ id }) =>
      withService(session, async ({ asOperator }) => {
        const revoked = await asOperator((ctx) => apiKeys.revokeOAuthClient(ctx, id))
        printResult(session, revoked, () => formatPairs({ ...revoked }))
      }),
    )

  command
    .command('list')
    .description('show the clients of an account, without their secrets')
    .requiredOption('--account <id>', 'the account they act for')
    .action(({ account }) =>
      withService(session, async (service) => {
        const { id: account_id } = await accountOf(service, account)
        const data = await service.run(account_id, apiKeys.listOAuthClients)
        const rows = data.map((client) => [
          client.id,
          client.kind,
          client.name,
          `…${client.api_key_last_four}`,
          client.created_at,
          client.last_issued_at,
          client.revoked_at,
        ])
        const heads = ['ID', 'KIND', 'NAME', 'KEY ENDS IN', 'CREATED', 'LAST TOKENS', 'REVOKED']
        printResult(session, { data }, () =>
          table(heads, rows, 'This account has no OAuth clients.'),
        )
      }),
    )

  return command
}
