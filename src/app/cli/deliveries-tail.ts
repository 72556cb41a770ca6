import { type Command, InvalidArgumentError } from '@commander-js/extra-typings'
import pc from 'picocolors'
import { createStopSignal, sleep } from '#cli/context'
import type { TxContext } from '#platform/postgres/database'
import * as webhooks from '#webhooks'
import { accountOf } from './accounts.ts'
import { type Service, type Session, toClientContext, withService } from './session.ts'

const intervalMs = 500 // milliseconds between two polls of the deliveries
const maxDeliveries = 100

/** Prints delivery attempts and their responses as they happen. */
export function tailCommand(command: Command, session: Session): void {
  command
    .command('tail')
    .description('print attempts as they are made, until Ctrl-C')
    .requiredOption('--account <id>', 'the account of the deliveries')
    .option('--exit-after <count>', 'exit after this number of lines', wholeNumber)
    .action(({ account, exitAfter = Number.POSITIVE_INFINITY }) =>
      withService(session, async (service) => {
        const { id } = await accountOf(service, account)
        const { signal, dispose } = createStopSignal(toClientContext(session))
        try {
          await tail(session, service, id, { signal, exitAfter })
        } finally {
          dispose()
        }
      }),
    )
}

function wholeNumber(text: string): number {
  if (!/^[1-9]\d{0,6}$/.test(text)) throw new InvalidArgumentError('It must be a whole number.')
  return Number(text)
}

async function tail(
  session: Session,
  service: Service,
  account_id: string,
  { signal, exitAfter }: { signal: AbortSignal; exitAfter: number },
): Promise<void> {
  const known = new Map<string, webhooks.Delivery>()
  const read = () => service.run(account_id, (ctx) => readRecent(ctx, known))
  for (const each of await read()) known.set(each.id, each)
  if (!session.isJson) session.err(pc.dim('Waiting for deliveries …'))
  for (let left = exitAfter; !signal.aborted; await sleep(intervalMs, signal)) {
    for (const now of (await read()).reverse()) {
      const before = known.get(now.id)
      const newAttempts = now.attempts.slice(before?.attempts.length ?? 0)
      for (const attempt of newAttempts) {
        session.out(session.isJson ? attemptJson(now, attempt) : formatAttempt(now, attempt))
        if (--left <= 0) return
      }
      known.set(now.id, now)
    }
    evictEnded(known)
  }
}

/** Reads the newest deliveries, and those that were in progress at the last poll. */
async function readRecent(
  ctx: TxContext,
  known: ReadonlyMap<string, webhooks.Delivery>,
): Promise<webhooks.Delivery[]> {
  const newest = await webhooks.listDeliveries(ctx, { limit: maxDeliveries })
  const newestIds = new Set(newest.map(({ id }) => id))
  const waiting = [...known.values()].filter(
    ({ id, state }) => state === 'pending' && !newestIds.has(id),
  )
  const older: webhooks.Delivery[] = []
  for (const event_id of new Set(waiting.map((each) => each.event_id)))
    older.push(...(await webhooks.listDeliveries(ctx, { event_id, limit: maxDeliveries })))
  const pending = await webhooks.listDeliveries(ctx, { state: 'pending', limit: maxDeliveries })
  return [...new Map([...newest, ...pending, ...older].map((each) => [each.id, each])).values()]
}

/** Forgets finished deliveries that can no longer be among the newest. */
function evictEnded(known: Map<string, webhooks.Delivery>): void {
  for (const [id, { state }] of known) {
    if (known.size <= maxDeliveries * 4) return
    if (state !== 'pending') known.delete(id)
  }
}

type Attempt = webhooks.Delivery['attempts'][number]

const attemptJson = (
  { id, event_id, event_type, endpoint_id, state }: webhooks.Delivery,
  attempt: Attempt,
) => JSON.stringify({ id, event_id, event_type, endpoint_id, state, attempt })

function formatAttempt(
  { event_type, state, next_at, event_id }: webhooks.Delivery,
  attempt: Attempt,
): string {
  const { number, status, error, duration_ms, started_at } = attempt
  const isAccepted = status !== null && status >= 200 && status < 300
  const result = isAccepted
    ? pc.green(`✔ ${status}`)
    : pc.red(`✖ ${status ?? error ?? 'worker_lost'}`)
  const time = started_at?.toTimeString().slice(0, 8) ?? '–'
  const next =
    next_at === null || isAccepted ? '' : `, next at ${next_at.toTimeString().slice(0, 8)}`
  return `${pc.dim(time)}  ${event_type.padEnd(23)}  attempt ${number}  ${result}  ${duration_ms ?? '–'} ms  ${state}${next}  ${pc.dim(event_id)}`
}
