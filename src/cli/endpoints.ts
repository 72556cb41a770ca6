import { Command } from '@commander-js/extra-typings'
import { Refusal } from '#contract'
import type { Work } from '#platform/postgres'
import * as webhooks from '#webhooks'
import { accountOf } from './accounts.ts'
import { answer, facts, onlyNow, table } from './answer.ts'
import { type Session, withService } from './session.ts'

export function endpoints(session: Session) {
  const command = new Command('endpoints').description('where an account’s events are sent')
  createCommand(command, session)

  command
    .command('list')
    .description('show the endpoints of an account')
    .requiredOption('--account <id>', 'the account they belong to')
    .action(({ account }) =>
      withService(session, async (service) => {
        const { id } = await accountOf(service, account)
        const data = (await service.run(id, webhooks.listEndpoints)).map(shown)
        const rows = data.map((one) => [
          one.id,
          one.url,
          one.events.length,
          one.payload_version,
          one.enabled,
        ])
        const heads = ['ID', 'URL', 'EVENTS', 'VERSION', 'ENABLED']
        answer(session, { data }, () => table(heads, rows, 'This account has no endpoints.'))
      }),
    )

  switchCommand(
    command,
    session,
    'disable',
    'send it nothing more, and park what is on its way',
    webhooks.disable,
  )
  switchCommand(command, session, 'enable', 'go on with what was parked', webhooks.enable)
  switchCommand(command, session, 'delete', 'remove it, and end its deliveries', webhooks.remove)

  command
    .command('rotate')
    .description('give it a new secret; for a day the old one signs beside it')
    .requiredOption('--id <id>', 'the id of the endpoint')
    .action(({ id }) =>
      withService(session, async ({ asOperator }) => {
        const made = await asOperator((work) => webhooks.rotate(work, id))
        answerWithSecret(session, made ?? nothing(id))
      }),
    )

  return command
}

function createCommand(command: Command, session: Session): void {
  command
    .command('create')
    .description('make an endpoint; all events when none is named')
    .requiredOption('--account <id>', 'the account it belongs to; needs the Enterprise tier')
    .requiredOption('--url <url>', 'where requests are sent')
    .option('--events <names>', 'the events it gets, with commas between them')
    .option('--payload-version <version>', 'the version of the bodies')
    .option('--description <text>', 'what it is for')
    .action(({ account, url, events, payloadVersion, description }) =>
      withService(session, async (service) => {
        const { id: account_id, tier } = await accountOf(service, account)
        const wanted: webhooks.WantedEndpoint = {
          url,
          ...(events === undefined ? {} : { events: events.split(',').map((name) => name.trim()) }),
          ...(payloadVersion === undefined ? {} : { payload_version: payloadVersion }),
          ...(description === undefined ? {} : { description }),
        }
        const rules = { allowPrivate: service.config.webhookAllowPrivate }
        const made = await service.run(account_id, (work) =>
          webhooks.createEndpoint(work, { account_id, tier }, wanted, rules),
        )
        answerWithSecret(session, made)
      }),
    )
}

function switchCommand(
  command: Command,
  session: Session,
  name: string,
  description: string,
  verb: (work: Work, id: string) => Promise<webhooks.Endpoint | undefined>,
): void {
  command
    .command(name)
    .description(description)
    .requiredOption('--id <id>', 'the id of the endpoint')
    .action(({ id }) =>
      withService(session, async ({ asOperator }) => {
        const endpoint = shown((await asOperator((work) => verb(work, id))) ?? nothing(id))
        answer(session, { endpoint }, () => inWords(endpoint))
      }),
    )
}

function answerWithSecret(session: Session, { endpoint, secret }: webhooks.WithSecret): void {
  const object = { endpoint: shown(endpoint), secret }
  answer(session, object, () => `${inWords(object.endpoint)}\n${facts({ secret })}\n${onlyNow}`)
}

const shown = ({ id, url, events, payload_version, enabled }: webhooks.Endpoint) => ({
  id,
  url,
  events,
  payload_version,
  enabled,
})

const inWords = ({ events, ...rest }: ReturnType<typeof shown>) =>
  facts({ ...rest, events: events.join(', ') })

function nothing(id: string): never {
  throw new Refusal('not_found', { message: `There is no endpoint ${id}.` })
}
