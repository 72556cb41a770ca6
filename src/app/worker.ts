import * as accounts from '#accounts'
import type { ConnectorRegistry } from '#connections'
import * as contacts from '#contacts'
import * as digital from '#digital'
import * as mail from '#email'
import * as fulfilment from '#fulfilment'
import * as gifting from '#gifting'
import * as occasions from '#occasions'
import * as oneLinks from '#one-links'
import type { Config } from '#platform/config/config'
import type { WakeTopic } from '#platform/deployment'
import type { AccountRoundRobin } from '#platform/jobs/account-round-robin'
import { type DueCheck, startDueCheck } from '#platform/jobs/due-check'
import { type PollingLoop, startPollingLoop } from '#platform/jobs/polling-loop'
import type { Log } from '#platform/observability/log'
import type { Database } from '#platform/postgres/database'
import type { Notifier } from '#platform/postgres/notifier'
import * as sends from '#sends'
import * as shops from '#shops'
import * as webhooks from '#webhooks'
import { maxRoundMs, minute, type StartLoop, startAlertLoops } from './alert-loops.ts'
import { createBackfillRound } from './history.ts'
import { runHousekeeping } from './housekeeping.ts'
import { createLoopFailures } from './loop-failures.ts'
import {
  mailTransportFromConfig,
  textSenderFromConfig,
  webhookClientFromConfig,
} from './senders.ts'
import { shippingFromConfig } from './shipping.ts'

/** The background work: deliveries, timers, parcels, emails and housekeeping. */
export interface Worker {
  engine: webhooks.Engine
  /** All loops by name, except the delivery engine. */
  loops: Readonly<Record<string, PollingLoop>>
  /**
   * The number of failures in each loop since the start. A failure can concern one account or all accounts.
   */
  failures: ReadonlyMap<string, number>
  /** The number of text messages since the start. */
  textCounts: mail.TextCounts
  dueCheck: DueCheck
  startedAt: Date
  stop(): Promise<void>
}

const hour = 60 * minute
/**
 * The milliseconds between rounds that find little to do. Recipients and API
 * clients do not wait for these loops.
 */
const emailPauseMs = 100
const timerPauseMs = 25
/** The milliseconds between two batches of bulk actions, so that other work can use the database. */
const bulkPauseMs = 10
/** The milliseconds that a shutdown waits for a mail server before it closes the connection. */
const mailCloseTimeoutMs = 10_000

export function startWorker(db: Database, notifier: Notifier, config: Config, log: Log): Worker {
  const { failures, onError, onAccountError } = createLoopFailures(log)
  const client = webhookClientFromConfig(db, config)
  const { webhookRetryDelaysMs: retryDelaysMs } = config
  const shipping = shippingFromConfig(config)
  const { connectors } = shipping
  const dueCheck = startDueCheck(db, { onError })
  const engineDeps = { db, httpClient: client, connectors, clock: db.clock, onError, dueCheck }
  const engine = webhooks.startEngine(engineDeps, { retryDelaysMs })
  const gifts = startGiftLoops(db, onError, dueCheck)
  const orders = fulfilment.startFulfilment(db, shipping, onError, dueCheck)
  const messages = startMessageLoop(db, config, connectors, { onError, onAccountError }, dueCheck)
  const startLoop = createLoopStarter(onError, dueCheck)
  const checks = accounts.createDomainLoop(db, onAccountError('domains'), maxRoundMs)
  const domains = startTurns('domains', minute, checks, startLoop)
  const readings = startReadingLoops(db, connectors, startLoop, onAccountError)
  const alerts = startAlertLoops(db, client, connectors, startLoop, onAccountError)
  const housekeeping = startHousekeeping(db, config, log, startLoop, onError)
  const parts = [gifts, orders, messages, domains, readings, alerts, housekeeping]
  listen(notifier, {
    deliveries: () => engine.notify(),
    gifts: () => gifts.loops.gifts.wake(),
    mail: () => messages.loops.mail.wake(),
    fulfilment: () => orders.wake(),
    chats: alerts.wakeChats,
  })
  return {
    engine,
    loops: Object.assign({ due: dueCheck.loop }, ...parts.map(({ loops }) => loops)),
    failures,
    textCounts: messages.textCounts,
    dueCheck,
    startedAt: new Date(),
    async stop() {
      await Promise.all([dueCheck.loop, engine, ...parts].map((each) => each.stop()))
      client.close()
    },
  }
}

function listen(
  notifier: Notifier,
  wake: Readonly<Record<Exclude<WakeTopic, 'hosts'>, () => void>>,
): void {
  for (const [topic, run] of Object.entries(wake)) notifier.on(topic as WakeTopic, run)
}

type LoopFailures = ReturnType<typeof createLoopFailures>

const createLoopStarter =
  (onError: (error: unknown, where: string) => void, dueCheck: DueCheck): StartLoop =>
  (name, intervalMs, run, due) =>
    startPollingLoop({ name, intervalMs, run, watch: dueCheck.when(due), onError })

