import { join } from 'node:path'
import type { BrowserContextOptions, Page } from 'playwright-core'
import * as accounts from '#accounts'
import { seed } from '#app/demo-data'
import { startService } from '#app/service'
import { readConfig } from '#platform/config/config'
import { createLog } from '#platform/observability/log'
import { ALL_ACCOUNTS, inTransaction, type TxContext } from '#platform/postgres/database'
import { openBrowser } from '#test/chromium'
import { eventually } from '#test/eventually'
import { findFreePort, startOnDemandProxy } from '#test/on-demand-proxy'
import { startSmtpServer } from '#test/smtp-server'
import { createMigratedDatabase } from '#test/throwaway-database'
import { openPage } from '#test/web-app-page'
import { openTestDatabase } from '#test/webhook-harness'
import { startZoneServer } from '#test/zone-server'

/** Starts a production instance of an agency with its clients: the service behind a TLS proxy, a mail server and a name server. */
export async function startAgencyInstance() {
  const zone = await startZoneServer()
  const smtp = await startSmtpServer()
  const target = 'gifting.example'
  zone.hosts.set(target, ['127.0.0.1'])
  const { url } = await createMigratedDatabase()
  const db = openTestDatabase(url, { size: 4, stage: 'production' })
  const port = await findFreePort()
  const origin = `https://${target}:${port}`
  const config = readConfig({
    BESTOW_DATABASE_URL: url,
    BESTOW_STAGE: 'production',
    BESTOW_SECRET_KEY: `test:${Buffer.alloc(32, 7).toString('base64')}`,
    BESTOW_ORIGIN: origin,
    BESTOW_SEED: 'none',
    BESTOW_TRUSTED_PROXIES: '127.0.0.1',
    BESTOW_NAME_SERVERS: zone.address,
    BESTOW_HOST_TARGETS: target,
    BESTOW_SMTP_URL: smtp.url,
    BESTOW_SMTP_TLS: 'none',
    BESTOW_MAIL_FROM: `Gifting <gifts@${target}>`,
    BESTOW_DATABASE_CONNECTIONS: '8',
  })
  const onSchemaOutdated = (problem: string) => {
    throw new Error(problem)
  }
  const service = await startService(config, createLog({ level: 'silent' }), {
    ...{ roles: ['web', 'api', 'worker'], onSchemaOutdated },
  })
  const base = await service.app.listen({ host: '127.0.0.1', port: 0 })
  const proxy = await startOnDemandProxy(port, new URL(base), target)
  const browser = await openBrowser([
    '--host-resolver-rules=MAP *.example 127.0.0.1',
    '--ignore-certificate-errors',
  ])
  const run = <T>(account_id: string, act: (ctx: TxContext) => Promise<T>) =>
    inTransaction(db, account_id, act)
  return {
    origin,
    base,
    zone,
    smtp,
    run,
    open: (options?: BrowserContextOptions) => openPage(browser, options),
    /** Gives the account the products and campaigns of the demo. */
    seed: (account_id: string) => run(account_id, seed),
    /** Ends the time in which hand-overs can be taken back, and waits until they have taken effect. */
    async endUndoTimes(): Promise<void> {
      const query = (sql: string) => run(ALL_ACCOUNTS, (ctx) => ctx.query(sql))
      await query('update fulfilment.pending_hand_over set due_at = now()')
      await eventually(
        async () => (await query('select from fulfilment.pending_hand_over')).length === 0,
        { message: 'all hand-overs have taken effect' },
      )
    },
    /** Creates the operator, as the command line does. */
    async createOperator(email: string): Promise<string> {
      const { id: account_id } = await run(ALL_ACCOUNTS, (ctx) =>
        accounts.createAccount(ctx, { name: 'Agency', tier: 'enterprise' }),
      )
      const { password } = await run(account_id, (ctx) =>
        accounts.createUser(ctx, { email, role: 'admin', name: 'Olive Operator' }),
      )
      await run(ALL_ACCOUNTS, (ctx) => accounts.setOperator(ctx, email, true))
      return password ?? ''
    },
    /**
     * Waits for an email to this address with a link that matches, for longer than a send can be undone. Returns the email
     * and its link.
     */
    async findMail(to: string, pattern: RegExp) {
      return eventually(
        async () => {
          const found = smtp.received.findLast(
            (mail) => mail.to === to && pattern.test(mail.parsed.text ?? ''),
          )
          return found && { mail: found, link: pattern.exec(found.parsed.text ?? '')?.[0] ?? '' }
        },
        { timeoutMs: 150_000, message: `an email to ${to}` },
      )
    },
    async stop() {
      await proxy.close()
      await service.stop()
      await Promise.all([zone.close(), smtp.close()])
      await db.pool.end()
    },
  }
}

const pictures = process.env.BESTOW_TEST_PICTURES

/** Saves a picture of the page if the tests save pictures. */
export async function takePicture(page: Page, name: string): Promise<void> {
  if (pictures !== undefined && pictures !== '')
    await page.screenshot({ path: join(pictures, `agency-${name}.png`), fullPage: true })
}

/** Calls the API of the web app from a page of it, with its session. */
export async function callApi(
  page: Page,
  method: 'GET' | 'POST' | 'PUT' | 'PATCH',
  path: string,
  body?: object,
) {
  const { status, text } = await page.evaluate(
    async ([path, method, body]) => {
      const account = sessionStorage.getItem('bestow.account')
      const response = await fetch(`/admin/api${path}`, {
        method,
        headers: {
          ...(account !== null && { 'bestow-account': account }),
          ...(body !== undefined && { 'content-type': 'application/json' }),
        },
        ...(body !== undefined && { body }),
      })
      return { status: response.status, text: await response.text() }
    },
    [path, method, body && JSON.stringify(body)] as const,
  )
  return { status, text, json: text.startsWith('{') ? JSON.parse(text) : undefined }
}
