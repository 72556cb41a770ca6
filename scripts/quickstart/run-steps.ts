import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { extractBlocks, findBlock } from '#scripts/docs/code-blocks'
import { root } from '#scripts/steps'

/** The base URL and the token of an instance. */
export interface ApiAccess {
  baseUrl: string
  token: string
}

const path = 'docs/quick-start.md'
const blocks = extractBlocks(path, readFileSync(join(root, path), 'utf8'))
const expectedWebhooks = 6 // four webhooks for one gift, and two for a second gift, which is cancelled
const stepTimeoutMs = 60_000

/**
 * Runs the steps of the page in a folder with the installed packages. Forwards webhooks, receives them with
 * the code of the page, and triggers one webhook of each type. Calls `onStep` before each
 * step. Returns the lines that the receiver printed.
 */
export async function runQuickstart(
  projectDir: string,
  { baseUrl, token }: ApiAccess,
  onStep: (step: string) => void,
): Promise<string[]> {
  writeFileSync(join(projectDir, 'receiver.mjs'), findBlock(blocks, 'js', 'nodeHandler'))
  writeFileSync(join(projectDir, 'gift.mjs'), findBlock(blocks, 'js', 'giftRequests.create'))
  const bestowEnv = {
    BESTOW_API_URL: baseUrl,
    BESTOW_API_TOKEN: token,
    BESTOW_API_CONFIG: join(projectDir, '.bestow'),
  }
  const env = { PATH: process.env.PATH ?? '', HOME: projectDir, ...bestowEnv }
  const bestow = join(projectDir, 'node_modules/.bin/bestow')
  const running: ChildProcess[] = []
  const start = (args: string[], more: NodeJS.ProcessEnv = {}) => {
    const child = spawn(process.execPath, args, {
      cwd: projectDir,
      env: { ...env, ...more },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    running.push(child)
    return { child, lines: createInterface({ input: child.stdout }) }
  }
  try {
    onStep('start a receiver with the code of the page')
    // The receiver needs the secret before it starts, but its port is known only afterwards.
    const secret = await readSecret(start([bestow, 'listen', '--forward-to', '1', '--json']).lines)
    running.pop()?.kill()
    const receiver = start(['receiver.mjs'], { BESTOW_WEBHOOK_SECRET: secret, PORT: '0' })
    const port = /(\d+)$/.exec(await nextLine(receiver.lines))?.[1] ?? ''
    onStep('forward webhooks to the receiver')
    const target = `localhost:${port}/webhooks`
    await nextLine(start([bestow, 'listen', '--forward-to', target, '--json']).lines)
    onStep('verify one webhook of each type')
    const verified: string[] = []
    const all = new Promise<void>((resolve) =>
      receiver.lines.on('line', (line) => {
        if (verified.push(line) === expectedWebhooks) resolve()
      }),
    )
    await waitForExit(start([bestow, 'trigger', '--all', '--json']).child)
    await withTimeout(all, `only ${verified.length} of ${expectedWebhooks} webhooks were verified`)
    onStep('send a gift with the client library')
    await waitForExit(start(['gift.mjs']).child)
    return verified.slice(0, expectedWebhooks)
  } finally {
    await Promise.all(running.map(stopChild))
  }
}

async function stopChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exited = once(child, 'exit')
  child.kill()
  await exited
}

async function readSecret(lines: ReturnType<typeof createInterface>): Promise<string> {
  const { listening } = JSON.parse(await nextLine(lines)) as { listening: { secret: string } }
  return listening.secret
}

const nextLine = async (lines: ReturnType<typeof createInterface>): Promise<string> => {
  const [line] = await withTimeout(once(lines, 'line'), 'no output')
  return String(line)
}

async function waitForExit(child: ChildProcess): Promise<void> {
  const [code] = await withTimeout(once(child, 'exit'), 'a command did not exit')
  if (code !== 0) throw new Error(`${child.spawnargs.slice(1).join(' ')} exited with code ${code}`)
}

async function withTimeout<T>(promise: Promise<T>, message: string): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(message)), stepTimeoutMs)
  })
  return Promise.race([promise, timeout]).finally(() => clearTimeout(timer))
}
