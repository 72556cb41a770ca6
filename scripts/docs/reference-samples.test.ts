import assert from 'node:assert/strict'
import { execFile, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { promisify } from 'node:util'
import { newestVersion } from '#contract'
import { createSamples, groupOperations, readDocument } from '#http/docs'
import { buildSdk } from '#scripts/sdk/build'
import { bin, root } from '#scripts/steps'
import { pluck } from '#test/pluck'
import { createReadableAccount } from '#test/readable-account'

/*
 * The tests of the samples of the reference. TypeScript compiles with the packed client library, Python
 * parses, and each curl command of an operation that reads runs against a service.
 */

const run = promisify(execFile)
const folder = mkdtempSync(join(tmpdir(), 'bestow reference '))
after(() => rmSync(folder, { recursive: true, force: true }))

const documented = 'http://localhost:3000'
const document = readDocument(newestVersion, documented)
const samples = groupOperations(document).flatMap(({ entries }) =>
  entries.map((entry) => {
    const codes = Object.fromEntries(pluck(createSamples(document, entry), 'language', 'code'))
    return { entry, id: entry.operation.operationId, codes }
  }),
)

describe('the samples of the reference', () => {
  it('exist in each language for each operation', () => {
    assert.ok(samples.length > 90)
    for (const { id, codes } of samples)
      assert.deepEqual(Object.keys(codes), ['curl', 'typescript', 'python'], id)
  })

  it('compile in TypeScript', async () => {
    buildSdk(join(folder, 'node_modules/@bestow/sdk'))
    symlinkSync(join(root, 'node_modules/@types'), join(folder, 'node_modules/@types'))
    const files = samples.map(({ id, codes }) => {
      writeFileSync(join(folder, `${id}.mts`), codes.typescript ?? '')
      return `${id}.mts`
    })
    writeFileSync(join(folder, 'invalid.mts'), invalidSample)
    const options = ['--strict', '--module', 'nodenext', '--target', 'es2022', '--types', 'node']
    const compile = (names: string[]) =>
      run(bin('tsc'), ['--noEmit', ...options, ...names], { cwd: folder })
    await compile(files).catch(({ stdout }) => assert.fail(stdout))
    await assert.rejects(compile(['invalid.mts']), ({ stdout }) => /colour/.test(stdout))
  })

  const hasPython = spawnSync('python3', ['--version']).status === 0
  it('parse in Python', { skip: hasPython ? false : 'python3 is not installed' }, () => {
    const codes = samples.map(({ codes }) => codes.python)
    const { status, stderr } = spawnSync(
      'python3',
      ['-c', 'import ast, json, sys\nfor code in json.load(sys.stdin): ast.parse(code)'],
      { input: JSON.stringify(codes), encoding: 'utf8' },
    )
    assert.equal(status, 0, stderr)
  })
})

/**
 * A sample that must not compile. It proves that the compiler finds the types of the library: with `any`,
 * each sample would compile.
 */
const invalidSample = `import { Bestow } from '@bestow/sdk'
const bestow = new Bestow({ baseUrl: 'http://localhost:3000/api', token: '' })
await bestow.giftRequests.create({ colour: 'red' })
`

describe('the curl samples of operations that read', async () => {
  const account = await createReadableAccount()
  const readable = samples.filter(
    ({ entry }) => entry.method === 'get' && entry.item.servers === undefined,
  )
  writeFileSync(join(folder, '.curlrc'), 'fail-with-body\nsilent\nshow-error\n')

  for (const { id, entry, codes } of readable)
    it(`run: ${id}`, async () => {
      const exampleId = /[0-9a-f-]{36}/.exec(
        entry.path.includes('{') ? (codes.curl ?? '') : '',
      )?.[0]
      const sample = (codes.curl ?? '').replaceAll(documented, account.origin)
      const command =
        exampleId === undefined
          ? sample
          : sample.replaceAll(exampleId, await account.findId(entry.path))
      const env = { ...process.env, TOKEN: account.token, CURL_HOME: folder, HOME: folder }
      await run('sh', ['-euc', command], { env }).catch(({ stdout, stderr }) =>
        assert.fail(`${command}\n${stdout}\n${stderr}`),
      )
    })
})
