import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { versions } from '#contract'
import { renderSamples } from './golden/samples.ts'
import { root } from './steps.ts'

/*
 * Writes test/golden: the exact bytes that customers receive, with one example of each kind in every version.
 * A change of a file in test/golden is a change of the public interface. With --check, it writes nothing, and
 * an outdated file is an error.
 */

const folder = join(root, 'test/golden')
const isCheck = process.argv.includes('--check')
const samples = renderSamples(versions)
const filesOnDisk = new Map(
  globSync('**/*.json', { cwd: folder }).map((path) => [
    path,
    readFileSync(join(folder, path), 'utf8'),
  ]),
)

const changedPaths = [...new Set([...samples.keys(), ...filesOnDisk.keys()])]
  .filter((path) => samples.get(path) !== filesOnDisk.get(path))
  .sort()
for (const path of changedPaths) {
  const file = join(folder, path)
  if (isCheck) console.error(`test/golden/${path} is out of date. Run \`npm run fix\`.`)
  else if (!samples.has(path)) rmSync(file)
  else {
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, samples.get(path) ?? '')
  }
}
process.exitCode = isCheck && changedPaths.length > 0 ? 1 : 0
