import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { bin, root } from './steps.ts'

/*
 * The test of the linter, which must report these problems. Some of the rules are recent: an upgrade could
 * drop or rename a rule without notice, and a floating promise in a server loses work.
 */
const planted: Record<string, string> = {
  noFloatingPromises: 'async function save() {}\n\nexport function close() {\n  save()\n}\n',
  noExplicitAny: 'export const anything = (value: any) => String(value)\n',
  noNonNullAssertion: 'export const first = (list: string[]) => list[0]!.length\n',
  noDefaultExport: 'export default 1\n',
  noExcessiveLinesPerFile: 'console.log(1)\n'.repeat(301),
  noExcessiveLinesPerFunction: `export function log() {\n${'  console.log(1)\n'.repeat(41)}}\n`,
}

describe('the linter', () => {
  const folder = mkdtempSync(join(tmpdir(), 'bestow lint '))
  let report = ''

  before(() => {
    for (const name of ['biome.json', '.gitignore']) cpSync(join(root, name), join(folder, name))
    for (const [rule, text] of Object.entries(planted)) {
      writeFileSync(join(folder, `${rule.toLowerCase()}.ts`), text)
    }
    const { stdout, stderr } = spawnSync(bin('biome'), ['lint'], { cwd: folder, encoding: 'utf8' })
    report = `${stdout}${stderr}`
  })
  after(() => rmSync(folder, { recursive: true }))

  for (const rule of Object.keys(planted)) {
    it(`reports ${rule}`, () => {
      assert.match(report, new RegExp(`^${rule.toLowerCase()}\\.ts.* lint/\\w+/${rule} `, 'm'))
    })
  }
})
