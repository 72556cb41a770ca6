import type { Command } from '@commander-js/extra-typings'
import { ApiError } from '#contract'
import * as fulfilment from '#fulfilment'
import * as gifting from '#gifting'
import type { Config } from '#platform/config/config'
import { shippingFromConfig } from '../shipping.ts'
import { accountOf } from './accounts.ts'
import { recordChange, toGiftSubject } from './operator-changes.ts'
import { formatTable, printResult } from './output.ts'
import { type Session, withService } from './session.ts'

const maxParcels = 500

export function orders(command: Command, session: Session): void {
  listCommand(command, session)
  retryCommand(command, session)
  inboxCommand(command, session)
}

function listCommand(command: Command, session: Session): void {
  command
    .command('list')
    .description('list parcels, newest first')
    .requiredOption('--account <id>', 'the account of the parcels')
    .option('--with-problems', 'only parcels that need attention')
    .action(({ account, withProblems = false }) =>
      withService(session, async (service) => {
        const { id } = await accountOf(service, account)
        const data = await service.run(id, (ctx) =>
          fulfilment.listParcels(ctx, { hasProblem: withProblems, limit: maxParcels }),
        )
        printResult(session, { data }, () => formatParcels(data))
      }),
    )
}

function retryCommand(command: Command, session: Session): void {
  command
    .command('retry')
    .description('immediately retry an order that a carrier rejected or that did not reach it')
    .requiredOption('--account <id>', 'the account of the gift')
    .requiredOption('--gift <id>', 'the id of the gift request')
    .action(({ account, gift }) =>
      withService(session, async (service) => {
        const { id } = await accountOf(service, account)
        const data = await service.run(id, async (ctx) => {
          const retried = await fulfilment.retryRefused(ctx, gift)
          const found = await gifting.find(ctx, gift)
          if (found !== undefined)
            recordChange(ctx, 'gift_request.retry_order', toGiftSubject(found))
          return retried
        })
        if (data === undefined)
          throw new ApiError('not_found', { message: `There is no gift request ${gift}.` })
        printResult(session, { data }, () =>
          formatParcels(data.map((each) => ({ ...each, gift_request_id: gift }))),
        )
      }),
    )
}

function inboxCommand(command: Command, session: Session): void {
  command
    .command('inbox')
    .description('print the webhook URLs for carriers')
    .action(() =>
      withService(session, async ({ config }) => {
        const data = listInboxes(config)
        printResult(session, { data }, () =>
          formatTable(
            ['CARRIER', 'URL'],
            data.map(({ carrier, url }) => [carrier, url]),
            'No carrier of this deployment sends webhooks.',
          ),
        )
      }),
    )
}

const listInboxes = (config: Config) =>
  [...shippingFromConfig(config).carriers.values()].flatMap(({ name, inbox }) =>
    inbox === undefined
      ? []
      : [{ carrier: name, url: `${config.origin}/carriers/${name}/${inbox.key}` }],
  )

function formatParcels(data: readonly (fulfilment.Parcel & { gift_request_id: string })[]): string {
  const rows = data.map(
    ({ id, gift_request_id, number, state, carrier, tracking_code, problem }) => [
      id,
      gift_request_id,
      number,
      state,
      carrier,
      tracking_code,
      problem === null ? null : `${problem.reason} ${problem.remedy}`,
    ],
  )
  const heads = ['PARCEL', 'GIFT REQUEST', 'NO.', 'STATE', 'CARRIER', 'TRACKING', 'PROBLEM']
  return formatTable(heads, rows, 'No parcels found.')
}
