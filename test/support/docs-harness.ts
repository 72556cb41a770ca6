import { randomBytes } from 'node:crypto'
import { after } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { run } from '#app/cli/program'
import { freePort, startProcess } from '#scripts/demo/processes'
import { createMigratedDatabase } from '#test/throwaway-database'

/** A service of its own, in a process of its own, as the documents speak of one. */
export interface DocsService {
  origin: string
  /** What the command line needs to work on the same database. */
  env: Record<string, string>
  /** A new gift request of its account, as variables for a shell. */
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
  const deadline = Date.now() + 60_000
  while ((await fetch(`${origin}/readyz`).catch(() => undefined))?.ok !== true) {
    if (service.child.exitCode !== null || Date.now() > deadline)
      throw new Error('it does not start')
    await sleep(50)
  }
  return { origin, env, createGift: await giftCreator(origin, env) }
}

/** Makes an account with a catalogue, and answers what makes gifts of it. */
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

/** Runs a command of the operator in this process, and answers the object that it prints. */
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
