import { type Command, Option } from '@commander-js/extra-typings'
import { ApiError, throwIfAny } from '#contract'
import { deliveryStates } from '#contract/events'
import { isId } from '#platform/lib/ids'
import type { TxContext } from '#platform/postgres/database'
import * as webhooks from '#webhooks'
import { accountOf } from './accounts.ts'
import { tailCommand } from './deliveries-tail.ts'
import { formatTable, printResult } from './output.ts'
import { type Session, withService } from './session.ts'

export function deliveries(command: Command, session: Session): void {
  command
    .command('list')
    .description('list deliveries and their attempts, newest first')
    .requiredOption('--account <id>', 'the account of the deliveries')
    .option('--event <id>', 'only deliveries of one event')
    .addOption(
      new Option('--state <state>', 'only deliveries in this state').choices(deliveryStates),
    )
    .action(({ account, event, state }) =>
      withService(session, async (service) => {
        if (event !== undefined && !isId(event)) rejectEvent()
        const { id } = await accountOf(service, account)
        const filter = {
          ...(event === undefined ? {} : { event_id: event }),
          ...(state === undefined ? {} : { state }),
        }
        const data = (await service.run(id, (ctx) => readAll(ctx, filter))).map(toJson)
        printResult(session, { data }, () => formatDeliveries(data))
      }),
    )

  command
    .command('resend')
    .description('resend an event with the same id and body, and up to five new attempts')
    .requiredOption('--id <id>', 'the id of the delivery')
    .option('--to <endpoint>', 'the id of another endpoint of the account that gets the event')
    .action(({ id, to }) =>
      withService(session, async (service) => {
        const owner = await service.asOperator((ctx) => webhooks.findOwnerOfDelivery(ctx, id))
        if (owner === undefined)
          throw new ApiError('not_found', { message: `There is no delivery ${id} to resend.` })
        const made = await service
          .run(owner, (ctx) => webhooks.endpointCommands.resend(ctx, id, to))
          .catch(throwForOption)
        printResult(session, { delivery: { id: made } }, () => `The new delivery is ${made}.`)
      }),
    )

  tailCommand(command, session)
}

/** Throws the errors of the member `endpoint_id` for the option that sets it. */
function throwForOption(error: unknown): never {
  if (!(error instanceof ApiError) || error.fieldErrors.length === 0) throw error
  const fieldErrors = error.fieldErrors.map((each) => ({ ...each, param: '--to' }))
  throw new ApiError(error.code, { fieldErrors })
}

const rejectEvent = () =>
  throwIfAny([{ code: 'invalid_format', param: '--event', message: 'must be the id of an event' }])

type Filter = Pick<webhooks.DeliveryPage, 'event_id' | 'state'>

const pageSize = 200

/** Reads all pages in one transaction, so that no delivery is repeated. */
async function readAll(ctx: TxContext, filter: Filter): Promise<webhooks.Delivery[]> {
  const all: webhooks.Delivery[] = []
  for (;;) {
    const after = all.at(-1)?.id
    const place = after === undefined ? {} : { after }
    const page = await webhooks.listDeliveries(ctx, { ...filter, ...place, limit: pageSize })
    all.push(...page)
    if (page.length < pageSize) return all
  }
}

const toJson = ({ attempts, ...delivery }: webhooks.Delivery) => ({
  id: delivery.id,
  event_id: delivery.event_id,
  event_type: delivery.event_type,
  endpoint_id: delivery.endpoint_id,
  state: delivery.state,
  ...(delivery.erased_at === null ? {} : { erased_at: delivery.erased_at }),
  attempts: attempts.map(({ number, started_at, status, error, reason, detail, duration_ms }) => ({
    number,
    started_at,
    status,
    error,
    reason,
    detail,
    duration_ms,
  })),
})

function formatDeliveries(data: readonly ReturnType<typeof toJson>[]): string {
  const rows = data.map(({ id, event_type, state, erased_at, attempts }) => {
    const last = attempts.at(-1)
    const status = erased_at === undefined ? state : `${state}, erased`
    const response = last?.status ?? last?.reason ?? last?.error
    return [id, event_type, status, attempts.length, response, last?.started_at]
  })
  const headers = ['ID', 'EVENT', 'STATE', 'ATTEMPTS', 'LAST RESPONSE', 'AT']
  return formatTable(headers, rows, 'No deliveries found.')
}
