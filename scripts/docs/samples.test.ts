import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import {
  cpSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { promisify } from 'node:util'
import pg from 'pg'
import { readConfig } from '#platform/config/config'
import { settingNames } from '#platform/config/setting-definitions'
import { buildSdk } from '#scripts/sdk/build'
import { bin, root } from '#scripts/steps'
import { startDocsService } from '#test/docs-harness'
import { findServer } from '#test/throwaway-database'
import { type CodeBlock, extractBlocks, findBlock } from './code-blocks.ts'
import { parseBestowArgs, shellLines, validateCommand } from './commands.ts'

/*
 * Every block of code in the documents is run, compiled, or read by what would read it. What cannot be
 * stands in the table below, with the reason. A block that is neither fails.
 */

const run = promisify(execFile)
const paths = globSync(
  ['README.md', 'CONTRIBUTING.md', 'docs/*.md', '{packages/*,examples}/README.md'],
  { cwd: root },
)
const blocks = paths
  .sort()
  .flatMap((path) => extractBlocks(path, readFileSync(join(root, path), 'utf8')))
const folder = mkdtempSync(join(tmpdir(), 'bestow samples '))
after(() => rmSync(folder, { recursive: true, force: true }))

// biome-ignore format: read down the columns
const skippedBlocks: [path: string, text: string, reason: string][] = [
  ['CONTRIBUTING.md',      'git clone',            'it begins where there is no repository yet'],
  ['packages/cli/README.md',        'npm install --global', 'an address of another machine; test/cli/packed.test.ts installs the package from an instance'],
  ['docs/cli.md',          'npm install --global', 'as above'],
  ['docs/quick-start.md',  'npx bestow listen',    'test/cli/packed.test.ts goes this way with packed ones'],
  ['docs/quick-start.md',  'npx bestow trigger',   'as above'],
  ['docs/quick-start.md',  'node receiver.mjs',    'as above'],
  ['docs/quick-start.md',  'webhooks.nodeHandler', 'test/cli/packed.test.ts runs it'],
  ['docs/quick-start.md',  'giftRequests.create',  'test/cli/packed.test.ts runs it'],
  ['docs/admin-area.md',   'giftOperations',       'a part of a file, with the rest left out'],
  ['docs/api.md',          'RateLimit-Policy',     'headers of an answer; test/journeys/api-authentication.test.ts holds them'],
  ['docs/versions.md',     'Deprecation:',         'headers of an answer; test/journeys/versions.test.ts holds them'],
  ['docs/mail.md',         'bounces: "|',          'a line for a mail server; src/app/cli/mail.test.ts runs what is in it'],
  ['docs/mail.md',         '/mail/bounces',        'an address of another machine; test/journeys/mailbox.test.ts posts the same'],
  ['docs/oauth.md',        'processDiscovery',     'the heart of a program; test/journeys/oauth-token.test.ts has it whole'],
  ['docs/self-hosting.md', 'npm ci',               'it would replace the node_modules that this test runs on'],
  ['docs/self-hosting.md', 'curl -fsS https',      'an address of another machine; `doctor` is run by src/app/cli/cli.test.ts'],
  ['docs/self-hosting.md', 'server_name',          'there is no nginx here'],
  ['docs/self-hosting.md', 'reverse_proxy',        'there is no Caddy here'],
  ['docs/scaling.md',      'upstream bestow_api',  'there is no nginx here; `packages/reliability/nodes.ts` and test/reliability/nodes.test.ts send by the same paths'],
  ['packages/sdk/README.md',        'npm install',          'as in packages/cli/README.md'],
]

/** Documents whose blocks for the shell are run from the first to the last, against an instance. */
const executedDocuments = [
  'README.md',
  'docs/api.md',
  'docs/oauth.md',
  'docs/privacy.md',
  'docs/testing.md',
  'docs/versions.md',
]

const isSkipped = ({ path, code }: CodeBlock) =>
  skippedBlocks.some(([skippedPath, text]) => path === skippedPath && code.includes(text))
const isExecuted = (block: CodeBlock) =>
  block.language === 'sh' &&
  executedDocuments.includes(block.path) &&
  !isSkipped(block) &&
  !isOnlyNpm(block)
const isOnlyNpm = ({ code }: CodeBlock) =>
  shellLines(code).every((line) => /^npm (start|test|run)\b/.test(line))
/** Lines that are no command of ours and need no looking after. */
const isTrivialLine = (line: string) =>
  /^(export BESTOW_\w+=|npm (start|test|run)\b|cd |printf |echo |\{ printf |source <)/.test(line)

/** How a block is held, by the part of this file (or another) that does it. */
function checkedBy(block: CodeBlock): string | undefined {
  const { path, language, code } = block
  if (isSkipped(block)) return 'listed'
  if (language === 'json') return 'read'
  if (path === 'docs/webhooks.md' && (language === 'python' || code.includes('isGenuine')))
    return 'examples'
  if (path === 'packages/sdk/README.md' && language === 'ts') return 'compiled with the library'
  if (language === 'ts') return 'compiled'
  if (language === 'sql' || language === 'ini') return 'tried'
  if (isExecuted(block)) return 'played'
  if (language !== 'sh') return undefined
  const unknownLines = shellLines(code).filter(
    (line) => parseBestowArgs(line) === undefined && !isTrivialLine(line),
  )
  return unknownLines.length === 0 ? 'commands' : undefined
}

describe('the blocks of code', () => {
  it('are each held by something', () => {
    assert.ok(blocks.length > 60)
    const unchecked = blocks.filter((block) => checkedBy(block) === undefined)
    assert.deepEqual(
      unchecked.map(({ path, code }) => `${path}: ${code.split('\n')[0]}`),
      [],
    )
  })

  it('are there, those that are said to be out of reach', () => {
    const stale = skippedBlocks.filter(
      ([path, text]) => !blocks.some((block) => block.path === path && block.code.includes(text)),
    )
    assert.deepEqual(stale, [])
  })

  it('are JSON where they say so', () => {
    for (const { language, code } of blocks) if (language === 'json') JSON.parse(code)
  })

  it('run commands and options that there are', () => {
    const problems = blocks
      .filter(({ language }) => language === 'sh')
      .flatMap(({ path, code }) =>
        shellLines(code).flatMap((line) => {
          const args = parseBestowArgs(line)
          const problem = args === undefined ? undefined : validateCommand(args)
          return problem === undefined ? [] : [`${path}: ${problem}`]
        }),
      )
    assert.deepEqual(problems, [])
  })

  // biome-ignore format: read down the columns
  const wrong: [line: string, problem: RegExp][] = [
    ['npx bestow tokens make --account ID',       /no command/],
    ['npx bestow tokens create --acount ID',      /has no --acount/],
    ['bestow users create --account ID',          /wants --email/],
    ['node scripts/run.js src/app/main.ts sevre', /no command/],
  ]
  for (const [line, problem] of wrong)
    it(`would not: ${line}`, () =>
      assert.match(validateCommand(parseBestowArgs(line) ?? []) ?? '', problem))
})

describe('TypeScript for customers', () => {
  const samples = blocks.filter((block) => checkedBy(block) === 'compiled')
  buildSdk(join(folder, 'node_modules/@bestow/sdk'))
  mkdirSync(join(folder, 'node_modules/@types'))
  for (const name of ['@types/node', 'undici-types'])
    symlinkSync(join(root, 'node_modules', name), join(folder, 'node_modules', name))
  const files = samples.map(({ code }, index) => {
    writeFileSync(join(folder, `sample-${index}.mts`), code)
    return `sample-${index}.mts`
  })

  it('compiles', async () => {
    assert.ok(files.length >= 2)
    const options = ['--strict', '--module', 'nodenext', '--lib', 'es2022', '--types', 'node']
    const args = ['--noEmit', '--target', 'es2022', ...options, ...files]
    await run(bin('tsc'), args, { cwd: folder }).catch(({ stdout }) => assert.fail(stdout))
  })

  it('runs, where it is a program', async () => {
    const test = samples.findIndex(({ path }) => path === 'docs/testing.md')
    await run(process.execPath, [files[test] ?? ''], { cwd: folder })
  })
})

describe('what operators copy', () => {
  const page = blocks.filter(({ path }) => path === 'docs/self-hosting.md')

  it('is a whole set of settings for production', () => {
    const env = parseEnvironment(findBlock(page, 'ini', '\nBESTOW_ORIGIN=https'))
    const files: Record<string, string> = {
      '/etc/bestow/database-url': 'postgresql://bestow:x@localhost:5432/bestow',
      '/etc/bestow/secret-key': `2026a:${Buffer.alloc(32, 7).toString('base64')}\n`,
      '/etc/bestow/smtp-url': 'smtp://user:password@smtp.example.com:587',
    }
    const config = readConfig(env, (path) => files[path] ?? assert.fail(path))
    assert.deepEqual([config.stage, config.warnings], ['production', []])
  })

  it('has every setting in the file to copy from', () => {
    const settingsBlock = blocks.find(
      ({ language, code }) => language === 'ini' && code.includes('#PORT='),
    )
    const names = Object.keys(
      parseEnvironment((settingsBlock?.code ?? '').replace(/^#(?=\w+=)/gm, '')),
    )
    assert.deepEqual(names, settingNames)
  })

  it('makes a key that is taken', async () => {
    const line = findBlock(page, 'sh', 'openssl rand')
    const { stdout } = await run('sh', ['-c', line])
    const url = 'postgresql://bestow:x@localhost:5432/bestow'
    readConfig({
      BESTOW_DATABASE_URL: url,
      BESTOW_SECRET_KEY: stdout.trim(),
      BESTOW_STAGE: 'production',
    })
  })

  it('makes role and database, and sets limits on the role', async () => {
    const name = `docs_${process.pid}`
    const statements = blocks
      .filter(({ language }) => language === 'sql')
      .flatMap(({ code }) => code.split(';\n'))
      .map((statement) => statement.replace(/\b(database|role|owner) bestow\b/g, `$1 ${name}`))
      .filter((statement) => statement.trim() !== '')
    assert.ok(statements.length >= 5)
    const client = new pg.Client(await findServer())
    await client.connect()
    try {
      const made = new Set<string>() // two pages say the same
      for (const statement of statements) {
        const what = statement.split(' ').slice(0, 3).join(' ')
        if (statement.startsWith('create') && made.has(what)) continue
        made.add(what)
        await client.query(statement)
      }
    } finally {
      await client.query(`drop database if exists ${name}`)
      await client.query(`drop role if exists ${name}`)
      await client.end()
    }
  })
})

const parseEnvironment = (text: string): Record<string, string> =>
  Object.fromEntries(
    text
      .split('\n')
      .filter((line) => /^\w+=/.test(line))
      .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  )

describe('what is typed into a terminal', async () => {
  const testApp = await startDocsService()
  // curl says with its exit code that an answer was a refusal; commands of ours are those of this checkout.
  writeFileSync(join(folder, '.curlrc'), 'fail-with-body\nsilent\nshow-error\n')
  const shims = `npx() { shift; bestow "$@"; }\nbestow() { "$NODE" "$ROOT/src/app/main.ts" "$@"; }\n`

  for (const path of executedDocuments)
    it(`is right in ${path}`, async () => {
      const cwd = mkdtempSync(join(folder, 'run-'))
      cpSync(join(folder, '.curlrc'), join(cwd, '.curlrc'))
      const code = blocks
        .filter((block) => block.path === path && isExecuted(block))
        .map((block) => block.code)
        .join('\n')
        .replaceAll('http://localhost:3000', testApp.origin)
        .replaceAll('--account ID', `--account "$ACCOUNT"`)
        .replace(/^(TOKEN|GIFT|ACCOUNT)=.*$/gm, '')
      const env = {
        ...testApp.env,
        PATH: process.env.PATH ?? '',
        HOME: cwd,
        CURL_HOME: cwd,
        NODE: process.execPath,
        NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(folder, 'compiled'),
        ROOT: root,
        ...(await testApp.createGift()),
      }
      await run('sh', ['-euc', `${shims}${code}`], { cwd, env }).catch(({ stdout, stderr }) =>
        assert.fail(`${stdout}\n${stderr}`),
      )
    })
})
