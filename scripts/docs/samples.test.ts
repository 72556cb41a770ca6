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
import { isShortRun } from '#test/run-size'
import { findServer } from '#test/throwaway-database'
import { type CodeBlock, extractBlocks, findBlock } from './code-blocks.ts'
import { parseBestowArgs, shellLines, validateCommand } from './commands.ts'

/*
 * The tests of the code blocks of the documents. Every block is run, compiled or parsed. A table lists the
 * exceptions with their reasons. A block without a check fails.
 */

const run = promisify(execFile)
const paths = globSync(
  [
    'README.md',
    'CONTRIBUTING.md',
    'docs/*.md',
    'docs/recipes/*.md',
    '{packages/*,examples}/README.md',
  ],
  { cwd: root },
)
const blocks = paths
  .sort()
  .flatMap((path) => extractBlocks(path, readFileSync(join(root, path), 'utf8')))
const folder = mkdtempSync(join(tmpdir(), 'bestow samples '))
after(() => rmSync(folder, { recursive: true, force: true }))

// biome-ignore format: read down the columns
const skippedBlocks: [path: string, text: string, reason: string][] = [
  ['CONTRIBUTING.md',      'git clone',            'runs before the repository exists'],
  ['README.md',            'git clone',            'as above'],
  ['packages/cli/README.md',        'npm install --global', 'URL of another machine; test/cli/packed.test.ts installs the package from an instance'],
  ['docs/cli.md',          'npm install --global', 'as above'],
  ['docs/quick-start.md',  'npx bestow listen',    'test/cli/packed.test.ts runs it with the packed packages'],
  ['docs/quick-start.md',  'npx bestow trigger',   'as above'],
  ['docs/quick-start.md',  'node receiver.mjs',    'as above'],
  ['docs/quick-start.md',  'webhooks.nodeHandler', 'test/cli/packed.test.ts runs it'],
  ['docs/quick-start.md',  'giftRequests.create',  'test/cli/packed.test.ts runs it'],
  ['docs/attention.md',    '/attention?state',        'URL of another machine; test/contract/attention.test.ts sends the same request'],
  ['docs/attention.md',    'attention: true',      'test/sdk/unwrap.test.ts runs it'],
  ['docs/admin-area.md',   'contract.cancelGift',  'an excerpt of two files'],
  ['CONTRIBUTING.md',      'operation(',     'an excerpt of two files'],
  ['docs/digital-gifts.md', 'code,pin',            'a file; test/admin/digital.test.ts imports the same columns'],
  ['docs/warehouse.md',    'standardwebhooks',     'test/examples/warehouse.test.ts runs both programs'],
  ['docs/recipes/hr-onboarding.md', 'employee_id,first_name', 'a file; test/examples/recipes.test.ts reads the same columns'],
  ['docs/shops.md',        'GIFT_FIELDS',          'code of a WooCommerce shop; test/connectors/shop-gifts.test.ts compares its names'],
  ['docs/shops.md',        'cart.attributes',      'code of a theme of Shopify; as above'],
  ['docs/hubspot.md',      'exports.main',         'test/examples/hubspot-workflow.test.ts runs it'],
  ['docs/api.md',          '"index": 0',          'response; tested by test/journeys/batch-rows.test.ts'],
  ['docs/api.md',          'RateLimit-Policy',     'response headers; tested by test/journeys/api-authentication.test.ts'],
  ['docs/versions.md',     'Deprecation:',         'response headers; tested by test/journeys/versions.test.ts'],
  ['docs/mcp.md',          'claude mcp add',       'a command of another program'],
  ['docs/mail.md',         'bounces: "|',          'configuration of a mail server; src/app/cli/mail.test.ts runs its command'],
  ['docs/mail.md',         'BESTOW_SMS_ACCOUNT',    'configuration of a provider; test/journeys/text-messages.test.ts sends to a stub of it'],
  ['docs/mail.md',         '/mail/bounces',        'URL of another machine; test/journeys/mailbox.test.ts sends the same request'],
  ['docs/oauth.md',        'processDiscovery',     'an excerpt of a program; test/journeys/oauth-token.test.ts contains all of it'],
  ['docs/self-hosting.md', 'tar --extract',        'test/reliability/archive.test.ts unpacks an archive and starts it'],
  ['docs/self-hosting.md', 'npm ci',               'would replace the node_modules of this test'],
  ['docs/self-hosting.md', 'curl -fsS https',      'URL of another machine; src/app/cli/cli.test.ts runs `doctor`'],
  ['docs/self-hosting.md', 'server_name',          'nginx is not installed'],
  ['docs/self-hosting.md', 'reverse_proxy',        'Caddy is not installed'],
  ['docs/scaling.md',      'upstream bestow_api',  'nginx is not installed; `packages/reliability/nodes.ts` and test/reliability/nodes.test.ts route by the same paths'],
  ['docs/operations.md',   'receivers:',           'configuration of another program'],
  ['packages/sdk/README.md',        'npm install',          'as in packages/cli/README.md'],
  ['packages/python/README.md',     'pip install',          'URL of another machine; test/python/library.test.ts installs the package'],
  ['docs/python.md',                'pip install',          'as above'],
]

