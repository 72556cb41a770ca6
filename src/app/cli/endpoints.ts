import type { Command } from '@commander-js/extra-typings'
import { addApplyCommand } from '#cli/endpoints'
import { ApiError, type FieldError, isTimestamp, throwIfAny } from '#contract'
import type { Config } from '#platform/config/config'
import type { TxContext } from '#platform/postgres/database'
import * as webhooks from '#webhooks'
import { accountOf } from './accounts.ts'
import {
  addConnectionChangeOptions,
  addConnectionOptions,
  readConnectionFlags,
} from './endpoint-connection.ts'
import { formatEndpoint, summarize } from './endpoint-summary.ts'
import { formatPairs, formatTable, printResult, shownOnceNotice } from './output.ts'
import { type Service, type Session, toClientContext, withService } from './session.ts'

export function endpoints(command: Command, session: Session): void {
  createCommand(command, session)
  changeCommand(command, session)
  listCommand(command, session)

  stateCommand(
    command,
    session,
    'disable',
    'stop sending to an endpoint, and park its pending deliveries',
    (ctx, id) => webhooks.endpointCommands.setEnabled(ctx, id, false),
  )
  stateCommand(
    command,
    session,
    'enable',
    'resume sending to an endpoint, with its parked deliveries',
    (ctx, id) => webhooks.endpointCommands.setEnabled(ctx, id, true),
  )
  stateCommand(
    command,
    session,
    'delete',
    'delete an endpoint, and end its deliveries',
    (ctx, id) => webhooks.endpointCommands.remove(ctx, id),
  )

  rotateCommand(command, session)
  rotateKeyCommand(command, session)
  recoverCommand(command, session)
  addApplyCommand(command, toClientContext(session))
}

function createCommand(command: Command, session: Session): void {
  const create = command
    .command('create')
    .description('create an endpoint; default: all events')
    .requiredOption('--account <id>', 'the account of the endpoint; needs the Enterprise tier')
    .requiredOption('--url <url>', 'the URL that receives the events')
    .option('--events <names>', 'the events to send, separated by commas')
    .option('--payload-version <version>', 'the payload version')
    .option('--description <text>', 'a description')
    .option('--standard-webhooks', 'also send the headers of Standard Webhooks')
  addConnectionOptions(create).action(({ account, url, ...options }) =>
    withService(session, async (service) => {
      const { id: account_id, tier } = await accountOf(service, account)
      const input: webhooks.EndpointInput = {
        url,
        ...endpointInputFrom(options),
        ...readConnectionFlags(options, session.env),
      }
      const rules = urlRules(service.config)
      const created = await service.run(account_id, (ctx) =>
        webhooks.endpointCommands.create(ctx, { account_id, tier }, input, rules),
      )
      printWithSecret(session, created)
    }),
  )
}

/** Returns the rules for the URLs that the settings allow. */
const urlRules = (config: Config) => ({
  allowPrivate: config.webhookAllowPrivate,
  ports: config.webhookPorts,
  allowedNetworks: config.webhookNetworks,
})

interface EndpointFlags {
  events?: string | undefined
  payloadVersion?: string | undefined
  description?: string | undefined
  standardWebhooks?: boolean | undefined
  attention?: boolean | undefined
}

/** Returns only the options that were given, so that the other fields remain unchanged. */
const endpointInputFrom = ({
  events,
  payloadVersion,
  description,
  standardWebhooks,
  attention,
}: EndpointFlags) => ({
  ...(events === undefined ? {} : { events: events.split(',').map((name) => name.trim()) }),
  ...(payloadVersion === undefined ? {} : { payload_version: payloadVersion }),
  ...(description === undefined ? {} : { description }),
  ...(standardWebhooks === undefined ? {} : { standard_webhooks: standardWebhooks }),
  ...(attention === undefined ? {} : { receives_attention: attention }),
})

function changeCommand(command: Command, session: Session): void {
  const change = command
    .command('change')
    .description('change the given options; the next attempt uses them')
    .requiredOption('--id <id>', 'the id of the endpoint')
    .option('--url <url>', 'the URL that receives the events')
    .option('--events <names>', 'the events to send, separated by commas')
    .option('--payload-version <version>', 'the payload version of future events')
    .option('--description <text>', 'a description')
    .option('--standard-webhooks', 'also send the headers of Standard Webhooks')
    .option('--no-standard-webhooks', 'no longer send the headers of Standard Webhooks')
    .option('--attention', 'also send the events about what needs attention')
    .option('--no-attention', 'no longer send the events about what needs attention')
  addConnectionChangeOptions(change).action(({ id, url, ...options }) =>
    withService(session, async (service) => {
      const before = await getEndpoint(service, id)
      const input = {
        ...(url === undefined ? {} : { url }),
        ...endpointInputFrom(options),
        ...readConnectionFlags(options, session.env),
      }
      const rules = urlRules(service.config)
      const changed = await service.run(before.account_id, (ctx) =>
        webhooks.endpointCommands.change(ctx, before, input, rules),
      )
      const endpoint = summarize(changed)
      printResult(session, { endpoint }, () => formatEndpoint(endpoint))
    }),
  )
}

