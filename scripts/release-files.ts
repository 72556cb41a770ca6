import { createHash } from 'node:crypto'
import { globSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { packWheel } from './python/pack.ts'
import { readRelease } from './release/changelog.ts'
import { readVersion } from './release/versions.ts'
import { run } from './sdk/build.ts'
import { root } from './steps.ts'

/*
 * `npm run release:files [-- --tag v0.1.0] [--without-archives]`: writes all files of a release into dist/: the packages for
 * integrators, the archives, the notes and the checksums. With a tag, it stops if the tag is not the version.
 */

const { values } = parseArgs({
  options: { tag: { type: 'string' }, 'without-archives': { type: 'boolean', default: false } },
})
const version = readVersion(root)
if (values.tag !== undefined && values.tag !== `v${version}`)
  throw new Error(`The tag is ${values.tag}, but package.json has the version ${version}.`)

const folder = join(root, 'dist')
const patterns = ['*.tgz', '*.tar.gz', '*.whl', 'SHA256SUMS', 'notes.md']
for (const name of globSync(patterns, { cwd: folder })) rmSync(join(folder, name))
mkdirSync(folder, { recursive: true })

const runScript = (...args: string[]) => run(process.execPath, args, root)
runScript('scripts/packages.ts', folder)
packWheel(folder)
if (!values['without-archives'])
  for (const arch of ['x64', 'arm64']) runScript('scripts/archive.ts', '--arch', arch)

const files = globSync(patterns, { cwd: folder }).sort()
const sums = files.map((name) => {
  const digest = createHash('sha256')
    .update(readFileSync(join(folder, name)))
    .digest('hex')
  return `${digest}  ${name}\n`
})
writeFileSync(join(folder, 'SHA256SUMS'), sums.join(''))
writeFileSync(join(folder, 'notes.md'), readRelease(root, version))
for (const name of [...files, 'SHA256SUMS', 'notes.md'])
  console.log(`${name.padEnd(40)} ${(statSync(join(folder, name)).size / 1e6).toFixed(2)} MB`)