/** Documents whose shell blocks are run in order against an instance. */
const executedDocuments = [
  'README.md',
  'docs/api.md',
  'docs/oauth.md',
  'docs/privacy.md',
  'docs/testing.md',
  'docs/versions.md',
]

/** Documents whose Python blocks are files of `packages/python/samples`, which test/python runs. */
const pythonDocuments = ['docs/python.md', 'packages/python/README.md']

const isSkipped = ({ path, code }: CodeBlock) =>
  skippedBlocks.some(([skippedPath, text]) => path === skippedPath && code.includes(text))
const isExecuted = (block: CodeBlock) =>
  block.language === 'sh' &&
  executedDocuments.includes(block.path) &&
  !isSkipped(block) &&
  !isOnlyNpm(block)
const isOnlyNpm = ({ code }: CodeBlock) =>
  shellLines(code).every((line) => /^(\w+=\S+ )*npm (start|test|run)\b/.test(line))
/** Lines that need no check, because they run no `bestow` command. */
const isTrivialLine = (line: string) =>
  /^(export BESTOW_\w+=|(\w+=\S+ )*npm (start|test|run)\b|cd |printf |echo |\{ printf |source <)/.test(
    line,
  )

/**
 * Returns the name of the check of a block, in this file or another. Returns undefined if the block has none.
 */
function checkedBy(block: CodeBlock): string | undefined {
  const { path, language, code } = block
  if (isSkipped(block)) return 'listed'
  if (language === 'json') return 'parsed'
  if (path === 'docs/webhooks.md' && (language === 'python' || code.includes('isGenuine')))
    return 'examples'
  if (pythonDocuments.includes(path) && language === 'python') return 'samples of the library'
  if (path === 'packages/sdk/README.md' && language === 'ts') return 'compiled with the library'
  if (language === 'ts') return 'compiled'
  if (language === 'sql' || language === 'ini') return 'tested'
  if (isExecuted(block)) return 'executed'
  if (language !== 'sh') return undefined
  const unknownLines = shellLines(code).filter(
    (line) => parseBestowArgs(line) === undefined && !isTrivialLine(line),
  )
  return unknownLines.length === 0 ? 'commands' : undefined
}

describe('the code blocks', () => {
  it('each have a check', () => {
    assert.ok(blocks.length > 60)
    const unchecked = blocks.filter((block) => checkedBy(block) === undefined)
    assert.deepEqual(
      unchecked.map(({ path, code }) => `${path}: ${code.split('\n')[0]}`),
      [],
    )
  })

  it('include every listed exception', () => {
    const stale = skippedBlocks.filter(
      ([path, text]) => !blocks.some((block) => block.path === path && block.code.includes(text)),
    )
    assert.deepEqual(stale, [])
  })

  it('are samples of the Python library', () => {
    const samples = globSync('packages/python/samples/*.py', { cwd: root })
    const texts = samples.map((path) => readFileSync(join(root, path), 'utf8'))
    const shown = blocks.filter(
      ({ path, language }) => pythonDocuments.includes(path) && language === 'python',
    )
    assert.ok(shown.length >= 8)
    for (const { path, code } of shown)
      assert.ok(texts.includes(code), `${path}: ${code.slice(0, 80)}`)
    // test/python runs every sample, so a sample that no document shows is unnecessary.
    for (const text of texts)
      assert.ok(
        shown.some(({ code }) => code === text),
        text.slice(0, 80),
      )
  })

  it('contain valid JSON if they are marked as JSON', () => {
    for (const { language, code } of blocks) if (language === 'json') JSON.parse(code)
  })

  it('use existing commands and options', () => {
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
  const invalidLines: [line: string, problem: RegExp][] = [
    ['npx bestow tokens make --account ID',       /unknown command/],
    ['npx bestow tokens create --acount ID',      /has no option --acount/],
    ['bestow users create --account ID',          /requires --email/],
    ['node scripts/run.js src/app/main.ts sevre', /unknown command/],
  ]
  for (const [line, problem] of invalidLines)
    it(`reports: ${line}`, () =>
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

  it('runs, if it is a program', async () => {
    const test = samples.findIndex(({ path }) => path === 'docs/testing.md')
    await run(process.execPath, [files[test] ?? ''], { cwd: folder })
  })
})

describe('the commands and settings for operators', () => {
  const page = blocks.filter(({ path }) => path === 'docs/self-hosting.md')

  it('contain a complete production configuration', () => {
    const env = parseEnvironment(findBlock(page, 'ini', '\nBESTOW_ORIGIN=https'))
    const files: Record<string, string> = {
      '/etc/bestow/database-url': 'postgresql://bestow:x@localhost:5432/bestow',
      '/etc/bestow/secret-key': `2026a:${Buffer.alloc(32, 7).toString('base64')}\n`,
      '/etc/bestow/smtp-url': 'smtp://user:password@smtp.example.com:587',
    }
    const config = readConfig(env, (path) => files[path] ?? assert.fail(path))
    assert.deepEqual([config.stage, config.warnings], ['production', []])
  })

  it('list every setting in the environment file', () => {
    const settingsBlock = blocks.find(
      ({ language, code }) => language === 'ini' && code.includes('#PORT='),
    )
    const names = Object.keys(
      parseEnvironment((settingsBlock?.code ?? '').replace(/^#(?=\w+=)/gm, '')),
    )
    assert.deepEqual(names, settingNames)
  })

  it('contain a configuration for a collector', () => {
    const operations = blocks.filter(({ path }) => path === 'docs/operations.md')
    const env = parseEnvironment(findBlock(operations, 'ini', 'BESTOW_OTLP_URL='))
    const { url, headers, intervalMs } = readConfig(env).telemetry
    assert.equal(url, 'https://collector.example.com:4318')
    assert.deepEqual([headers, intervalMs], [{ authorization: 'Bearer a-long-key' }, 15_000])
  })

  it('generate a valid key', async () => {
    const line = findBlock(page, 'sh', 'openssl rand')
    const { stdout } = await run('sh', ['-c', line])
    const url = 'postgresql://bestow:x@localhost:5432/bestow'
    readConfig({
      BESTOW_DATABASE_URL: url,
      BESTOW_SECRET_KEY: stdout.trim(),
      BESTOW_STAGE: 'production',
    })
  })

  it('create role and database, and set limits on the role', async () => {
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
      const created = new Set<string>() // two pages have the same statements, so each is created once
      for (const statement of statements) {
        const object = statement.split(' ').slice(0, 3).join(' ')
        if (statement.startsWith('create') && created.has(object)) continue
        created.add(object)
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

describe('the shell blocks', async () => {
  const testApp = await startDocsService()
  // makes curl fail on an error response; `bestow` is the command of this checkout
  writeFileSync(join(folder, '.curlrc'), 'fail-with-body\nsilent\nshow-error\n')
  const shims = `npx() { shift; bestow "$@"; }\nbestow() { "$NODE" "$ROOT/src/app/main.ts" "$@"; }\n`

  // Each command is a separate process, so the short form runs the commands of only one document.
  for (const path of isShortRun ? executedDocuments.slice(0, 1) : executedDocuments)
    it(`run in ${path}`, async () => {
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