function listCommand(command: Command, session: Session): void {
  command
    .command('list')
    .description('list the endpoints of an account')
    .requiredOption('--account <id>', 'the account of the endpoints')
    .action(({ account }) =>
      withService(session, async (service) => {
        const { id } = await accountOf(service, account)
        const data = (await service.run(id, webhooks.listEndpoints)).map(summarize)
        const rows = data.map((one) => [
          one.id,
          one.url,
          one.events.length,
          one.payload_version,
          one.enabled,
        ])
        const heads = ['ID', 'URL', 'EVENTS', 'VERSION', 'ENABLED']
        printResult(session, { data }, () =>
          formatTable(heads, rows, 'This account has no endpoints.'),
        )
      }),
    )
}

function rotateCommand(command: Command, session: Session): void {
  command
    .command('rotate')
    .description('rotate the secret; the old secret also signs for a day')
    .requiredOption('--id <id>', 'the id of the endpoint')
    .option(
      '--overlap-seconds <seconds>',
      'how long the old secret also signs; 0 ends it immediately',
    )
    .action(({ id, overlapSeconds }) =>
      withService(session, async (service) => {
        const { account_id } = await getEndpoint(service, id)
        const overlap =
          overlapSeconds === undefined ? {} : { overlap_seconds: Number(overlapSeconds) }
        const created = await service.run(account_id, (ctx) =>
          webhooks.endpointCommands.rotateSecret(ctx, id, overlap),
        )
        printWithSecret(session, created)
      }),
    )
}

function rotateKeyCommand(command: Command, session: Session): void {
  command
    .command('rotate-key')
    .description('rotate the Ed25519 key; the old key also signs for a day')
    .requiredOption('--id <id>', 'the id of the endpoint')
    .option('--overlap-seconds <seconds>', 'how long the old key also signs; 0 ends it immediately')
    .action(({ id, overlapSeconds }) =>
      withService(session, async (service) => {
        const { account_id } = await getEndpoint(service, id)
        const overlap =
          overlapSeconds === undefined ? {} : { overlap_seconds: Number(overlapSeconds) }
        const rotated = await service.run(account_id, (ctx) =>
          webhooks.endpointCommands.rotateSigningKey(ctx, id, overlap),
        )
        const endpoint = summarize(rotated)
        printResult(session, { endpoint }, () => formatEndpoint(endpoint))
      }),
    )
}

function recoverCommand(command: Command, session: Session): void {
  command
    .command('recover')
    .description('resend abandoned deliveries since a time, each event once')
    .requiredOption('--id <id>', 'the id of the endpoint')
    .requiredOption('--since <moment>', 'such as 2026-05-01T10:30:00Z')
    .action(({ id, since }) =>
      withService(session, async (service) => {
        if (!isTimestamp(since)) throwIfAny([invalidTimestamp])
        const endpoint = await getEndpoint(service, id)
        let resent = 0
        for (let remaining = -1; remaining !== 0; ) {
          const made = await service.run(endpoint.account_id, (ctx) =>
            webhooks.endpointCommands.recover(ctx, id, new Date(since)),
          )
          resent += made.resent
          remaining = made.resent === 0 ? 0 : made.remaining
        }
        printResult(session, { resent }, () => `Resent deliveries: ${resent}.`)
      }),
    )
}

const invalidTimestamp: FieldError = {
  code: 'invalid_format',
  param: '--since',
  message: 'must be a timestamp such as 2026-05-01T10:30:00Z',
}

function stateCommand(
  command: Command,
  session: Session,
  name: string,
  description: string,
  change: (ctx: TxContext, id: string) => Promise<webhooks.Endpoint>,
): void {
  command
    .command(name)
    .description(description)
    .requiredOption('--id <id>', 'the id of the endpoint')
    .action(({ id }) =>
      withService(session, async (service) => {
        const { account_id } = await getEndpoint(service, id)
        const endpoint = summarize(await service.run(account_id, (ctx) => change(ctx, id)))
        printResult(session, { endpoint }, () => formatEndpoint(endpoint))
      }),
    )
}

function printWithSecret(
  session: Session,
  { endpoint, secret }: webhooks.EndpointWithSecret,
): void {
  const object = { endpoint: summarize(endpoint), secret }
  printResult(
    session,
    object,
    () => `${formatEndpoint(object.endpoint)}\n${formatPairs({ secret })}\n${shownOnceNotice}`,
  )
}

/** Finds an endpoint. Throws if its account belongs to another stage or region than the service. */
async function getEndpoint(service: Service, id: string): Promise<webhooks.Endpoint> {
  const endpoint =
    (await service.asOperator((ctx) => webhooks.findEndpoint(ctx, id))) ?? throwNotFound(id)
  await accountOf(service, endpoint.account_id)
  return endpoint
}

function throwNotFound(id: string): never {
  throw new ApiError('not_found', { message: `There is no endpoint ${id}.` })
}
