/**
 * `node packages/reliability/timing.ts` measures whether the duration of a 401 reveals its reason. It sends
 * tokens of every rejected kind in random order over one connection. For each two kinds, it prints the
 * probability that a response to one takes longer than a response to the other (0.50 is no difference). It
 * also prints whether the difference is significant.
 */
import pg from 'pg'
import { createBenchInstance } from './support/instance.ts'

const rounds = Number(process.env.BENCH_ROUNDS ?? 4_000)
const significanceThreshold = 4.1 // in standard deviations; chance alone exceeds it once in 25,000 cases

const instance = await createBenchInstance()
try {
  await measure()
} finally {
  await instance.remove()
}

async function measure(): Promise<void> {
  await instance.serve('api,web')
  const kinds = await createTokens()
  const names = Object.keys(kinds)
  const times = new Map<string, number[]>(names.map((name) => [name, []]))
  let bodies = new Set<string>()
  for (let round = -200; round < rounds; round++) {
    if (round === 0) bodies = new Set()
    for (const name of shuffle(names)) {
      const { ms, body } = await sendRequest(kinds[name] ?? '')
      bodies.add(body)
      if (round >= 0) times.get(name)?.push(ms)
    }
  }
  console.log(`${rounds} requests of each kind; ${bodies.size} kinds of response`)
  for (const name of names)
    console.log(`  ${name.padEnd(14)} median ${median(times.get(name)).toFixed(3)} ms`)
  for (const [at, one] of names.entries())
    for (const other of names.slice(at + 1)) {
      const { probability, deviations } = rankSumTest(times.get(one) ?? [], times.get(other) ?? [])
      const verdict = Math.abs(deviations) > significanceThreshold ? 'SIGNIFICANT' : 'chance'
      console.log(
        `  ${`${one} / ${other}`.padEnd(30)} ${probability.toFixed(3)}  ${deviations.toFixed(1)} sd  ${verdict}`,
      )
      if (verdict === 'SIGNIFICANT') process.exitCode = 1
    }
}

/** Creates one token for each reason of a rejection. */
async function createTokens(): Promise<Record<string, string>> {
  const { account_id, token, cli, database } = instance
  const createToken = async (account: string) =>
    (await cli('tokens', 'create', '--account', account)) as { id: string; token: string }
  const expired = await createToken(account_id)
  await cli('tokens', 'expire', '--id', expired.id)
  const { account } = (await cli('accounts', 'create', '--name', 'Elsewhere')) as {
    account: { id: string }
  }
  const foreign = await createToken(account.id)
  const deleted = await createToken(account_id)
  const url = new URL(database.superuserUrl)
  url.pathname = '/bestow'
  const client = new pg.Client({ connectionString: url.href })
  await client.connect()
  await client.query('update access.account set region = $1 where id = $2', ['eu', account.id])
  await client.query('delete from access.api_token where id = $1', [deleted.id])
  await client.end()
  return {
    unknown: deleted.token,
    expired: expired.token,
    'other region': foreign.token,
    'other stage': token.replace('-staging-', '-production-'),
    malformed: `${token.slice(0, -1)}!`,
    'bad checksum': token.slice(0, -1) + (token.endsWith('a') ? 'b' : 'a'),
  }
}

async function sendRequest(token: string): Promise<{ ms: number; body: string }> {
  const startedAt = performance.now()
  const response = await fetch(`${instance.base}/api/gift_requests`, {
    headers: { authorization: `Bearer ${token}`, 'service-api-version': '2026-05' },
  })
  const body = await response.text()
  return { ms: performance.now() - startedAt, body: `${response.status} ${body}` }
}

/**
 * Compares two samples with the rank test of Mann and Whitney, which requires no
 * assumption about the distribution.
 */
function rankSumTest(one: readonly number[], other: readonly number[]) {
  const all = [
    ...one.map((ms) => ({ ms, isOne: true })),
    ...other.map((ms) => ({ ms, isOne: false })),
  ]
  all.sort((a, b) => a.ms - b.ms)
  const ranks = all.reduce((sum, { isOne }, at) => (isOne ? sum + at + 1 : sum), 0)
  const [n, m] = [one.length, other.length]
  const u = ranks - (n * (n + 1)) / 2
  return {
    probability: u / (n * m),
    deviations: (u - (n * m) / 2) / Math.sqrt((n * m * (n + m + 1)) / 12),
  }
}

function median(times: readonly number[] = []): number {
  return [...times].sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? Number.NaN
}

function shuffle<T>(items: readonly T[]): T[] {
  return items
    .map((item) => ({ item, at: Math.random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item)
}
