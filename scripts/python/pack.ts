import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { run } from '#scripts/sdk/build'
import { root } from '#scripts/steps'

const source = join(root, 'packages/python')

/**
 * Packs the Python library as a source archive, which `pip install` accepts as a file or as an address.
 * Requires no Python. Returns the path of the archive.
 */
export function packPython(path: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'bestow python '))
  try {
    const target = join(folder, 'bestow')
    mkdirSync(target)
    mkdirSync(dirname(path), { recursive: true })
    for (const name of ['pyproject.toml', 'README.md', 'LICENSE'])
      cpSync(join(source, name), join(target, name))
    for (const name of ['src', 'build_backend'])
      cpSync(join(source, name), join(target, name), {
        recursive: true,
        filter: (each) => !each.includes('__pycache__'),
      })
    run('tar', ['-czf', path, '-C', folder, 'bestow'], root)
    return path
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/**
 * Builds the wheel with the build backend of the library. Requires Python 3.10 or later and no package. Returns the path of
 * the wheel.
 */
export function packWheel(folder: string): string {
  const script = [
    'import sys; sys.path.insert(0, "build_backend")',
    'import bestow_build; print(bestow_build.build_wheel(sys.argv[1]))',
  ].join('\n')
  return join(folder, run('python3', ['-B', '-c', script, folder], source).trim())
}
