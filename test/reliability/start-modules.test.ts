import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { it } from 'node:test'

const root = join(import.meta.dirname, '../..')

/**
 * The packages that load with the first operation that needs them. Each has many
 * modules, or takes long to evaluate.
 */
const lazyPackages = [
  '@easypost/api',
  '@modelcontextprotocol/server',
  '@opentelemetry/sdk-trace',
  '@react-email/render',
  'csv-parse',
  'csv-stringify',
  'mailchecker',
  'highlight.js',
  'marked',
  'nodemailer',
  'otplib',
  'pdfkit',
  'qrcode',
]

/**
 * Imports a module of the service in a separate process. Returns the URLs of all
 * modules that this import loads.
 */
function loadedModules(path: string): string[] {
  const script = `
    import { registerHooks } from 'node:module'
    const urls = []
    registerHooks({ load: (url, context, next) => { urls.push(url); return next(url, context) } })
    await import(${JSON.stringify(join(root, path))})
    process.stdout.write(JSON.stringify(urls), () => process.exit())`
  const output = execFileSync(process.execPath, ['--input-type=module', '--eval', script], {
    cwd: root,
    maxBuffer: 10_000_000,
  })
  return JSON.parse(output.toString())
}

const packageOf = (url: string) =>
  /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(url)?.[1] ?? 'the service'

it('does not load rarely used packages at the start of the service', () => {
  const urls = loadedModules('src/app/service.ts')
  const loaded = new Set(urls.map(packageOf))
  assert.ok(loaded.has('fastify') && loaded.has('the service'), [...loaded].join())
  assert.deepEqual(
    lazyPackages.filter((name) => loaded.has(name)),
    [],
  )
})

it('lists packages that are installed', () => {
  const missing = lazyPackages.filter((name) => !existsSync(join(root, 'node_modules', name)))
  assert.deepEqual(missing, [])
})
