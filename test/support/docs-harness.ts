import { randomBytes } from 'node:crypto'
import { after } from 'node:test'
import { run } from '#app/cli/program'
import { freePort, startProcess } from '#scripts/demo/processes'
import { eventually } from '#test/eventually'
import { createMigratedDatabase } from '#test/throwaway-database'

/** A service in a separate process, as the docs describe it. */
export interface DocsService {
  origin: string
  /** The environment of CLI commands that use the same database. */
  env: Record<string, string>
  /** Creates a gift request. Returns shell variables for it. */
  createGift(): Promise<Record<'TOKEN' | 'ACCOUNT' | 'CAMPAIGN' | 'GIFT', string>>
}

export async function startDocsService(): Promise<DocsService> {
  const { url } = await createMigratedDatabase()
  const port = await freePort()
  const origin = `http://localhost:${port}`
  const env = {
    PATH: process.env.PATH ?? '',
    PORT: String(port),
    BESTOW_DATABASE_URL: url,
    BESTOW_STAGE: 'staging',
    BESTOW_SECRET_KEY: `test:${randomBytes(32).toString('base64')}`,
    BESTOW_SEED: 'none',
    BESTOW_LOG_LEVEL: 'error',
    BESTOW_WEBHOOK_ALLOW_PRIVATE: 'true',
  }
  const service = startProcess({ args: ['src/app/main.ts', 'serve'], env, onLine: () => {} })
  after(() => service.stop())
  const isReady = async () => {
    if (service.child.exitCode !== null) throw new Error('the service does not start')
    return (await fetch(`${origin}/readyz`).catch(() => undefined))?.ok
  }
  await eventually(isReady, { timeoutMs: 60_000, intervalMs: 50, message: 'the service is ready' })
  return { origin, env, createGift: await giftCreator(origin, env) }
}

/** Creates an account with a catalogue. Returns a function that creates gift requests. */
async function giftCreator(
  origin: string,
  env: Record<string, string>,
): Promise<DocsService['createGift']> {
  const { account } = await runCommand(env, 'accounts create --name Larkfield --tier enterprise')
  await runCommand(env, `seed --account ${account.id}`)
  const { token } = await runCommand(env, `tokens create --account ${account.id}`)
  const headers = {
    authorization: `Bearer ${token}`,
    'service-api-version': '2026-05',
    'content-type': 'application/json',
  }
  const campaigns = await fetch(`${origin}/api/campaigns?limit=25`, { headers })
  const { data } = (await campaigns.json()) as { data: Campaign[] }
  const campaign = data.find(
    ({ state, invitation_method }) => state === 'available' && invitation_method === 'email',
  )
  const CAMPAIGN = campaign?.id ?? ''
  const recipient = { first_name: 'Ada', last_name: 'Larkin', email: 'ada@example.com' }
  const body = JSON.stringify({ campaign_id: CAMPAIGN, recipient })
  return async () => {
    const response = await fetch(`${origin}/api/gift_requests`, { method: 'POST', headers, body })
    const gift = (await response.json()) as { id: string }
    return { TOKEN: token, ACCOUNT: account.id, CAMPAIGN, GIFT: gift.id }
  }
}

/** Runs a command of the operator CLI in this process. Returns the object that the command prints. */
async function runCommand(
  env: Record<string, string>,
  line: string,
): Promise<{ account: { id: string }; token: string }> {
  const output: string[] = []
  const write = (text: string) => output.push(text)
  const code = await run([...line.split(' '), '--json'], env, { out: write, err: write })
  if (code !== 0) throw new Error(`${line}: ${output.join('\n')}`)
  return JSON.parse(output.join(''))
}

type Campaign = { id: string; state: string; invitation_method: string }
