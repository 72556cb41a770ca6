import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { root } from '#scripts/steps'
import { run } from '../sdk/build.ts'
import { release, simulateRelease } from './release.ts'
import { compareVersions } from './versions.ts'

const folder = mkdtempSync(join(tmpdir(), 'bestow release '))
const clone = join(folder, 'clone')
const git = (...args: string[]) => run('git', args, clone).trim()
const read = (path: string) => readFileSync(join(clone, path), 'utf8')
const versionIn = (path: string) => JSON.parse(read(path)).version
const isGitCheckout = existsSync(join(root, '.git'))

after(() => rmSync(folder, { recursive: true, force: true }))

function releaseClone(version: string, make = release): string {
  const lines: string[] = []
  const print = (line: string) => lines.push(line)
  make({ root: clone, version, date: '2031-02-03', withArchives: false, print })
  return lines.join('\n')
}

describe('a release', { skip: !isGitCheckout && 'this is not a git checkout' }, () => {
  before(() => {
    run('git', ['clone', '--quiet', root, clone], folder)
    git('config', 'user.name', 'Ada Larkin')
    git('config', 'user.email', 'ada@example.com')
    symlinkSync(join(root, 'node_modules'), join(clone, 'node_modules'))
    writeFileSync(join(clone, '.git/info/exclude'), 'node_modules\n')
    const heading = '## [Unreleased]\n'
    const changelog = read('CHANGELOG.md').replace(heading, `${heading}\n- A change.\n`)
    writeFileSync(join(clone, 'CHANGELOG.md'), changelog)
    git('commit', '--quiet', '--all', '-m', 'docs: describe a change')
  })

  it('rejects a version that is malformed or older', () => {
    for (const version of ['', '1.2', 'v1.2.3', '1.2.3; rm'])
      assert.throws(() => releaseClone(version), /is not a version/)
    assert.throws(() => releaseClone('0.0.1'), /older than the current version/)
  })

  it('rejects a tree with changes', () => {
    writeFileSync(join(clone, 'README.md'), 'changed')
    assert.throws(() => releaseClone('9.1.0'), /The tree has changes[\s\S]*README\.md/)
    git('checkout', '--quiet', 'README.md')
    writeFileSync(join(clone, 'new-file'), '')
    assert.throws(() => releaseClone('9.1.0'), /The tree has changes[\s\S]*new-file/)
    rmSync(join(clone, 'new-file'))
  })

  it('leaves the checkout as it is in a dry run', () => {
    const commit = git('rev-parse', 'HEAD')
    const printed = releaseClone('9.1.0', simulateRelease)
    assert.match(printed, /set the version from \S+ to 9\.1\.0/)
    assert.match(printed, /\nbestow-9\.1\.0-py3-none-any\.whl +0\.\d+ MB\n[\s\S]*\nSHA256SUMS/)
    assert.match(printed, /\nrelease: 9\.1\.0\n[\s\S]* CHANGELOG\.md +\|/)
    assert.deepEqual(
      [git('rev-parse', 'HEAD'), git('status', '--porcelain'), git('tag', '--list', 'v9.1.0')],
      [commit, '', ''],
    )
    assert.ok(!existsSync(join(clone, 'dist')))
  })

  it('commits the version and the changelog, tags the commit, and packs', () => {
    const before = read('CHANGELOG.md')
    releaseClone('9.1.0')
    assert.equal(git('log', '-1', '--format=%s'), 'release: 9.1.0')
    assert.equal(git('rev-parse', 'v9.1.0^{commit}'), git('rev-parse', 'HEAD'))
    assert.equal(git('status', '--porcelain'), '')
    for (const path of ['.', 'packages/web', 'packages/sdk', 'packages/cli'])
      assert.equal(versionIn(join(path, 'package.json')), '9.1.0', path)
    const lock = JSON.parse(read('package-lock.json'))
    assert.deepEqual(
      [lock.version, lock.packages[''].version, lock.packages['packages/web'].version],
      ['9.1.0', '9.1.0', '9.1.0'],
    )
    assert.match(read('docs/self-hosting.md'), /^ln -s bestow-9\.1\.0-linux-x64 /m)
    assert.match(read('packages/sdk/src/generated/package-version.ts'), /'9\.1\.0'/)
    assert.match(read('test/fixtures/releases/9.1.0/backup/manifest.json'), /0001_base\.sql/)
    const changelog = read('CHANGELOG.md')
    assert.match(changelog, /\n## \[Unreleased\]\n\n## \[9\.1\.0\] - 2031-02-03\n/)
    assert.equal(changelog.split('\n- ').length, before.split('\n- ').length)
    const sums = read('dist/SHA256SUMS')
    for (const name of ['sdk.tgz', 'cli.tgz', 'python.tar.gz', 'bestow-9.1.0-py3-none-any.whl'])
      assert.ok(sums.includes(`  ${name}\n`) && existsSync(join(clone, 'dist', name)), name)
    run('sha256sum', ['--check', 'SHA256SUMS'], join(clone, 'dist'))
    assert.match(read('dist/notes.md'), /^- A change\./)
  })

  it('stops at a tag that is not the version', () => {
    assert.throws(
      () => run(process.execPath, ['scripts/release-files.ts', '--tag', 'v9.1.1'], clone),
      /The tag is v9\.1\.1, but package\.json has the version 9\.1\.0/,
    )
  })

  it('rejects a second release without an entry in the changelog', () => {
    assert.throws(() => releaseClone('9.2.0'), /Unreleased section of CHANGELOG\.md is empty/)
    assert.throws(() => releaseClone('9.1.0'), /The tag v9\.1\.0 exists/)
  })
})

describe('the order of versions', () => {
  // biome-ignore format: read down the columns
  const cases: [older: string, newer: string][] = [
    ['0.1.0',        '0.1.1'],
    ['0.9.0',        '0.10.0'],
    ['1.0.0-rc.2',   '1.0.0-rc.10'],
    ['1.0.0-rc.10',  '1.0.0'],
  ]
  for (const [older, newer] of cases)
    it(`puts ${older} before ${newer}`, () => {
      assert.ok(compareVersions(older, newer) < 0)
      assert.ok(compareVersions(newer, older) > 0)
      assert.equal(compareVersions(newer, newer), 0)
    })
})
