import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { packPython } from '#scripts/python/pack'
import { python, pythonFolder, runPython, withoutPython } from '#test/python'

/* The tests of the Python library that need no running service: its unit tests, and the build of its package. */

const folder = mkdtempSync(join(tmpdir(), 'bestow python '))
after(() => rmSync(folder, { recursive: true, force: true }))

/** The reason to skip tests with pip, because some distributions have Python without pip. */
const withoutPip =
  withoutPython ||
  (spawnSync(python ?? '', ['-c', 'import pip']).status === 0 ? false : 'pip is not installed')

describe('the Python library', { concurrency: true }, () => {
  it('passes its own tests', { skip: withoutPython }, async () => {
    const args = ['-W', 'error', '-m', 'unittest', 'discover', '-t', '.', '-s', 'tests']
    const { code, output } = await runPython(args)
    assert.equal(code, 0, output)
    const [, count] = /Ran (\d+) tests/.exec(output) ?? []
    assert.ok(Number(count) > 50, output)
  })

  it('imports no package outside the standard library', { skip: withoutPython }, async () => {
    const code = [
      'import sys, bestow, bestow.testing',
      'known = sys.stdlib_module_names | {"bestow", "sitecustomize", "usercustomize"}',
      'names = {name.split(".")[0] for name in sys.modules if not name.startswith("_")}',
      'print(sorted(names - known - {"__main__"}))',
    ].join('\n')
    const { output } = await runPython(['-S', '-c', code])
    assert.equal(output.trim(), '[]')
  })

  it('installs from its package', { skip: withoutPip }, async () => {
    const target = join(folder, 'installed')
    const packed = packPython(join(folder, 'python.tar.gz'))
    const install = ['-m', 'pip', 'install', '--quiet', '--no-index']
    const result = await runPython([...install, `--target=${target}`, packed])
    assert.equal(result.code, 0, result.output)
    const script = [
      'import bestow, bestow.testing, importlib.metadata as m, pathlib',
      'print(bestow.__version__ == m.version("bestow"), bestow.__file__)',
      'assert pathlib.Path(bestow.__file__).with_name("py.typed").exists()',
      'bestow.testing.fixture("gift_request_created")',
    ].join('\n')
    const { output, code } = await runPython(['-c', script], { PYTHONPATH: target })
    assert.equal(code, 0, output)
    assert.ok(output.startsWith(`True ${target}`), output)
  })

  it('says how to generate its code if a clone has none', { skip: withoutPython }, async () => {
    const source = join(folder, 'clone')
    cpSync(pythonFolder, source, {
      recursive: true,
      filter: (path) => !/_generated$|__pycache__$/.test(path),
    })
    const { code, output } = await runPython([join(source, 'build_backend/bestow_build.py')])
    assert.notEqual(code, 0)
    assert.match(
      output,
      /Run `node scripts\/run\.js scripts\/generate\.ts` in the repository first/,
    )
  })

  it('has the version of the service in its package', () => {
    const project = readFileSync(join(pythonFolder, 'pyproject.toml'), 'utf8')
    const { version } = JSON.parse(readFileSync(join(pythonFolder, '../sdk/package.json'), 'utf8'))
    assert.ok(project.includes(`\nversion = "${version}"\n`))
  })

  it('runs the sample of a test', { skip: withoutPython }, async () => {
    cpSync(join(pythonFolder, 'samples'), join(folder, 'samples'), { recursive: true })
    const { code, output } = await runPython([join(folder, 'samples/test_receiver.py')])
    assert.equal(code, 0, output)
    assert.match(output, /gift_request_redeemed redeemed\nbad_signature/)
  })
})
