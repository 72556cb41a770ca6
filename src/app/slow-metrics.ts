import { Gauge, type Registry } from 'prom-client'
import * as mail from '#email'
import { ALL_ACCOUNTS, type Database, readTransaction } from '#platform/postgres/database'
import * as webhooks from '#webhooks'

/**
 * The minimum number of milliseconds between two queries of a metric, however often the metrics are scraped.
 */
const minQueryIntervalMs = 30_000

/** Adds the metric of failing endpoints. Uses the same definition as the web app and the email to admins. */
export const watchEndpoints = (db: Database, registry: Registry): void =>
  watchSlowly(registry, {
    name: 'bestow_webhook_endpoints_failing',
    help: 'Enabled webhook endpoints of all accounts that are failing, up to 1000.',
    async read() {
      const endpoints = await readTransaction(db, ALL_ACCOUNTS, webhooks.listFailingEndpoints)
      return endpoints.filter(({ state }) => state === 'failing').length
    },
  })

/**
 * Adds the metric of rejected senders. Uses the same definition as the web page with
 * the state of the installation.
 */
export const watchSenderRejections = (db: Database, registry: Registry): void =>
  watchSlowly(registry, {
    name: 'bestow_emails_sender_rejected',
    help: 'Emails of the last day that mail servers rejected because of their sender, and that no accepted email has followed. 0 below five.',
    read: async () =>
      (await readTransaction(db, ALL_ACCOUNTS, mail.findSenderRejections))?.count ?? 0,
  })

interface SlowGauge {
  name: string
  help: string
  read: () => Promise<number>
}

/**
 * Adds a metric that is queried at most once in an interval. If the database is
 * unavailable, the metric does not change.
 */
function watchSlowly(registry: Registry, { name, help, read }: SlowGauge): void {
  let readAt = Number.NEGATIVE_INFINITY
  new Gauge({
    name,
    help,
    registers: [registry],
    async collect() {
      if (performance.now() - readAt < minQueryIntervalMs) return
      readAt = performance.now()
      const value = await read().catch(() => undefined)
      if (value !== undefined) this.set(value)
    },
  })
}
