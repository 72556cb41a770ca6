import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { root } from '#scripts/steps'
import type { Credentials } from '#test/admin-harness'

const excluded =
  /(^|\/)(node_modules|\.git|\.bestow|data|dist|dist\.[^/]+)(\/|$)|^test(\/|$)|^docs\/screenshots/

/** A copy of the checkout with `npm run dev` running on it. A test can change its files. */
export interface DevCheckout {
  origin: string
  /** The admin of the demo account. */
  admin: Credentials
  token: string
  campaignId: string
  /** Returns what the development server has printed so far. */
  output: () => string
  /** Replaces a text in a file. Throws if the file does not contain the text. */
  edit(path: string, before: string, after: string): void
  /** Ends the development server as Ctrl-C does. Resolves to its exit code. */
  stop(): Promise<number | null>
}

/** Starts `npm run dev` on a copy of the checkout. Waits for its startup banner. */
export async function startDevCheckout(databaseUrl: string): Promise<DevCheckout> {
  const folder = mkdtempSync(join(tmpdir(), 'bestow dev '))
  cpSync(root, folder, {
    recursive: true,
    filter: (path) => !excluded.test(relative(root, path)),
  })
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  const child = spawn(process.execPath, ['scripts/dev.ts'], {
    cwd: folder,
    env: {
      ...process.env,
      NO_COLOR: '1', // removes the colours of a CI environment, because the test reads the banner
      PORT: '0',
      BESTOW_DATABASE_URL: databaseUrl,
      BESTOW_SECRET_KEY: `dev:${randomBytes(32).toString('base64')}`,
      BESTOW_STAGE: 'staging',
      BESTOW_SEED: 'demo',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  process.once('exit', () => child.kill('SIGKILL')) // the service ends together with the development server
  const banner = await readBanner(child)
  const read = (pattern: RegExp) => pattern.exec(banner())?.[1] ?? ''
  return {
    origin: read(/Web\s+(http:\S+?)\/?\n/),
    admin: {
      email: read(/Sign in\s+(\S+)/),
      password: read(/password\s+(\S+)/),
    } as Credentials,
    token: read(/API token\s+(\S+)/),
    campaignId: read(/"campaign_id":"([^"]+)"/),
    output: banner,
    edit(path, before, after) {
      const file = join(folder, path)
      const text = readFileSync(file, 'utf8')
      if (!text.includes(before)) throw new Error(`${path} does not contain ${before}`)
      writeFileSync(file, text.replace(before, after))
    },
    async stop() {
      const exited = once(child, 'exit')
      child.kill('SIGINT')
      const [code] = await exited
      rmSync(folder, { recursive: true, force: true })
      return code
    },
  }
}

/** Waits until the output contains the whole banner. Resolves to a function that returns the output. */
function readBanner(child: ChildProcess): Promise<() => string> {
  let output = ''
  return new Promise((resolve, reject) => {
    const append = (chunk: Buffer) => {
      output += chunk
      if (/"campaign_id"/.test(output)) resolve(() => output)
    }
    child.stdout?.on('data', append)
    child.stderr?.on('data', append)
    const fail = (what: string) => reject(new Error(`npm run dev ${what}:\n${output}`))
    child.once('exit', (code) => fail(`ended with ${code}`))
    // After a failed start, the development server waits for a change and does not exit.
    setTimeout(fail, 120_000, 'shows no banner after 120 s').unref()
  })
}