/** Starts the loop that sends emails and text messages. */
function startMessageLoop(
  db: Database,
  config: Config,
  connectors: ConnectorRegistry,
  { onError, onAccountError }: Pick<LoopFailures, 'onError' | 'onAccountError'>,
  dueCheck: DueCheck,
) {
  const email = mailTransportFromConfig(config, db.deployment.tracing)
  const textCounts: mail.TextCounts = { sent: 0, refused: 0 }
  const transports = { email, sms: textSenderFromConfig(config), textCounts, connectors }
  const options = { roundTimeoutMs: maxRoundMs, onError: onAccountError('mail') }
  const sender = mail.createSender(db, transports, config.mail, options)
  const loop = startPollingLoop({
    name: 'mail',
    intervalMs: 500,
    run: sender.round,
    pauseMs: emailPauseMs,
    hasBacklog: sender.hasBacklog,
    watch: dueCheck.when(sender.due),
    onError,
  })
  const close = () => {
    email?.close()
    sender.close()
  }
  return {
    loops: { mail: loop },
    textCounts,
    async stop(): Promise<void> {
      const closeTimer = setTimeout(close, mailCloseTimeoutMs)
      await loop.stop()
      await sender.settled()
      clearTimeout(closeTimer)
      close()
    },
  }
}

/** Starts a loop that gives accounts turns. */
function startTurns(
  name: string,
  intervalMs: number,
  turns: AccountRoundRobin,
  startLoop: StartLoop,
) {
  const loop = startLoop(name, intervalMs, turns.round, turns.due)
  return {
    loops: { [name]: loop },
    async stop(): Promise<void> {
      await loop.stop()
      await turns.settled()
    },
  }
}

/** Starts the loops that read rosters, shops and the orders of code suppliers. A stop ends the readings in progress. */
function startReadingLoops(
  db: Database,
  connectors: ConnectorRegistry,
  startLoop: StartLoop,
  onAccountError: (name: string) => (error: unknown, account_id: string) => void,
) {
  const end = new AbortController()
  const options = { stop: end.signal, roundTimeoutMs: maxRoundMs }
  const create = {
    rosters: contacts.createRosterLoop,
    shops: shops.createShopLoop,
    code_orders: digital.createReconciliationLoop,
    checkouts: shops.createCheckoutLoop,
  }
  const turns = Object.entries(create).map(([name, createLoop]) =>
    startTurns(name, 5_000, createLoop(db, connectors, options, onAccountError(name)), startLoop),
  )
  return {
    loops: Object.assign({}, ...turns.map(({ loops }) => loops)),
    async stop(): Promise<void> {
      end.abort()
      await Promise.all(turns.map((each) => each.stop()))
    },
  }
}

/** Starts the periodic tasks, and the backfill of the history tables after an upgrade. */
function startHousekeeping(
  db: Database,
  { retention }: Config,
  log: Log,
  startLoop: StartLoop,
  onError: (error: unknown, where: string) => void,
) {
  const backfill = createBackfillRound(db, log)
  const loops = {
    housekeeping: startLoop('housekeeping', hour, () => runHousekeeping(db, onError, retention)),
    backfill: startLoop('backfill', minute, backfill.round),
  }
  return {
    loops,
    async stop(): Promise<void> {
      backfill.stop()
      await Promise.all(Object.values(loops).map((loop) => loop.stop()))
    },
  }
}

/**
 * Starts the timers of gift requests, of one-link claims and of sends that need
 * approval. Also starts the bulk actions.
 */
function startGiftLoops(
  db: Database,
  onError: (error: unknown, where: string) => void,
  dueCheck: DueCheck,
) {
  const timers = gifting.createTimerLoop(db, onError, maxRoundMs)
  const claimTimers = accounts.createDueRowLoop(db, oneLinks.dueClaims, onError, maxRoundMs)
  const approvals = accounts.createDueRowLoop(db, sends.dueApprovals, onError, maxRoundMs)
  const bulkActions = accounts.createDueRowLoop(db, sends.dueBulkActions, onError, maxRoundMs)
  const occasionChecks = accounts.createDueRowLoop(db, occasions.dueRules, onError, maxRoundMs)
  const start = (name: string, intervalMs: number, { round, due }: AccountRoundRobin) =>
    startPollingLoop({ name, intervalMs, run: round, watch: dueCheck.when(due), onError })
  const loops = {
    gifts: startPollingLoop({
      name: 'gifts',
      intervalMs: 250,
      run: timers.round,
      pauseMs: timerPauseMs,
      hasBacklog: (processed) => processed >= gifting.maxTimersPerTurn,
      watch: dueCheck.when(timers.due),
      onError,
    }),
    claims: start('claims', 1_000, claimTimers),
    approvals: start('approvals', 1_000, approvals),
    occasions: start('occasions', 5_000, occasionChecks),
    bulk_actions: startPollingLoop({
      name: 'bulk_actions',
      intervalMs: 1_000,
      run: bulkActions.round,
      pauseMs: bulkPauseMs,
      watch: dueCheck.when(bulkActions.due),
      onError,
    }),
  }
  return {
    loops,
    async stop(): Promise<void> {
      await Promise.all(Object.values(loops).map((loop) => loop.stop()))
      const rounds = [timers, claimTimers, approvals, bulkActions, occasionChecks]
      await Promise.all(rounds.map((each) => each.settled()))
    },
  }
}
