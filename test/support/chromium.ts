import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import { type Browser, chromium } from 'playwright-core'
import { ensureBrowserFonts } from './browser-fonts.ts'
import { ensureSharedFolder } from './shared-folder.ts'

/*
 * A Chromium for browser tests and screenshots. It is searched in this order: BESTOW_TEST_BROWSER, the npm
 * package with its own libraries, an installed browser. On Linux, its fonts come from npm, too.
 */

const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

const installed = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

interface ChromiumLocation {
  executablePath: string
  env?: Record<string, string>
}

/** Starts a browser that closes after the tests of the file. */
export async function openBrowser(extraFlags: readonly string[] = []): Promise<Browser> {
  const { browser, close } = await launchBrowser(extraFlags)
  after(close)
  return browser
}

/** Starts a browser with a separate folder for temporary files. `close` removes this folder. */
export async function launchBrowser(extraFlags: readonly string[] = []) {
  const folder = mkdtempSync(join(tmpdir(), 'bestow-browsing-'))
  const browser = await launch(folder, [...flags, ...extraFlags])
  return {
    browser,
    async close() {
      await browser.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function launch(folder: string, args: string[]): Promise<Browser> {
  const problems: string[] = []
  const fonts = process.platform === 'linux' ? { FONTCONFIG_FILE: await ensureBrowserFonts() } : {}
  for (const find of [
    findNamed,
    findFromNpm,
    ...installed.map((path) => async () => ifExists(path)),
  ]) {
    try {
      const found = await find()
      if (found === undefined) continue
      const env = { ...process.env, ...found.env, ...fonts, TMPDIR: folder } as Record<
        string,
        string
      >
      return await chromium.launch({ executablePath: found.executablePath, args, env })
    } catch (error) {
      problems.push(error instanceof Error ? error.message : String(error))
    }
  }
  const details = problems.join('\n')
  throw new Error(`No browser for the tests. Name one in BESTOW_TEST_BROWSER.\n${details}`)
}

const ifExists = (path: string): ChromiumLocation | undefined =>
  existsSync(path) ? { executablePath: path } : undefined

async function findNamed(): Promise<ChromiumLocation | undefined> {
  const path = process.env.BESTOW_TEST_BROWSER ?? ''
  return path === '' ? undefined : { executablePath: path }
}

/** Unpacks the browser once for each version and user. */
async function findFromNpm(): Promise<ChromiumLocation | undefined> {
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined
  const home = await ensureSharedFolder(`bestow-browser-${versionFromNpm()}`, 'chromium', unpack)
  const libraries = [join(home, 'al2023', 'lib'), process.env.LD_LIBRARY_PATH ?? '']
  return {
    executablePath: join(home, 'chromium'),
    env: { LD_LIBRARY_PATH: libraries.filter((path) => path !== '').join(':') },
  }
}

function versionFromNpm(): string {
  const { resolve } = createRequire(import.meta.url)
  const manifest = resolve('@sparticuz/chromium').replace(/build\/.*$/, 'package.json')
  return (JSON.parse(readFileSync(manifest, 'utf8')) as { version: string }).version
}

/**
 * Unpacks the browser. The package unpacks its libraries only when the environment looks like AWS Lambda, and
 * unpacks everything into the folder for temporary files.
 */
async function unpack(folder: string): Promise<void> {
  const changed = { AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs22.x', TMPDIR: folder }
  const names = [...Object.keys(changed), 'LD_LIBRARY_PATH', 'FONTCONFIG_PATH', 'HOME']
  const before = names.map((name) => [name, process.env[name]] as const)
  Object.assign(process.env, changed)
  try {
    const { default: packed } = await import('@sparticuz/chromium')
    await packed.executablePath()
  } finally {
    for (const [name, value] of before)
      if (value === undefined) delete process.env[name]
      else process.env[name] = value
  }
}
