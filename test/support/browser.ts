import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import { type Browser, chromium } from 'playwright-core'

/*
 * A real Chromium for tests. BESTOW_TEST_BROWSER names one; otherwise it is the one that comes from npm
 * with its own libraries, and where that does not run, one that is installed here.
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

/** Starts a browser that ends with the tests of the file. */
export async function openBrowser(): Promise<Browser> {
  const folder = mkdtempSync(join(tmpdir(), 'bestow-browser-'))
  const browser = await launch(folder)
  after(async () => {
    await browser.close()
    rmSync(folder, { recursive: true, force: true })
  })
  return browser
}

async function launch(folder: string): Promise<Browser> {
  const problems: string[] = []
  for (const find of [named, fromNpm, ...installed.map((path) => async () => pathThere(path))]) {
    try {
      const executablePath = await find(folder)
      if (executablePath === undefined) continue
      const env = { ...process.env, TMPDIR: folder } as Record<string, string>
      return await chromium.launch({ executablePath, args: flags, env })
    } catch (error) {
      problems.push(error instanceof Error ? error.message : String(error))
    }
  }
  throw new Error(
    `No browser for the tests. Name one in BESTOW_TEST_BROWSER.\n${problems.join('\n')}`,
  )
}

const pathThere = (path: string) => (existsSync(path) ? path : undefined)

const named = async () => process.env.BESTOW_TEST_BROWSER || undefined

/**
 * The package unpacks its libraries only where it believes to run in its usual home, which it reads
 * from the environment as it is imported; and everything into the folder for temporary files.
 */
async function fromNpm(folder: string): Promise<string | undefined> {
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined
  const before = { ...process.env }
  process.env.AWS_EXECUTION_ENV = 'AWS_Lambda_nodejs22.x'
  process.env.TMPDIR = folder
  try {
    const { default: packed } = await import('@sparticuz/chromium')
    const path = await packed.executablePath()
    useFontsIn(folder)
    process.env.LD_LIBRARY_PATH = [join(folder, 'al2023', 'lib'), before.LD_LIBRARY_PATH]
      .filter(Boolean)
      .join(':')
    return path
  } finally {
    for (const name of ['AWS_EXECUTION_ENV', 'TMPDIR'])
      if (before[name] === undefined) delete process.env[name]
      else process.env[name] = before[name]
  }
}

/** Its own list of fonts looks for them in one fixed place; without any, all text is invisible. */
function useFontsIn(folder: string): void {
  const fonts = join(folder, 'fonts')
  mkdirSync(fonts, { recursive: true })
  writeFileSync(
    join(fonts, 'fonts.conf'),
    `<?xml version="1.0"?><fontconfig><dir>${fonts}</dir><cachedir>${fonts}/cache</cachedir></fontconfig>`,
  )
  process.env.FONTCONFIG_PATH = fonts
}
