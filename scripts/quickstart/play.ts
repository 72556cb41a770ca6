import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { blocksOf, blockWith } from '#scripts/docs/blocks'
import { root } from '#scripts/steps'

/** Where an instance is, and with which token it is spoken to. */
export interface Instance {
  baseUrl: string
  token: string
}

const path = 'docs/quick-start.md'
const blocks = blocksOf(path, readFileSync(join(root, path), 'utf8'))
const expected = 6 // the four of one gift, and the two of another that is cancelled
const patience = 60_000 // milliseconds

/**
 * Does what the page says, in a folder where the packages are installed: forwards webhooks, receives them
 * with the page's own code, makes one of each happen. Answers the lines that the receiver printed.
 */
export async function firstDeliveries(
  home: string,
  { baseUrl, token }: Instance,
  done: (step: string) => void,
): Promise<string[]> {
  writeFileSync(join(home, 'receiver.mjs'), blockWith(blocks, 'js', 'nodeHandler'))
  writeFileSync(join(home, 'gift.mjs'), blockWith(blocks, 'js', 'giftRequests.create'))
  const own = {
    BESTOW_API_URL: baseUrl,
    BESTOW_API_TOKEN: token,
    BESTOW_API_CONFIG: join(home, '.bestow'),
  }
  const env = { PATH: process.env.PATH ?? '', HOME: home, ...own }
  const bestow = join(home, 'node_modules/.bin/bestow')
  const running: ChildProcess[] = []
  const start = (args: string[], more: NodeJS.ProcessEnv = {}) => {
    const child = spawn(process.execPath, args, {
      cwd: home,
      env: { ...env, ...more },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    running.push(child)
    return { child, lines: createInterface({ input: child.stdout }) }
  }
  try {
    // The port is free only once the receiver has it, and the receiver wants the secret first.
    const secret = await secretOf(start([bestow, 'listen', '--forward-to', '1', '--json']).lines)
    running.pop()?.kill()
    const receiver = start(['receiver.mjs'], { BESTOW_WEBHOOK_SECRET: secret, PORT: '0' })
    const port = /(\d+)$/.exec(await nextLine(receiver.lines))?.[1] ?? ''
    done('a receiver with the code of the page')
    const target = `localhost:${port}/webhooks`
    await nextLine(start([bestow, 'listen', '--forward-to', target, '--json']).lines)
    done('webhooks are forwarded to it')
    const verified: string[] = []
    const all = new Promise<void>((resolve) =>
      receiver.lines.on('line', (line) => {
        if (verified.push(line) === expected) resolve()
      }),
    )
    await ended(start([bestow, 'trigger', '--all', '--json']).child)
    await within(all, `only ${verified.length} of ${expected} webhooks were verified`)
    done('one webhook of each kind, verified')
    await ended(start(['gift.mjs']).child)
    done('a gift, sent with the client library')
    return verified.slice(0, expected)
  } finally {
    await Promise.all(
      running.map((child) => {
        if (child.exitCode !== null || child.signalCode !== null) return undefined
        const over = once(child, 'exit')
        child.kill()
        return over
      }),
    )
  }
}

async function secretOf(lines: ReturnType<typeof createInterface>): Promise<string> {
  const { listening } = JSON.parse(await nextLine(lines)) as { listening: { secret: string } }
  return listening.secret
}

const nextLine = async (lines: ReturnType<typeof createInterface>): Promise<string> => {
  const [line] = await within(once(lines, 'line'), 'nothing was printed')
  return String(line)
}

async function ended(child: ChildProcess): Promise<void> {
  const [code] = await within(once(child, 'exit'), 'a command did not end')
  if (code !== 0) throw new Error(`${child.spawnargs.slice(1).join(' ')} ended with ${code}`)
}

async function within<T>(promise: Promise<T>, complaint: string): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(complaint)), patience)
  })
  return Promise.race([promise, late]).finally(() => clearTimeout(timer))
}
